import { setPriority } from 'node:os'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { listExcluded } from '../../../config/list-excluded.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import type { KeeperMessage } from '../../../ingest/keeper-message.ts'
import { findRoots, type Root } from '../../../source/roots.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { type CommandRequest, textOption } from '../define-command.ts'
import { indexStamp } from '../index-stamp.ts'

/** What the local server runs beside itself: keeps what is new until stdin ends, and says what it does on stdout. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const end = new AbortController()
  const orders = readOrders(app, end)
  const signal = AbortSignal.any([app.signal, end.signal])
  yieldToOthers()
  try {
    await keep(app, textOption(request, 'keep') ?? app.keepDir, { orders, signal, end })
  } finally {
    orders.close()
  }
  return 'done'
}

/** What the server asks for. */
interface Orders {
  /** Runs for each `sync`, those that came before included; answered when it is done. */
  onSync(run: () => Promise<void>): void
  close(): void
}

interface Keeping {
  readonly orders: Orders
  readonly signal: AbortSignal
  readonly end: AbortController
}

function tell(app: App, message: KeeperMessage): void {
  app.out.line(JSON.stringify(message))
}

/** The end of stdin is the end of whoever started this, however that came about. */
function readOrders(app: App, end: AbortController): Orders {
  let sync: (() => Promise<void>) | undefined
  const early: number[] = []
  const lines = createInterface({ input: app.input })
  const obey = async (number: number): Promise<void> => {
    if (!sync) return void early.push(number)
    await sync()
    if (!end.signal.aborted) tell(app, { kind: 'synced', number })
  }
  lines.on('line', line => {
    const [, number] = /^sync (\d{1,9})$/.exec(line) ?? []
    if (number !== undefined) obey(Number(number)).catch(() => end.abort())
  })
  lines.on('close', () => end.abort())
  return {
    onSync(run) {
      sync = run
      for (const number of early.splice(0)) obey(number).catch(() => end.abort())
    },
    close: () => lines.close(),
  }
}

/** Answers come before keeping. */
function yieldToOthers(): void {
  try {
    setPriority(LOW_PRIORITY)
  } catch {
    // Not everywhere, and not for everybody.
  }
}

const LOW_PRIORITY = 10

async function keep(app: App, keepDir: string, { orders, signal, end }: Keeping): Promise<void> {
  const roots = await waitForRoots(app, { orders, signal, end })
  if (roots.length === 0) return
  const { watchSources } = await import('../../../ingest/watch.ts')
  const { index } = keepPaths(keepDir)
  let seen = indexStamp(index)
  let isWrittenByOthers = false
  let toldAt = 0
  await watchSources({
    keepDir,
    roots,
    exclude: listExcluded(app),
    threads: app.threads,
    now: app.now,
    waitForLockMs: WAIT_FOR_LOCK_MS,
    signal,
    onReady: lookNow => orders.onSync(lookNow),
    onProgress({ phase, sessionsDone, sessions }) {
      // The first thing a sync does: nothing of it is written yet.
      if (phase === 'list') isWrittenByOthers = indexStamp(index) !== seen
      else if (Math.abs(app.now() - toldAt) >= TELL_EVERY_MS) {
        toldAt = app.now()
        tell(app, { kind: 'progress', phase, done: sessionsDone, total: sessions })
      }
    },
    onSync({ sessions, files, isBusy, isIndexMended }) {
      const isChanged = isIndexMended || isWrittenByOthers || sessions.added + sessions.grown + files.changed > 0
      seen = indexStamp(index)
      tell(app, { kind: 'report', isChanged, isBusy })
    },
    onFailure(error) {
      if (!(error instanceof UserError)) throw error
      const isLasting = LASTING.has(error.code)
      tell(app, { kind: 'failure', message: error.message, hint: error.hint, isLasting })
      if (isLasting) end.abort()
    },
  })
}

const TELL_EVERY_MS = 200
/** A sync that somebody runs by hand comes first. */
const WAIT_FOR_LOCK_MS = 60_000
/** What no amount of waiting puts right. */
const LASTING: ReadonlySet<string> = new Set(['index-newer'])

/** Empty where it is ended before. */
async function waitForRoots(app: App, { orders, signal }: Keeping): Promise<readonly Root[]> {
  let look = new AbortController()
  orders.onSync(async () => look.abort())
  while (!signal.aborted) {
    const { roots, problems } = findRoots(app.roots)
    if (roots.length > 0) return roots
    tell(app, { kind: 'waiting', problem: problems[0]?.message })
    look = new AbortController()
    await sleep(LOOK_AGAIN_MS, undefined, { signal: AbortSignal.any([signal, look.signal]) }).catch(() => {})
  }
  return []
}

const LOOK_AGAIN_MS = 3000
