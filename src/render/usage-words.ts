/** What a report about usage says in words, in a terminal and on a page alike. */
import { formatCount, formatInteger, formatNumberOf } from '../text/count.ts'
import { formatUsd } from '../text/money.ts'
import { sanitizeLine } from '../text/sanitize.ts'
import { cutToWidth } from '../text/width.ts'

/** How far the numbers of a report can be trusted. */
interface Accuracy {
  readonly requests: number
  readonly finished: number
  readonly unfinished: number
  readonly unpriced: readonly { readonly model: string; readonly tokens: number }[]
  readonly copiesDropped: number
  readonly unreadableLines: number
  readonly seenInProgress: { readonly requests: number; readonly tokens: number }
  readonly recordedCosts: number
  readonly withoutTime: number
  readonly prices: { readonly version: string } | undefined
}

/** Agents of which only the result of their call is known. */
interface KnownByResult {
  readonly agents: number
  readonly tokens: number
}

/** One part for each thing there is to know; what is zero is left out. */
export function accuracyParts(accuracy: Accuracy, knownByResult?: KnownByResult): readonly string[] {
  const { copiesDropped, unreadableLines, seenInProgress, recordedCosts, withoutTime, prices } = accuracy
  return [
    describeRequests(accuracy),
    copiesDropped > 0 ? `${formatCount(copiesDropped)} ${copiesDropped === 1 ? 'copy' : 'copies'} dropped` : '',
    describeUnpriced(accuracy),
    recordedCosts > 0 ? `${formatCount(recordedCosts)} recorded ${recordedCosts === 1 ? 'cost' : 'costs'}` : '',
    unreadableLines > 0 ? `${formatCount(unreadableLines)} unreadable ${unreadableLines === 1 ? 'line' : 'lines'}` : '',
    seenInProgress.requests > 0
      ? `not counted: ${formatCount(seenInProgress.requests)} ${seenInProgress.requests === 1 ? 'request' : 'requests'} seen only in progress lines (${formatCount(seenInProgress.tokens)} tokens)`
      : '',
    knownByResult && knownByResult.agents > 0
      ? `not counted: ${formatNumberOf(knownByResult.agents, 'agent')} known only from a result, which tells of ${formatCount(knownByResult.tokens)} tokens`
      : '',
    withoutTime > 0 ? `${formatCount(withoutTime)} undated` : '',
    prices ? `prices of ${prices.version}` : '',
    NEVER,
  ].filter(part => part !== '')
}

/** R15 in few words; the JSON has them all. */
const NEVER = 'never in transcripts: safety checks, title helpers, unsaved sessions'

function describeRequests({ requests, finished, unfinished }: Accuracy): string {
  const all = formatNumberOf(requests, 'request')
  if (unfinished === 0) return `${all}, ${requests === 1 ? 'finished' : 'all finished'}`
  return `${all}: ${formatInteger(finished)} finished, ${formatInteger(unfinished)} unfinished (lower bound)`
}

const MAX_MODELS = 2
const MAX_NAME = 18

function describeUnpriced({ unpriced }: Accuracy): string {
  if (unpriced.length === 0) return ''
  const tokens = unpriced.reduce((sum, { tokens }) => sum + tokens, 0)
  const named = unpriced
    .slice(0, MAX_MODELS)
    .map(({ model, tokens }) => `${cutToWidth(sanitizeLine(model), MAX_NAME) || '(no name)'} ${formatCount(tokens)}`)
  const more = unpriced.length - MAX_MODELS
  const names = more > 0 ? [...named, `${formatInteger(more)} more`] : named
  return `unpriced ${formatCount(tokens)} tokens (${names.join(', ')})`
}

/** `claude-opus-4-6-20260101` is opus-4-6 to most people. */
export function shortModel(model: string): string {
  return sanitizeLine(model.replace(/^claude-/, '').replace(/-20\d{6}$/, '')) || '(no name)'
}

/** A request behind a row of a report, as far as it is put into words. */
interface RequestMarks {
  readonly agent?: string | undefined
  readonly cost?: { readonly row: string; readonly rules: readonly string[] } | undefined
  readonly costUsd: number | null
  readonly isRecordedCost: boolean
  readonly isUnfinished: boolean
  /** How much of the request belongs to the row. */
  readonly share: number
  readonly webSearches: number
}

/** What is special about a request: who made it, what its cost is made of, and what is missing. */
export function requestMarks(request: RequestMarks): readonly string[] {
  const { agent, cost, costUsd, isRecordedCost, isUnfinished, share, webSearches } = request
  return [
    agent === undefined ? '' : `subagent ${sanitizeLine(agent)}`,
    isUnfinished ? 'unfinished (lower bound)' : '',
    webSearches > 0 ? formatNumberOf(webSearches, 'web search', 'web searches') : '',
    share < 1 && costUsd !== null ? `${formatShare(share)} of a request of ${formatUsd(costUsd)}` : '',
    share < 1 && costUsd === null ? `${formatShare(share)} of a request` : '',
    isRecordedCost ? 'cost as the client recorded it' : '',
    cost ? [`price of ${sanitizeLine(cost.row)}`, ...cost.rules.map(sanitizeLine)].join(', ') : '',
  ].filter(text => text !== '')
}

/** `12 %`, `0.4 %`. */
export function formatShare(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}
