import { asString } from '../../../format/json.ts'
import { appendBounded, readBounded } from './bounded-lines.ts'
import type { HookPlaces } from './hook-places.ts'

/** Why a recall was skipped: the time was up, or the index could not be asked just then. None of it is a failure. */
export const SKIPS = {
  late: 'the machine was busy',
  'index-busy': 'the index was being written',
  'index-older': 'the index has to be made anew',
  'index-missing': 'the index was not whole',
} as const
export type Skip = keyof typeof SKIPS

/** What came of a question to the index. Where it was gated before, nothing was asked. */
export type RecallEnd = 'delivered' | 'nothing' | Skip

/** The last recalls, as many as the file holds. */
export interface RecallCounts {
  readonly asked: number
  readonly skipped: { readonly [Reason in Skip]?: number }
}

type Place = Pick<HookPlaces, 'recalls'>

export function isSkip(code: unknown): code is Skip {
  return typeof code === 'string' && Object.hasOwn(SKIPS, code)
}

/** Never throws. */
export function countRecall({ recalls }: Place, at: number, end: RecallEnd): void {
  appendBounded(recalls, { at, end })
}

export function readRecallCounts({ recalls }: Place): RecallCounts {
  const ends = readBounded(recalls).flatMap(line => asString(line.end) ?? [])
  const skipped: { [Reason in Skip]?: number } = {}
  for (const end of ends) if (isSkip(end)) skipped[end] = (skipped[end] ?? 0) + 1
  return { asked: ends.length, skipped }
}
