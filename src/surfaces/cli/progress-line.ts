import { formatBytes, formatInteger } from '../../text/count.ts'
import { cutToWidth } from '../../text/width.ts'
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

export function createProgressLine(app: Pick<App, 'err' | 'progressColumns' | 'now'>): ProgressLine {
  const { progressColumns } = app
  if (progressColumns === undefined) return { show: () => {}, clear: () => {} }
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
      // One column stays free: some terminals begin a new line when the last one is filled.
      app.err.write(`\r${cutToWidth(formatProgress(progress, done), progressColumns - 1)}${CLEAR_REST}`)
      isShown = true
    },
    clear() {
      if (isShown) app.err.write(`\r${CLEAR_REST}`)
      isShown = false
    },
  }
}

const CLEAR_REST = '\x1b[K'

/** `Reading  120 of 2,500 sessions  48 MB of 1 GB  96 MB/s  10s left`. `recent`: what the rate is taken from. */
export function formatProgress(
  progress: Progress,
  recent: { readonly bytes: number; readonly elapsedMs: number },
): string {
  const { doing, sessions, bytes, bytesDone } = progress
  const rate = recent.elapsedMs >= MIN_RATE_MS ? (recent.bytes / recent.elapsedMs) * 1000 : 0
  const leftMs = rate > 0 && bytes > 0 ? ((bytes - bytesDone) / rate) * 1000 : undefined
  return [
    doing,
    sessions ? formatSessions(sessions) : '',
    bytes > 0 ? `${formatBytes(Math.min(bytesDone, bytes))} of ${formatBytes(bytes)}` : '',
    rate > 0 ? `${formatBytes(rate)}/s` : '',
    leftMs === undefined ? '' : `${formatDuration(Math.max(1000, leftMs))} left`,
  ]
    .filter(part => part !== '')
    .join('  ')
}

function formatSessions({ done, total }: NonNullable<Progress['sessions']>): string {
  if (total === undefined) return `${formatInteger(done)} sessions`
  return `${formatInteger(Math.min(done, total))} of ${formatInteger(total)} sessions`
}

/** A rate over less than this says nothing. */
const MIN_RATE_MS = 500
