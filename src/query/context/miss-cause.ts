import { MISS_CAUSES, type MissCause } from './context-report.ts'
import type { ContextMarks, ContextRow } from './context-rows.ts'

/** What is known of the time before a request that missed. */
export interface BeforeMiss {
  readonly first: ContextRow
  /** The one it goes on from; `previous` stands right above it in the transcript, and may have been taken back. */
  readonly before: ContextRow
  readonly previous: ContextRow
  readonly cachedTokens: number
  readonly readTokens: number
  /** Of the first part that was lost. */
  readonly lifeMs: number | undefined
}

export function findCause(row: ContextRow, facts: BeforeMiss, marks: ContextMarks): MissCause {
  return MISS_CAUSES.find(cause => CAUSES[cause](row, facts, marks)) ?? 'unknown'
}

type Fits = (row: ContextRow, facts: BeforeMiss, marks: ContextMarks) => boolean

const CAUSES: { readonly [Cause in MissCause]: Fits } = {
  compaction: (row, { before }) => row.segment !== before.segment,
  'tool-results-cleared': (row, { previous }, { clearings }) => isBetween(clearings, previous.entry, row.entry),
  // Caches are of one model, and a fast one has a cache of its own.
  'model-switch': (row, { before }) => row.model !== before.model || isFast(row) !== isFast(before),
  resume: (row, { previous }, marks) =>
    isBetween(marks.resumes, previous.entry, row.entry) ||
    (previous.copiedFrom !== undefined && row.copiedFrom === undefined) ||
    isOtherVersion(row, previous) ||
    isWoken(row, previous, marks),
  idle: isIdle,
  unknown: () => true,
}

/** From one request sent to the next: that is when a cache is read and its life begins again. */
export function idleMsOf(row: ContextRow, previous: ContextRow): number | undefined {
  if (row.sentAt === undefined || previous.sentAt === undefined) return undefined
  return row.sentAt - previous.sentAt
}

/**
 * What is still read after the cache's life has ended is what other sessions share, the system prompt and tools: no
 * more than the first request sent. Where more was read the cache was alive, and something else happened.
 */
function isIdle(row: ContextRow, { first, previous, lifeMs, cachedTokens, readTokens }: BeforeMiss): boolean {
  const idleMs = idleMsOf(row, previous)
  if (idleMs === undefined || lifeMs === undefined || idleMs <= lifeMs) return false
  return readTokens <= Math.max(first.contextTokens, cachedTokens / 2)
}

/** Nobody changes the client under a running session: it was ended and gone on with. */
function isOtherVersion(row: ContextRow, previous: ContextRow): boolean {
  return row.version !== undefined && previous.version !== undefined && row.version !== previous.version
}

function isWoken(row: ContextRow, previous: ContextRow, { wakes }: ContextMarks): boolean {
  if (row.firstAt === undefined || previous.firstAt === undefined) return false
  return isBetween(wakes, previous.firstAt, row.firstAt)
}

function isFast({ speed }: ContextRow): boolean {
  return speed === 'fast'
}

function isBetween(numbers: readonly number[], after: number, before: number): boolean {
  return numbers.some(number => number > after && number < before)
}
