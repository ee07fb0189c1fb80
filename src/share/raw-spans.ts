import type { Thread } from '../model/session.ts'
import type { TurnRange } from '../render/view/view-options.ts'

/** Bytes of a transcript; without an end up to the end of the file. */
export interface RawSpan {
  readonly from: number
  readonly to?: number
}

/** The lines of turns, up to the next line of the conversation each: turns may stand between each other. */
export function rawSpans({ entries }: Thread, { from, to }: TurnRange): readonly RawSpan[] {
  const spans: RawSpan[] = []
  entries.forEach((entry, at) => {
    if (entry.turn < from || entry.turn > to) return
    const end = entries[at + 1]?.start
    const last = spans.at(-1)
    const start = last?.to === entry.start ? (spans.pop() as RawSpan).from : entry.start
    spans.push(end === undefined ? { from: start } : { from: start, to: end })
  })
  return spans
}
