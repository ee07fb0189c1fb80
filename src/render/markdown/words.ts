import type { ToolStatus } from '../../model/tool-call.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../text/count.ts'
import { formatDuration } from '../../time/duration.ts'
import type { AgentRow, HookRow, LossItem, LossRow, RewoundRow, ToolRow } from '../view/row.ts'
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

const STATUS_WORDS: { readonly [Status in ToolStatus]: string } = {
  ok: '',
  pending: 'no result',
  error: 'error',
  rejected: 'rejected',
  denied: 'denied',
  interrupted: 'interrupted',
  skipped: 'not run',
}

export function toolFacts(row: ToolRow): readonly string[] {
  const saysItself = row.status === 'error' && row.badges.some(badge => badge.tone === 'bad')
  const status = row.isRunning ? 'running' : saysItself ? '' : STATUS_WORDS[row.status]
  return [...row.badges.map(badge => plain(badge.text)), status, timeTaken(row.durationMs)]
}

export function agentFacts(row: AgentRow): readonly (string | false)[] {
  return [
    agentNote(row),
    row.model !== undefined && plain(row.model),
    row.steps > 0 && formatNumberOf(row.steps, 'call'),
    row.tokens > 0 && `${formatCount(row.tokens)} tokens`,
    timeTaken(row.durationMs),
  ]
}

function agentNote(row: AgentRow): string {
  if (row.purpose === 'warmup') return 'warm-up, not asked for'
  if (row.purpose === 'compaction') return 'for compaction'
  if (row.isResume) return 'resumed, see above'
  if (row.status === 'completed' || row.status === 'unknown')
    return row.storedAs === 'progress-copies' ? 'file missing' : ''
  return row.status === 'async' ? 'in background' : row.status
}

export const HOOK_WORDS: { readonly [Outcome in HookRow['outcome']]: string } = {
  started: '',
  success: '',
  error: 'failed',
  blocked: 'blocked',
  cancelled: 'cancelled',
  context: 'added context',
  message: 'said',
  decision: 'decided',
}

/** `: turns 4–5`, or nothing. */
export function turnNames({ turns }: RewoundRow): string {
  const [first] = turns
  const last = turns.at(-1)
  if (first === undefined) return ''
  return first === last ? `: turn ${first}` : `: turns ${first}–${last}`
}

/** What a reader did not see. */
export function lossText(row: LossRow): string {
  const isWhole = row.level === 'all'
  const odd: string[] = []
  if (row.unreadable > 0) odd.push(formatNumberOf(row.unreadable, 'unreadable line'))
  if (row.unknown > 0) odd.push(formatNumberOf(row.unknown, 'entry of unknown kind', 'entries of unknown kind'))
  const sentences = [
    row.otherTurns > 0 && `${formatNumberOf(row.otherTurns, 'other turn')} not asked for.`,
    row.isStartLeftOut && 'What stands before the first prompt was not asked for.',
    row.items.length > 0 && `Not shown at level ${row.level}: ${listItems(row.items)}.`,
    odd.length > 0 && `${isWhole ? 'Held' : 'Also not shown'}: ${odd.join(', ')}.`,
    isWhole && row.repeats.length > 0 && `Not repeated: ${listItems(row.repeats)}.`,
  ].filter(sentence => sentence !== false)
  return sentences.length > 0 ? sentences.join(' ') : 'Everything was shown.'
}

function listItems(items: readonly LossItem[]): string {
  return items.map(item => `${formatInteger(item.count)} ${plain(item.what)}`).join(', ')
}
