/** The page that goes before several exported sessions: what was asked, committed and spent, and where to read it. */
import { formatCount, formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import { formatDuration } from '../../time/duration.ts'

/** Every text is fit to be shared; nothing here takes anything out. */
export interface IndexPage {
  readonly sessions: readonly IndexSession[]
  readonly totals: IndexNumbers
}

export interface IndexSession extends IndexNumbers {
  readonly id: string
  /** Name of its file in the same folder; undefined where all stand in one stream. */
  readonly file: string | undefined
  readonly title: string
  readonly project: string | undefined
  readonly branches: readonly string[]
  /** Epoch milliseconds. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  /** Set where only these turns are exported; every number is about them alone. */
  readonly range: { readonly from: number; readonly to: number } | undefined
  readonly prompts: readonly IndexPrompt[]
  readonly commits: readonly IndexCommit[]
  readonly pullRequests: readonly IndexPullRequest[]
}

export interface IndexNumbers {
  readonly activeMs: number
  readonly turns: number
  readonly toolCalls: number
  readonly agents: number
  /** Distinct files changed. */
  readonly filesChanged: number
  readonly usage: IndexUsage
}

/** Costs arrive as values. */
export interface IndexUsage {
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheWriteTokens: number
  readonly cacheReadTokens: number
  readonly totalTokens: number
  /** Null where nothing has a price. */
  readonly costUsd: number | null
  readonly unpricedTokens: number
  readonly isLowerBound: boolean
}

export interface IndexPrompt {
  readonly turn: number
  readonly text: string
  readonly isRewound: boolean
}

export interface IndexCommit {
  readonly sha: string
  readonly subject: string | undefined
  readonly branch: string | undefined
}

export interface IndexPullRequest {
  readonly url: string
  readonly number: number | undefined
  readonly repository: string | undefined
}

export interface IndexOptions {
  /** `$3.41`, `unpriced`. */
  formatCost(usage: IndexUsage): string
  /** Base64 of the SHA-256 of a text in UTF-8. */
  sha256(text: string): string
}

export interface IndexDay {
  /** `2026-03-01`; undefined for sessions without a time. */
  readonly day: string | undefined
  readonly sessions: readonly IndexSession[]
}

/** Days in UTC, the first one first; what has no time comes last. */
export function groupByDay(sessions: readonly IndexSession[]): readonly IndexDay[] {
  const sorted = sessions.toSorted(compareSessions)
  const days = Map.groupBy(sorted, ({ startedAt }) => formatIso(startedAt)?.slice(0, 10))
  return Array.from(days, ([day, inside]) => ({ day, sessions: inside }))
}

function compareSessions(a: IndexSession, b: IndexSession): number {
  return (a.startedAt ?? LATEST) - (b.startedAt ?? LATEST) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)
}

const LATEST = Number.MAX_SAFE_INTEGER

export function dayTitle({ day }: IndexDay): string {
  return day ?? 'Without a time'
}

/** `09:05–10:12 UTC`; with the day where it ends on another one. */
export function timesOf({ startedAt, endedAt }: IndexSession): string {
  const from = formatIso(startedAt)
  const to = formatIso(endedAt)
  if (from === undefined) return ''
  const begin = from.slice(11, 16)
  if (to === undefined || to.slice(0, 16) <= from.slice(0, 16)) return `${begin} UTC`
  const isSameDay = to.slice(0, 10) === from.slice(0, 10)
  return isSameDay ? `${begin}–${to.slice(11, 16)} UTC` : `${begin} – ${to.slice(0, 10)} ${to.slice(11, 16)} UTC`
}

/** What was done and what it took, as short phrases; without those that are nothing. */
export function numbersOf(numbers: IndexNumbers, { formatCost }: Pick<IndexOptions, 'formatCost'>): readonly string[] {
  const { turns, toolCalls, agents, filesChanged, activeMs, usage } = numbers
  return [
    formatNumberOf(turns, 'turn'),
    toolCalls > 0 ? formatNumberOf(toolCalls, 'tool call') : '',
    agents > 0 ? formatNumberOf(agents, 'subagent') : '',
    filesChanged > 0 ? `${formatNumberOf(filesChanged, 'file')} changed` : '',
    activeMs > 0 ? `${formatDuration(activeMs)} active` : '',
    usage.totalTokens > 0 ? `${formatCount(usage.totalTokens)} tokens` : '',
    usage.requests > 0 ? formatCost(usage) : '',
  ].filter(phrase => phrase !== '')
}

export function rangeOf({ range }: IndexSession): string {
  if (!range) return ''
  return range.from === range.to ? `only turn ${range.from}` : `only turns ${range.from}–${range.to}`
}

export function titleOf({ title, id }: IndexSession): string {
  return title.trim() === '' ? id : title
}

/** `2 sessions, 2026-03-01 to 2026-03-04`. */
export function headingOf({ sessions }: IndexPage): string {
  const days = groupByDay(sessions).flatMap(({ day }) => day ?? [])
  const [first] = days
  const last = days.at(-1)
  const count = formatNumberOf(sessions.length, 'session')
  if (first === undefined) return count
  return first === last ? `${count}, ${first}` : `${count}, ${first} to ${last}`
}

/** `#12`, or its address. */
export function nameOfPullRequest({ number, repository, url }: IndexPullRequest): string {
  if (number === undefined) return url
  return repository === undefined ? `#${number}` : `${repository}#${number}`
}
