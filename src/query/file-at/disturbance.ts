import type { Reach } from './command-reach.ts'

/**
 * Something that may have changed a file and left no record of how. `command`: the model ran it; `typed-command`: the
 * person did; `hook`: the client ran it; `tool`: of an MCP server; `outside-edit`: the client noticed that the file had
 * changed; `rewind`: turns were taken back, and the code perhaps with them; `gap`: no session was at work, and nobody
 * wrote anything down.
 */
export type DisturbanceKind = 'command' | 'typed-command' | 'hook' | 'tool' | 'outside-edit' | 'rewind' | 'gap'

export interface Disturbance {
  readonly kind: DisturbanceKind
  readonly reach: Reach
  /** It is known to change files; else nothing is known of it. */
  readonly isKnown: boolean
  /** The command, or the name of the tool; empty where there is none. */
  readonly text: string
  /** Undefined for a gap. */
  readonly session: number | undefined
  readonly agent: string
  /** Of its thread. */
  readonly turn: number
  /** When it began and ended at the latest; epoch milliseconds. */
  readonly startedAt: number
  readonly endedAt: number
}

/** A stretch of time, the end included and the beginning not. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

export function isWithin(
  { startedAt, endedAt }: Pick<Disturbance, 'startedAt' | 'endedAt'>,
  { from, to }: Stretch,
): boolean {
  return endedAt > from && startedAt <= to
}

/**
 * It may put a file back as it was before: then a later record that has the same does not say that nothing happened in
 * between. A formatter or an unknown program does not.
 */
export function mayRestore({ kind, reach, isKnown, text }: Disturbance): boolean {
  if (kind === 'rewind') return true
  return isKnown && ((reach === 'names' && text !== '') || RESTORING.test(text))
}

const RESTORING =
  /\bgit\b[^|;&]*\b(?:am|apply|checkout|cherry-pick|reset|restore|revert|stash|switch)\b|\b(?:cp|mv|patch|rsync|tar|unzip)\b/

/** Stretches of work, by session. */
export interface WorkTime {
  readonly startedAt: number
  readonly endedAt: number
}

/** The first time in a stretch in which no session was at work; undefined where one always was. */
export function findGap(work: readonly WorkTime[], { from, to }: Stretch): Stretch | undefined {
  let covered = from
  for (const { startedAt, endedAt } of [...work].sort((a, b) => a.startedAt - b.startedAt)) {
    if (startedAt > covered) break
    covered = Math.max(covered, endedAt)
  }
  if (covered >= to) return undefined
  const next = Math.min(to, ...work.map(({ startedAt }) => startedAt).filter(at => at > covered))
  return { from: covered, to: next }
}
