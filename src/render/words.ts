/** What all formats say in the same words. Nothing here is made safe or laid out: that is for the format. */
import type { ToolStatus } from '../model/tool-call.ts'
import type { TurnOrigin } from '../model/turn-origin.ts'
import { formatCount, formatInteger, formatNumberOf } from '../text/count.ts'
import { formatCost } from '../text/money.ts'
import { formatDuration } from '../time/duration.ts'
import type { OutputPart } from './view/part.ts'
import type {
  AgentRow,
  Badge,
  CompactionRow,
  HookRow,
  LossItem,
  LossRow,
  RewoundRow,
  RowCost,
  SessionRow,
  ToolRow,
  TurnRow,
} from './view/row.ts'

/** What stands over a printed text; nothing over what a program says when all is well. */
export const STREAM_LABELS: { readonly [Stream in OutputPart['stream']]: string } = {
  stdout: '',
  stderr: 'stderr',
  error: 'error',
  rejected: 'refused by the user',
  denied: 'denied',
  interrupted: 'interrupted',
  skipped: 'not run',
}

export const STATUS_BADGES: { readonly [Status in ToolStatus]: Badge | undefined } = {
  ok: undefined,
  pending: { text: 'no result', tone: 'quiet' },
  error: { text: 'error', tone: 'bad' },
  rejected: { text: 'rejected', tone: 'bad' },
  denied: { text: 'denied', tone: 'bad' },
  interrupted: { text: 'interrupted', tone: 'bad' },
  skipped: { text: 'not run', tone: 'quiet' },
}

const RUNNING: Badge = { text: 'running', tone: 'quiet' }

/** The facts beside a call, its outcome last; a bad exit code says `error` already. */
export function toolBadges(row: ToolRow): readonly Badge[] {
  const status = row.isRunning ? RUNNING : STATUS_BADGES[row.status]
  const saysItself = row.status === 'error' && row.badges.some(badge => badge.tone === 'bad')
  return status && !saysItself ? [...row.badges, status] : row.badges
}

/** The words of an error beside a folded row; an exit code stands in its badge, a refusal in its own row. */
export function errorWords(row: { readonly error: string; readonly status?: string }): string {
  if (row.status === 'rejected' || row.status === 'skipped') return ''
  return row.error.replace(/^(?:Error: )?Exit code \d+\s*/, '').trim()
}

const STORAGE_NOTES: { readonly [Storage in AgentRow['storedAs']]: string } = {
  file: '',
  'in-main-file': '',
  'progress-copies': 'file missing',
  'result-only': 'file missing, tokens of its last request by its result',
}

/** What is to be known of an agent before its numbers; empty where it simply did its work. */
export function agentNote(row: Pick<AgentRow, 'purpose' | 'isResume' | 'status' | 'storedAs'>): string {
  if (row.purpose === 'warmup') return 'warm-up, not asked for'
  if (row.purpose === 'compaction') return 'for compaction'
  if (row.isResume) return 'resumed, see above'
  if (row.status === 'completed' || row.status === 'unknown') return STORAGE_NOTES[row.storedAs]
  return row.status === 'async' ? 'in background' : row.status
}

/** `$0.42`, with `+` where it was more; nothing where nothing is known or it was free. */
export function costText({ cost }: { readonly cost?: RowCost | undefined }): string {
  return cost && cost.costUsd > 0 ? formatCost(cost) : ''
}

/** `12 turns`, or `12 turns, 3 other` where some were set off by programs, agents, timers or background tasks. */
export function turnsText({ turns, otherTurns }: { readonly turns: number; readonly otherTurns: number }): string {
  const own = formatNumberOf(turns, 'turn')
  return otherTurns > 0 ? `${own}, ${otherTurns} other` : own
}

/** What set a turn off, where its words do not say it themselves. */
export const ORIGIN_WORDS: { readonly [Origin in TurnOrigin]: string } = {
  typed: '',
  queued: 'queued',
  command: '',
  shell: '',
  plan: 'plan handed over',
  program: 'from a program',
  teammate: 'from another agent',
  scheduled: 'scheduled',
  notification: 'background task',
  agent: '',
  unknown: 'unknown origin',
  none: '',
}

/** A session in numbers; those that say nothing are left out. */
export function sessionNumbers(row: SessionRow): readonly string[] {
  return [
    turnsText(row),
    formatNumberOf(row.toolCalls, 'call'),
    row.agents > 0 ? formatNumberOf(row.agents, 'agent') : '',
    tokensText(row.tokens),
    costText(row),
    row.activeMs > 0 ? `${formatDuration(row.activeMs)} active` : '',
  ].filter(text => text !== '')
}

export function turnNumbers(row: TurnRow): readonly string[] {
  return [
    ORIGIN_WORDS[row.origin],
    row.isInterrupted ? 'interrupted' : '',
    row.toolCalls > 0 ? formatNumberOf(row.toolCalls, 'call') : '',
    row.files > 0 ? formatNumberOf(row.files, 'file') : '',
    tokensText(row.tokens),
    costText(row),
    row.activeMs > 0 ? formatDuration(row.activeMs) : '',
  ].filter(text => text !== '')
}

function tokensText(tokens: number): string {
  return tokens > 0 ? `${formatCount(tokens)} tokens` : ''
}

/** `160k → 12k tokens`, as far as it is recorded. */
export function tokenDelta({ preTokens, postTokens }: Pick<CompactionRow, 'preTokens' | 'postTokens'>): string {
  if (preTokens === undefined) return ''
  return `${formatCount(preTokens)}${postTokens === undefined ? '' : ` → ${formatCount(postTokens)}`} tokens`
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
export function turnNames({ turns }: Pick<RewoundRow, 'turns'>): string {
  const [first] = turns
  const last = turns.at(-1)
  if (first === undefined) return ''
  return first === last ? `: turn ${first}` : `: turns ${first}–${last}`
}

/** Behind an answer that none of the options gave. */
export const OWN_WORDS = 'in their own words'

/** What could not be read or is not understood. */
export function oddItems(row: LossRow): readonly LossItem[] {
  const { unreadable, unknown } = row
  const items = [
    { what: unreadable === 1 ? 'unreadable line' : 'unreadable lines', count: unreadable },
    { what: unknown === 1 ? 'entry of unknown kind' : 'entries of unknown kind', count: unknown },
  ]
  return items.filter(item => item.count > 0)
}

/** What a reader did not see, sentence by sentence; none where everything was shown. */
export function lossSentences(row: LossRow): readonly string[] {
  const isWhole = row.level === 'all'
  const odd = oddItems(row)
  return [
    ...outsideSentences(row),
    row.items.length > 0 && `Not shown at level ${row.level}: ${listItems(row.items)}.`,
    odd.length > 0 && `${isWhole ? 'Held' : 'Also not shown'}: ${listItems(odd)}.`,
    isWhole && row.repeats.length > 0 && `Not repeated: ${listItems(row.repeats)}.`,
  ].filter(sentence => sentence !== false)
}

/** Of what lies outside the turns asked for. */
export function outsideSentences(row: LossRow): readonly string[] {
  return [
    row.otherTurns > 0 && `${formatNumberOf(row.otherTurns, 'other turn')} not asked for.`,
    row.isStartLeftOut && 'What stands before the first prompt was not asked for.',
  ].filter(sentence => sentence !== false)
}

export const ALL_SHOWN = 'Everything was shown.'

export function listItems(items: readonly LossItem[]): string {
  return items.map(item => `${formatInteger(item.count)} ${item.what}`).join(', ')
}
