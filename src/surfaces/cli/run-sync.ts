import { listExcluded } from '../../config/list-excluded.ts'
import { isSemanticEnabled } from '../../embed/semantic-paths.ts'
import { keepPaths } from '../../ingest/keep-paths.ts'
import type { SyncRequest } from '../../ingest/sync.ts'
import type { SyncProgress, SyncReport } from '../../ingest/sync-report.ts'
import { type FoundRoots, findRoots } from '../../source/roots.ts'
import { storeError } from '../../store/store-error.ts'
import { formatBytes, formatNumberOf } from '../../text/count.ts'
import { sanitizeLine } from '../../text/sanitize.ts'
import { UserError } from '../../user-error.ts'
import type { App, Outcome } from './app.ts'
import { createProgressLine, type Progress } from './progress-line.ts'
import { reportProblems } from './report-problems.ts'

export interface RunSyncOptions {
  /** Without them, the roots of this machine. */
  readonly found?: FoundRoots
  readonly isImport?: boolean
  /** Where to keep it, if not where everything is kept. */
  readonly keepDir?: string
  /** How long to wait for another sync to end. */
  readonly waitForLockMs: number
  readonly says: Steps
}

/** Which steps make a line on stderr where that is no terminal: `long` are those that nobody would expect. */
export type Steps = 'all' | 'long' | 'none'

/** Somebody who says `sync` wants it done, not told that it is being done elsewhere. */
export const WAIT_FOR_LOCK_MS = 60_000
/** A watch holds the lock for moments: such a wait is not worth a word. */
export const SHORT_WAIT_MS = 1000

/** Keeps what is new, with progress on stderr: one line drawn again on a terminal, else one line per step. */
export async function runSync(app: App, options: RunSyncOptions): Promise<SyncReport> {
  const { syncSources } = await import('../../ingest/sync.ts')
  const found = options.found ?? findRoots(app.roots)
  const keepDir = options.keepDir ?? app.keepDir
  const report = await withProgress(app, options, ({ onProgress, onStep }) =>
    syncSources({
      keepDir,
      roots: found.roots,
      exclude: listExcluded(app),
      threads: app.threads,
      now: app.now,
      signal: app.signal,
      waitForLockMs: options.waitForLockMs,
      isImport: options.isImport ?? false,
      onProgress,
      ...(options.waitForLockMs > SHORT_WAIT_MS ? { onStep } : {}),
    }),
  )
  if (report.isIndexMended) app.err.line(`backscroll: ${sanitizeLine(describeMended(keepDir))}`)
  if (!report.isBusy && !app.signal.aborted && isSemanticEnabled(keepDir)) {
    const { embedAfterSync } = await import('./embed-new.ts')
    await embedAfterSync(app, { keepDir, isQuiet: options.says !== 'all' })
  }
  return { ...report, problems: [...found.problems, ...report.problems] }
}

/** What every command says that found the index damaged. */
export function describeMended(keepDir: string): string {
  return `${storeError('index-damaged', keepPaths(keepDir).index).message}, so it was made anew from the archive`
}

type SyncOutput = Required<Pick<SyncRequest, 'onProgress' | 'onStep'>>

/** Runs work that tells how far it is, and leaves the terminal clean however it ends. */
export async function withProgress<Result>(
  app: App,
  { says }: { readonly says: Steps },
  work: (output: SyncOutput) => Promise<Result>,
): Promise<Result> {
  const line = createProgressLine(app)
  const sayStep = (sentence: string, isLong: boolean): void => {
    const isWanted = says === 'all' || (says === 'long' && isLong)
    if (isWanted && app.progressColumns === undefined) app.err.line(sanitizeLine(sentence))
  }
  let phase: SyncProgress['phase'] | undefined
  try {
    return await work({
      onProgress(progress) {
        line.show(describe(progress))
        if (phase !== progress.phase && progress.sessions > 0)
          sayStep(describeStep(progress), progress.phase === 'rebuild')
        phase = progress.phase
      },
      onStep: sentence => sayStep(sentence, false),
    })
  } finally {
    line.clear()
  }
}

/** What every command that writes to the keep says and answers at its end; the result itself is printed before. */
export function endSync(app: App, { problems, left }: SyncReport): Outcome {
  reportProblems(app, problems)
  if (app.signal.aborted) {
    const rest =
      left.sessions > 0 ? `${formatNumberOf(left.sessions, 'session is', 'sessions are')} left` : 'nothing is lost'
    app.err.line(`backscroll: stopped; ${rest}: \`${app.commandName} sync\` goes on from here`)
    return 'interrupted'
  }
  return problems.length > 0 ? 'incomplete' : 'done'
}

/** Another process held the lock all the time. */
export function requireDone({ isBusy }: Pick<SyncReport, 'isBusy'>): void {
  if (!isBusy) return
  throw new UserError({
    code: 'keep-busy',
    message: 'another backscroll is writing to the archive, and nothing was done here',
    hint: 'Try again when it has ended; `backscroll status` shows what is kept.',
  })
}

const DOING: { readonly [Phase in SyncProgress['phase']]: string } = {
  list: 'Looking',
  read: 'Reading',
  finish: 'Finishing',
  rebuild: 'Rebuilding',
}

function describeStep({ phase, sessions, bytes }: SyncProgress): string {
  if (phase === 'finish') return 'Finishing'
  return `${DOING[phase]} ${formatNumberOf(sessions, 'session')}, ${formatBytes(bytes)}`
}

function describe({ phase, sessions, sessionsDone, bytes, bytesDone }: SyncProgress): Progress {
  const counted = phase === 'list' ? { done: sessions, total: undefined } : { done: sessionsDone, total: sessions }
  return { doing: DOING[phase], sessions: counted, bytes: phase === 'finish' ? 0 : bytes, bytesDone }
}
