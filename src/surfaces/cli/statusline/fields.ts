import { basename } from 'node:path'
import { readBranch } from '../../../source/read-branch.ts'
import { formatInteger } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { formatAge } from '../../../time/age.ts'
import { formatDay, formatTime } from '../../../time/day.ts'
import type { Cost, Figures } from './figures.ts'
import { type LimitWindow, readWindow, type Status } from './status.ts'

/** All that a line is made of. */
export interface LineFacts {
  readonly status: Status
  readonly figures: Figures | undefined
  /** The last count failed: figures are told with their age. */
  readonly areOld: boolean
  readonly now: number
  readonly home: string
}

/** A piece of the line and how it looks. */
export interface Span {
  readonly text: string
  readonly style: 'plain' | 'quiet' | 'warning' | 'alarm'
}

/** Undefined: nobody knows. */
export type Field = (facts: LineFacts) => readonly Span[] | undefined

/** What may stand in braces. The help of the command and docs/statusline.md list the same names; a test compares them. */
export const FIELDS: { readonly [name: string]: Field } = {
  model: ({ status }) => plain(status.model),
  context: ({ status }) => formatContext(status.context),
  session: facts => formatOwnCost(facts.status) ?? formatCounted(facts, sessionCost(facts)),
  today: facts => formatCounted(facts, isNow(facts.figures?.day, facts.now) ? facts.figures?.today : undefined),
  block: facts => formatCounted(facts, isNow(facts.figures?.block, facts.now) ? facts.figures?.block : undefined),
  block_end: ({ figures, now }) => plain(isNow(figures?.block, now) ? formatMoment(figures?.block?.endsAt, now) : ''),
  limits: formatLimits,
  five_hour: ({ status, now }) => formatUsed(current(status.limits?.fiveHour, now)),
  five_hour_reset: ({ status, now }) => plain(formatMoment(current(status.limits?.fiveHour, now)?.resetsAt, now)),
  seven_day: ({ status, now }) => formatUsed(current(status.limits?.sevenDay, now)),
  seven_day_reset: ({ status, now }) => plain(formatMoment(current(status.limits?.sevenDay, now)?.resetsAt, now)),
  project: ({ status }) => plain(basename(status.projectDir ?? '')),
  cwd: ({ status, home }) => plain(shortenHome(status.cwd, home)),
  branch: ({ status }) => plain(status.branch ?? readBranch(status.cwd)),
  version: ({ status }) => plain(status.version),
}

/** Names come from outside: a branch or model may be called anything. */
const MAX_TEXT = 200

function plain(text: string | undefined): readonly Span[] | undefined {
  const safe = sanitizeLine((text ?? '').slice(0, MAX_TEXT))
  return safe === '' ? undefined : [{ text: safe, style: 'plain' }]
}

const WARNING_PERCENT = 70
const ALARM_PERCENT = 90

function byLevel(text: string, percent: number): readonly Span[] {
  const style = percent >= ALARM_PERCENT ? 'alarm' : percent >= WARNING_PERCENT ? 'warning' : 'plain'
  return [{ text, style }]
}

function formatContext({ usedPercent, usedTokens, sizeTokens }: Status['context']): readonly Span[] | undefined {
  if (usedPercent !== undefined) {
    const of = sizeTokens === undefined ? 'context' : `of ${formatTokens(sizeTokens)}`
    return byLevel(`${formatPercent(usedPercent)} ${of}`, usedPercent)
  }
  return usedTokens === undefined ? undefined : plain(`${formatTokens(usedTokens)} context`)
}

/** The client's own count is about this session alone, and is taken as it is. */
function formatOwnCost({ sessionUsd: usd }: Status): readonly Span[] | undefined {
  return usd === undefined ? undefined : formatCost({ usd, isLowerBound: false })
}

function sessionCost({ status: { sessionId }, figures }: LineFacts): Cost | undefined {
  if (sessionId === undefined || !figures || !Object.hasOwn(figures.sessions, sessionId)) return undefined
  return figures.sessions[sessionId]
}

function formatCounted({ figures, areOld, now }: LineFacts, cost: Cost | undefined): readonly Span[] | undefined {
  const spans = formatCost(cost)
  if (!spans || !figures || !areOld) return spans
  return [...spans, { text: ` (${formatAge(figures.at, now)})`, style: 'quiet' }]
}

function isNow(span: { readonly startsAt: number; readonly endsAt: number } | undefined, now: number): boolean {
  return span !== undefined && now >= span.startsAt && now < span.endsAt
}

/** Never $0 for what has no price (R27); `+` says that there is more than the sum. */
function formatCost(cost: Cost | undefined): readonly Span[] | undefined {
  if (!cost) return undefined
  if (cost.usd === undefined) return plain('unpriced')
  return plain(`${formatUsd(cost.usd)}${cost.isLowerBound ? '+' : ''}`)
}

function formatUsd(usd: number): string {
  if (usd > 0 && usd < 0.01) return '<$0.01'
  if (usd >= 1e9) return `$${usd.toExponential(1)}`
  if (usd < 1000) return `$${usd.toFixed(2)}`
  return `$${formatInteger(usd)}`
}

const WINDOWS = [
  ['5h', 'fiveHour'],
  ['7d', 'sevenDay'],
] as const
const MAX_OTHER_WINDOWS = 3

function formatLimits({ status: { limits }, now }: LineFacts): readonly Span[] | undefined {
  if (!limits) return undefined
  const known = WINDOWS.map(([name, key]) => ({ name, window: current(limits[key], now) }))
  const others = Object.entries(limits.other).map(([name, value]) => ({
    name: sanitizeLine(name.slice(0, MAX_TEXT).replaceAll('_', ' ')),
    window: current(readWindow(value), now),
  }))
  const shown = [...known, ...others.filter(({ window }) => window).slice(0, MAX_OTHER_WINDOWS)]
  const spans = shown.flatMap(({ name, window }) => {
    if (!window) return []
    const reset = formatMoment(window.resetsAt, now)
    const used = byLevel(`${name} ${formatPercent(window.usedPercent)}`, window.usedPercent)
    return [SPACE, ...used, ...(reset ? [{ text: ` → ${reset}`, style: 'quiet' } as const] : [])]
  })
  return spans.length > 0 ? spans.slice(1) : undefined
}

const SPACE: Span = { text: '  ', style: 'plain' }

/** What was used of a window that has begun anew says nothing about the new one. */
function current(window: LimitWindow | undefined, now: number): LimitWindow | undefined {
  return window?.resetsAt !== undefined && window.resetsAt <= now ? undefined : window
}

function formatUsed(window: LimitWindow | undefined): readonly Span[] | undefined {
  return window && byLevel(formatPercent(window.usedPercent), window.usedPercent)
}

/** Rounded down, so that 100 % is said when nothing is left. */
function formatPercent(percent: number): string {
  return percent > 999 ? '>999%' : `${Math.floor(percent)}%`
}

function formatTokens(tokens: number): string {
  if (tokens >= 999_500) return `${String(Math.round(Math.min(tokens, 999e6) / 1e5) / 10)}M`
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(Math.round(tokens))
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const WEEK_MS = 7 * 24 * 60 * 60 * 1000

/** By the clock of this machine: `14:30`, `Mon 14:30`, and the day where it is a week away. */
function formatMoment(at: number | undefined, now: number): string {
  if (at === undefined) return ''
  const date = new Date(at)
  const time = formatTime(at)
  if (date.toDateString() === new Date(now).toDateString()) return time
  if (at >= now && at - now < WEEK_MS) return `${DAYS[date.getDay()]} ${time}`
  return formatDay(at)
}

function shortenHome(path: string | undefined, home: string): string | undefined {
  const isInHome = path === home || path?.startsWith(`${home}/`) || path?.startsWith(`${home}\\`)
  return isInHome && home !== '' && home !== '/' ? `~${path?.slice(home.length)}` : path
}
