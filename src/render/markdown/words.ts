import { formatCount, formatNumberOf } from '../../text/count.ts'
import { formatDuration } from '../../time/duration.ts'
import type { AgentRow, LossRow, ToolRow } from '../view/row.ts'
import { ALL_SHOWN, agentNote, costText, lossSentences, toolBadges } from '../words.ts'
import { plain } from './plain.ts'

/** Facts beside a headline, in brackets; empty where there are none. All of it is safe already. */
export function inBrackets(facts: readonly (string | false | undefined)[]): string {
  const said = facts.filter(fact => typeof fact === 'string' && fact !== '')
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

/** Words with a space between them; what is empty leaves none behind. */
export function spaced(...words: readonly string[]): string {
  return words.filter(word => word !== '').join(' ')
}

/** Shorter than a second says nothing about the work. */
export function timeTaken(durationMs: number | undefined): string {
  return durationMs === undefined || durationMs < 1000 ? '' : formatDuration(durationMs)
}

export function toolFacts(row: ToolRow): readonly string[] {
  return [...toolBadges(row).map(badge => plain(badge.text)), timeTaken(row.durationMs)]
}

export function agentFacts(row: AgentRow): readonly (string | false)[] {
  return [
    agentNote(row),
    row.model !== undefined && plain(row.model),
    row.steps > 0 && formatNumberOf(row.steps, 'call'),
    row.tokens > 0 && `${formatCount(row.tokens)} tokens`,
    costText(row),
    timeTaken(row.durationMs),
  ]
}

/** What a reader did not see. */
export function lossText(row: LossRow): string {
  const sentences = lossSentences(row)
  return sentences.length > 0 ? sentences.map(plain).join(' ') : ALL_SHOWN
}
