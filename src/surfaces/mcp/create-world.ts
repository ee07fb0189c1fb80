import { setTimeout as sleep } from 'node:timers/promises'
import { isCurrent, isHalfMade } from '../../ingest/index-meta.ts'
import { keepPaths } from '../../ingest/keep-paths.ts'
import { hasUnfinished } from '../../ingest/unfinished.ts'
import { askSharedLibrary } from '../../query/ask-shared-library.ts'
import { hasArchive } from '../../query/has-archive.ts'
import { hasSessions, type IndexedKeep, requireIndex } from '../../query/indexed-keep.ts'
import type { Keep } from '../../query/keep.ts'
import type { Library } from '../../query/library.ts'
import { createSharedNotes } from '../../query/live/shared-notes.ts'
import { statusOf } from '../../query/live/status-of.ts'
import { createReadings } from '../../query/reading/readings.ts'
import { createSharedKeep } from '../../query/shared-keep.ts'
import { createLoopTurns } from '../../serving/loop-turns.ts'
import { holdYoungHeapAt } from '../../source/young-heap.ts'
import { isLocked } from '../../store/lock.ts'
import type { Store } from '../../store/store.ts'
import { UserError } from '../../user-error.ts'
import type { McpOptions, McpWorld } from './world.ts'

/** How long a question waits for an index that is being made: a model that waits longer believes the tool is broken. */
const WAIT_FOR_INDEX_MS = 3000
const LOOK_AGAIN_MS = 100
/** What is new on disk is looked for at most this often. */
const GLANCE_MS = 2000
/** As in the server of the page: answers leave more behind than they keep. */
const YOUNG_BYTES = 14 * 1024 * 1024

/** All that tools are given, opened when it is first asked for, let go of while nobody asks. */
export function createWorld(options: McpOptions): McpWorld & { close(): void } {
  const places = keepPaths(options.keepDir)
  const { roots, now } = options
  const shared = createSharedKeep({ places, roots, now, isWatched: () => false })
  const notes = createSharedNotes(options)
  const readings = createReadings({
    now,
    askLibrary(question, { isFresh } = { isFresh: false }) {
      if (isFresh) shared.drop()
      return lookAtLibrary(library => question(library))
    },
    statusOf: ({ session, source }) => statusOf(session, options, notes.find(source.root.configPath, session.id)),
  })
  const look = createGlance(options, () => readings.noteIndex())

  const pause = createLoopTurns()

  async function lookAtLibrary<Answer>(question: (library: Library) => Answer | Promise<Answer>): Promise<Answer> {
    holdYoungHeapAt(YOUNG_BYTES)
    await look()
    return await askSharedLibrary(shared, roots, library => question(library))
  }

  const askLibrary: McpWorld['askLibrary'] = async (question, signal) => {
    await look()
    await pause(signal)
    return await lookAtLibrary(question)
  }

  const ask: McpWorld['ask'] = async (question, signal) => {
    holdYoungHeapAt(YOUNG_BYTES)
    await look()
    // Rounds are counted: a clock that is set back would have it wait for ever.
    for (let roundsLeft = WAIT_FOR_INDEX_MS / LOOK_AGAIN_MS; ; roundsLeft--) {
      // All that waited for the look would go on at once.
      await pause(signal)
      const asked = await askOnce(question)
      if ('answer' in asked) return asked.answer
      // Somebody may mend it meanwhile: it is opened anew for the next question.
      shared.drop()
      const { problem } = asked
      if (!MAY_PASS.has(problem.code) || isNothingThere() || roundsLeft <= 0) throw explain(problem)
      await sleep(LOOK_AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }

  async function askOnce<Answer>(question: (keep: IndexedKeep) => Answer | Promise<Answer>) {
    try {
      return await shared.use(async ({ keep }) => {
        const problem = findIndexProblem(keep, options.keepDir, isWorkedOn)
        return problem ? { problem } : { answer: await question(requireIndex(keep)) }
      })
    } catch (error) {
      if (error instanceof UserError && error.code.startsWith('index-')) return { problem: error }
      throw error
    }
  }

  function isNothingThere(): boolean {
    return !hasArchive(places.archive) && !hasUnfinished(options.keepDir)
  }

  /** Somebody writes to what is kept. */
  function isWorkedOn(): boolean {
    return isLocked(places.lock)
  }

  function explain(problem: UserError): UserError {
    if (problem.code === 'index-busy') return busy(problem)
    if (!MAY_PASS.has(problem.code)) return problem
    if (isNothingThere()) return nothingKept()
    return isWorkedOn() ? unfinished(problem) : leftAlone(problem)
  }

  return {
    ...options,
    ask,
    askLibrary,
    pause,
    async openReading(id, signal) {
      holdYoungHeapAt(YOUNG_BYTES)
      await pause(signal)
      return await readings.open(id)
    },
    close() {
      readings.close()
      shared.close()
    },
  }
}

/** These end by themselves where somebody is at work. */
const MAY_PASS: ReadonlySet<string> = new Set([
  'index-missing',
  'index-empty',
  'index-half-made',
  'index-older',
  'index-busy',
])

/** Looks at the disk before a question, once for all that come close together. Never fails, and nobody waits twice. */
function createGlance({ glance, now }: McpOptions, onLooked: () => void): () => Promise<void> {
  let at: number | undefined
  let running: Promise<void> | undefined
  async function lookOnce(): Promise<void> {
    await glance().catch(() => {})
    at = now()
    running = undefined
    onLooked()
  }
  return () => {
    if (running) return running
    if (at !== undefined && Math.abs(now() - at) < GLANCE_MS) return Promise.resolve()
    running = lookOnce()
    return running
  }
}

/**
 * Why the index cannot be asked. One without sessions says that there is nothing at all, and may be at its beginning; one
 * with some of them would say that there is nothing where there is.
 */
function findIndexProblem(keep: Keep | undefined, keepDir: string, isWorkedOn: () => boolean): UserError | undefined {
  try {
    const { store } = requireIndex(keep)
    if (!hasSessions({ store })) {
      // As far as the archive, which holds nothing any more: all of it was forgotten.
      if (isCurrent(store, keepDir) && !isWorkedOn()) return nothingKept()
      return new UserError({ code: 'index-empty', message: 'the index has no sessions', hint: '' })
    }
    if (!isHalfMade(store) && !(wasNeverSynced(store) && isWorkedOn())) return undefined
    return new UserError({ code: 'index-half-made', message: 'the index has a part of the sessions', hint: '' })
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
}

/** No sync has come to its end yet: the first one may be on its way. */
function wasNeverSynced(store: Store): boolean {
  return store.meta.get('last_sync_at') === undefined
}

function nothingKept(): UserError {
  return new UserError({
    code: 'nothing-kept',
    message: 'nothing is kept on this machine yet, so there is no history to look things up in',
    hint: 'Tell the person that `backscroll sync` makes it from their Claude Code sessions, once; then ask again.',
  })
}

function busy(cause: UserError): UserError {
  return new UserError({
    code: cause.code,
    message: 'another program holds the index of earlier sessions for itself',
    hint: 'Go on without it and ask again in a moment; if it stays like this, tell the person.',
    cause,
  })
}

const LEFT_ALONE: { readonly [code: string]: string } = {
  'index-older': 'was made by an older backscroll',
  'index-missing': 'is missing',
}

/** Nobody is at work: waiting would bring nothing. */
function leftAlone(cause: UserError): UserError {
  return new UserError({
    code: cause.code,
    message: `the index of earlier sessions ${LEFT_ALONE[cause.code] ?? 'is not finished'}, and nobody makes it now`,
    hint: 'Go on without it, and tell the person that `backscroll sync` makes it from what is kept; then ask again.',
    cause,
  })
}

function unfinished(cause: UserError): UserError {
  return new UserError({
    code: 'index-unfinished',
    message: 'the index of earlier sessions is being made and is not ready yet',
    hint: 'Go on without it and ask again in a minute; if it stays like this, tell the person to run `backscroll sync`.',
    cause,
  })
}
