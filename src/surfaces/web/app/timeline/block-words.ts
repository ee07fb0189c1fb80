import type { TimelineTurn } from '../../../../query/story/session-timeline.ts'
import { nameActivity } from '../../../../render/story/sections.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDay, formatDayTime, formatTime } from '../../../../time/day.ts'
import { formatDuration } from '../../../../time/duration.ts'
import { countMarks, nameMarks } from './mark-glyphs.tsx'
import type { Block } from './timeline-layout.ts'

/** `Turn 4`, `Turns 4–6`, `Before the first prompt`. */
export function nameBlock({ turns }: Pick<Block, 'turns'>): string {
  const [first, last] = [turns[0]?.number ?? 0, turns.at(-1)?.number ?? 0]
  if (first !== last) return `Turns ${first}–${last}`
  return first === 0 ? 'Before the first prompt' : `Turn ${first}`
}

/** When it was, how long it took, what came before it. */
export function describeTime({ startedAt, endedAt, activeMs, idleMs }: Omit<Block, 'x' | 'width'>): string {
  return [
    formatSpan(startedAt, endedAt),
    activeMs > 0 ? `${formatDuration(activeMs)} of work` : '',
    idleMs > 0 ? `after ${formatDuration(idleMs)} without any` : '',
  ]
    .filter(text => text !== '')
    .join(' · ')
}

function formatSpan(start: number | undefined, end: number | undefined): string {
  if (start === undefined) return ''
  if (end === undefined || formatDayTime(end) === formatDayTime(start)) return formatDayTime(start)
  return `${formatDayTime(start)} – ${formatDay(end) === formatDay(start) ? formatTime(end) : formatDayTime(end)}`
}

const OUTCOMES: { readonly [Outcome in TimelineTurn['outcome']]: string } = {
  answered: '',
  interrupted: 'interrupted',
  failed: 'failed',
  open: 'without an answer',
}

/** Nobody waits for an answer before the first prompt. */
export function describeOutcome({ number, outcome, isRewound }: TimelineTurn): string {
  return [number === 0 ? '' : OUTCOMES[outcome], isRewound ? 'taken back' : ''].filter(text => text !== '').join(', ')
}

/** `Edited ×5, Ran tests ×2 (1 failed)`. */
export function describeDone(turns: readonly TimelineTurn[]): string {
  const sums = new Map<string, { count: number; failed: number }>()
  for (const { kind, count, failed } of turns.flatMap(({ did }) => did)) {
    const sum = sums.get(nameActivity(kind)) ?? { count: 0, failed: 0 }
    sums.set(nameActivity(kind), { count: sum.count + count, failed: sum.failed + failed })
  }
  return [...sums]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([name, { count, failed }]) => `${name} ×${count}${failed > 0 ? ` (${failed} failed)` : ''}`)
    .join(', ')
}

/** All of a block in one breath, for who hears it. */
export function describeBlock(block: Block): string {
  const [turn] = block.turns
  const marks = countMarks(block.marks).map(nameMarks)
  return [
    nameBlock(block),
    describeTime(block),
    block.turns.length === 1 && turn ? sanitizeLine(turn.prompt) : '',
    describeDone(block.turns),
    marks.join(', '),
  ]
    .filter(text => text !== '')
    .join('. ')
}
