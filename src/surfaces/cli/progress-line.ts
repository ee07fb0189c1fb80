import { formatBytes, formatInteger } from '../../text/count.ts'
import { formatDuration } from '../../time/duration.ts'
import type { App } from './app.ts'

/** How far a long piece of work is. */
export interface Progress {
  /** What is being done, one or two words: `Reading`. */
  readonly doing: string
  /** What is counted beside bytes. Without a total only the count done is shown. */
  readonly sessions: { readonly done: number; readonly total: number | undefined } | undefined
  readonly bytesDone: number
  /** 0 where nobody knows yet. */
  readonly bytes: number
}

/** One line on stderr that is drawn again and again, and gone at the end. Does nothing where stderr is no terminal. */
export interface ProgressLine {
  show(progress: Progress): void
  /** Takes the line off, before something else is written there. */
  clear(): void
}

/** More often than this nobody can read it. */
const MIN_GAP_MS = 100

export function createProgressLine(
  app: Pick<App, 'err' | 'progressColumns' | 'now' | 'env' | 'platform'>,
): ProgressLine {
  const { progressColumns } = app
  if (progressColumns === undefined) return { show: () => {}, clear: () => {} }
  // One column stays free: some terminals begin a new line when the last one is filled.
  const room = { columns: progressColumns - 1, blocks: usesUtf8(app) ? BLOCKS : ASCII_BLOCKS }
  let isShown = false
  let lastAt = Number.NEGATIVE_INFINITY
  let part: { readonly doing: string; readonly startedAt: number; readonly bytesBefore: number } | undefined
  return {
    show(progress) {
      const now = app.now()
      const isNext = part?.doing !== progress.doing
      // A rate belongs to one part of the work: the next may be ten times as fast.
      if (!part || isNext) part = { doing: progress.doing, startedAt: now, bytesBefore: progress.bytesDone }
      // A clock that goes back must not stop the line.
      if (!isNext && now - lastAt < MIN_GAP_MS && now >= lastAt) return
      lastAt = now
      const done = { bytes: progress.bytesDone - part.bytesBefore, elapsedMs: now - part.startedAt }
      app.err.write(`\r${formatProgress(progress, done, room)}${CLEAR_REST}`)
      isShown = true
    },
    clear() {
      if (isShown) app.err.write(`\r${CLEAR_REST}`)
      isShown = false
    },
  }
}

const CLEAR_REST = '\x1b[K'

export interface ProgressRoom {
  readonly columns: number
  /** One column each. */
  readonly blocks: { readonly done: string; readonly left: string }
}

export const BLOCKS: ProgressRoom['blocks'] = { done: '█', left: '░' }
export const ASCII_BLOCKS: ProgressRoom['blocks'] = { done: '#', left: '.' }
const BAR_COLUMNS = 20

/**
 * `Reading  ██████████░░░░░░░░░░  1,250 of 2,500 sessions  100 MB/s  5s left`. `recent`: what the rate is taken from.
 * Where there is less room, how fast and how long stay longest.
 */
export function formatProgress(
  progress: Progress,
  recent: { readonly bytes: number; readonly elapsedMs: number },
  { columns, blocks }: ProgressRoom,
): string {
  const { doing, bytes } = progress
  const bytesDone = Math.min(progress.bytesDone, bytes)
  const share = bytes > 0 ? Math.max(0, bytesDone / bytes) : undefined
  const perSecond = recent.elapsedMs >= MIN_RATE_MS ? (recent.bytes / recent.elapsedMs) * 1000 : 0
  const sessions = progress.sessions ? formatSessions(progress.sessions) : ''
  const size = bytes > 0 ? `${formatBytes(bytesDone)} of ${formatBytes(bytes)}` : ''
  const rate = perSecond > 0 ? `${formatBytes(perSecond)}/s` : ''
  const left = perSecond > 0 ? formatLeft((bytes - bytesDone) / perSecond) : ''
  const bar = share === undefined ? '' : formatBar(share, blocks)
  const percent = share === undefined ? '' : `${Math.floor(share * 100)}%`
  const lines = [
    [doing, bar, sessions, size, rate, left],
    [doing, bar, sessions || size, rate, left],
    [doing, sessions, size, rate, left],
    [doing, sessions || size, rate, left],
    [doing, percent, rate, left],
    [percent, rate, left],
    [percent, left],
    [percent || doing],
  ].map(parts => parts.filter(part => part !== '').join('  '))
  // Every character of it takes one column. Measuring text of any kind would load tables that cost a sync 50 ms.
  return lines.find(line => line.length <= columns) ?? (lines.at(-1) ?? '').slice(0, columns)
}

function formatSessions({ done, total }: NonNullable<Progress['sessions']>): string {
  if (total === undefined) return `${formatInteger(done)} sessions`
  return `${formatInteger(Math.min(done, total))} of ${formatInteger(total)} sessions`
}

function formatBar(share: number, { done, left }: ProgressRoom['blocks']): string {
  const filled = Math.floor(share * BAR_COLUMNS)
  return done.repeat(filled) + left.repeat(BAR_COLUMNS - filled)
}

/** The last second would stand there until all is finished, which may take several. */
function formatLeft(seconds: number): string {
  return seconds < 1.5 ? '' : `${formatDuration(seconds * 1000)} left`
}

/** A rate over less than this says nothing. */
const MIN_RATE_MS = 500

/** By the rules of POSIX the first that is set counts. Terminals of Windows can draw blocks. */
function usesUtf8({ env, platform }: Pick<App, 'env' | 'platform'>): boolean {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ''
  return platform === 'win32' || /utf-?8/i.test(locale)
}
