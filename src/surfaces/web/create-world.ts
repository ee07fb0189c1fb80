import { keepPaths } from '../../ingest/keep-paths.ts'
import { askSharedLibrary } from '../../query/ask-shared-library.ts'
import { hasSessions, type IndexedKeep, requireIndex } from '../../query/indexed-keep.ts'
import type { Keep } from '../../query/keep.ts'
import { createSharedNotes } from '../../query/live/shared-notes.ts'
import { statusOf } from '../../query/live/status-of.ts'
import { createReadings } from '../../query/reading/readings.ts'
import { createSharedKeep } from '../../query/shared-keep.ts'
import { holdYoungHeapAt } from '../../source/young-heap.ts'
import { UserError } from '../../user-error.ts'
import { createEventHub } from './event-hub.ts'
import { startKeeper } from './keeper-process.ts'
import type { WebOptions, World } from './world.ts'

/** How long a question waits for an index that is being made. */
const WAIT_FOR_INDEX_MS = 20_000
/** Answers leave more behind than they keep: without this a scroll through 50 MB takes 70 MB more, in no less time. */
const YOUNG_BYTES = 14 * 1024 * 1024
/** Progress is told at most this often. */
const TELL_KEEPER_MS = 250
/** A session that is written to changes the index all the time: lists need not follow each line. */
const TELL_INDEX_MS = 1500

/** All that routes are given, opened when it is first asked for; `close` ends the keeper too. */
export function createWorld(options: WebOptions): World & { close(): Promise<void> } {
  const shared = createSharedKeep({
    places: keepPaths(options.keepDir),
    roots: options.roots,
    now: options.now,
    isWatched: () => keeper.state.phase === 'watching',
    onDamage: () => void keeper.sync(),
  })
  const notes = createSharedNotes(options)
  const readings = createReadings({
    now: options.now,
    askLibrary(question, { isFresh } = { isFresh: false }) {
      if (isFresh) shared.drop()
      return askLibrary(library => question(library))
    },
    statusOf: ({ session, source }) => statusOf(session, options, notes.find(source.root.configPath, session.id)),
  })
  const events = createEventHub((id, onChange) => readings.follow(id, onChange))
  const changes = createSignals()
  const tellKeeper = throttle(TELL_KEEPER_MS, () => events.tell({ kind: 'keeper', keeper: keeper.state }))
  const tellIndex = throttle(TELL_INDEX_MS, () => events.tell({ kind: 'index' }))
  const keeper = startKeeper(options, {
    onState() {
      changes.tell()
      tellKeeper.soon()
    },
    onIndex() {
      shared.drop()
      readings.noteIndex()
      changes.tell()
      tellIndex.soon()
    },
  })

  const askLibrary: World['askLibrary'] = async question => {
    holdYoungHeapAt(YOUNG_BYTES)
    return await askSharedLibrary(shared, options.roots, question)
  }

  const ask: World['ask'] = async (question, signal) => {
    holdYoungHeapAt(YOUNG_BYTES)
    const until = options.now() + WAIT_FOR_INDEX_MS
    while (true) {
      const asked = await shared.use(async ({ keep }) => {
        const problem = findIndexProblem(keep, isMakingIndex())
        return problem ? { problem } : { answer: await question(requireIndex(keep) as IndexedKeep) }
      })
      if ('answer' in asked) return asked.answer
      if (!isMakingIndex() || options.now() >= until || signal?.aborted || options.signal.aborted) throw asked.problem
      await changes.next(until - options.now(), signal)
    }
  }

  function isMakingIndex(): boolean {
    return keeper.state.phase === 'starting' || keeper.state.phase === 'syncing'
  }

  return {
    ...options,
    ask,
    askLibrary,
    openReading(id) {
      holdYoungHeapAt(YOUNG_BYTES)
      return readings.open(id)
    },
    events,
    keeper,
    async close() {
      readings.close()
      tellKeeper.end()
      tellIndex.end()
      changes.tell()
      await keeper.close()
      shared.close()
    },
  }
}

/** Why the index cannot be asked now. An index at its beginning says that there is nothing at all: it is waited for. */
function findIndexProblem(keep: Keep | undefined, isMaking: boolean): UserError | undefined {
  try {
    const { store } = requireIndex(keep)
    if (!isMaking || hasSessions({ store })) return undefined
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  return new UserError({
    code: 'index-unfinished',
    message: 'the index is being made',
    hint: 'Wait for it; the page shows how far it is.',
  })
}

/** Whoever waits is woken by the next change, or when the time is up. */
function createSignals() {
  let waiting: (() => void)[] = []
  return {
    tell(): void {
      const woken = waiting
      waiting = []
      for (const wake of woken) wake()
    },
    next(ms: number, signal: AbortSignal | undefined): Promise<void> {
      return new Promise(resolve => {
        const done = (): void => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', done)
          resolve()
        }
        const timer = setTimeout(done, Math.max(0, ms))
        signal?.addEventListener('abort', done, { once: true })
        waiting.push(done)
      })
    },
  }
}

/** The first at once, those that come soon after it as one. */
function throttle(ms: number, run: () => void) {
  let timer: NodeJS.Timeout | undefined
  let isDue = false
  function go(): void {
    isDue = false
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (isDue) go()
    }, ms)
    timer.unref()
  }
  return {
    soon(): void {
      isDue = true
      if (!timer) go()
    },
    end(): void {
      clearTimeout(timer)
    },
  }
}
