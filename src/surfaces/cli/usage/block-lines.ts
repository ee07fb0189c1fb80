import type { LimitWindow } from '../../../query/usage/limits/read-limits.ts'
import type { UsageRow } from '../../../query/usage/usage-report.ts'
import { formatCount } from '../../../text/count.ts'
import { formatUsd, markBound } from '../../../text/money.ts'
import { displayWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { Zone } from '../../../time/zone.ts'

/** Below a report of blocks: how the active one goes on, and the real limits beside it. */
export function formatBlockLines(
  rows: readonly UsageRow[],
  limits: readonly LimitWindow[],
  { zone, now, columns }: LinePlace,
): string[] {
  const active = rows.find(row => row.about.isActive === true)
  const lines = [...(active ? [formatActive(active)] : []), ...formatLimits(limits, { zone, now, columns })]
  return lines.flatMap(line => wrapText(line, columns))
}

interface LinePlace {
  readonly zone: Zone
  readonly now: number
  readonly columns: number
}

/** Each block with what was used of the real window that it shares most time with. */
export function besideLimits(rows: readonly UsageRow[], limits: readonly LimitWindow[]): readonly UsageRow[] {
  const windows = limits.filter(({ kind }) => kind === 'five-hour')
  if (windows.length === 0) return rows
  return rows.map(row => {
    const best = row.about.kind === 'block' ? findShared(row, windows) : undefined
    return best ? { ...row, about: { ...row.about, limit: formatPercent(best.usedPercent) } } : row
  })
}

function findShared({ about }: UsageRow, windows: readonly LimitWindow[]): LimitWindow | undefined {
  const [from, to] = [Date.parse(String(about.startsAt)), Date.parse(String(about.endsAt))]
  const shared = (window: LimitWindow): number =>
    Math.min(to, Date.parse(window.endsAt)) - Math.max(from, Date.parse(window.startsAt))
  return windows
    .filter(window => shared(window) > 0)
    .reduce<LimitWindow | undefined>(
      (best, window) => (best && shared(best) >= shared(window) ? best : window),
      undefined,
    )
}

function formatActive({ about, isLowerBound }: UsageRow): string {
  const left = typeof about.remainingMinutes === 'number' ? about.remainingMinutes : 0
  const ends = `Active block: ${formatDuration(left * MINUTE_MS)} left`
  if (typeof about.tokensPerHour !== 'number' || typeof about.projectedTokens !== 'number') return ends
  const rate = [`${formatCount(about.tokensPerHour)} tokens`, ...formatMoney(about.usdPerHour, isLowerBound)].join(', ')
  const end = [`${formatCount(about.projectedTokens)} tokens`, ...formatMoney(about.projectedUsd, isLowerBound)].join(
    ', ',
  )
  return `${ends} · ${rate} an hour · would end at ${end}`
}

/** Instead of a block: how long there was none, from the last request to the next one. */
export function formatGap({ about }: UsageRow): string {
  return `${formatDuration(Number(about.idleHours) * 60 * MINUTE_MS)} without requests`
}

const MINUTE_MS = 60_000

function formatMoney(usd: unknown, isLowerBound: boolean): readonly string[] {
  return typeof usd === 'number' ? [markBound(formatUsd(usd), isLowerBound)] : []
}

const NAMES: { readonly [Kind in LimitWindow['kind']]: string } = { 'five-hour': '5 hours', 'seven-day': '7 days' }

/** What the client itself showed, per kind the window seen last (R31: blocks are computed from transcripts, these are not). */
function formatLimits(limits: readonly LimitWindow[], { zone, now, columns }: LinePlace): readonly string[] {
  const newest = (['five-hour', 'seven-day'] as const).flatMap(
    kind => limits.findLast(window => window.kind === kind) ?? [],
  )
  if (newest.length === 0) return []
  const parts = newest.map(({ kind, lastUsedPercent, endsAt, lastSeenAt }) => {
    const end = Date.parse(endsAt)
    const when = `${zone.dayOf(end)} ${zone.timeOf(end)}`
    const seen = `${zone.dayOf(Date.parse(lastSeenAt))} ${zone.timeOf(Date.parse(lastSeenAt))}`
    return `${NAMES[kind]} ${formatPercent(lastUsedPercent)} used, ${end > now ? 'resets' : 'ended'} ${when} (seen ${seen})`
  })
  const line = `${REAL}${parts.join(' · ')}`
  if (displayWidth(line) <= columns) return [line]
  return parts.map((part, at) => `${at === 0 ? REAL : ' '.repeat(REAL.length)}${part}`)
}

const REAL = 'Real limits: '

function formatPercent(percent: number): string {
  return `${Number.isInteger(percent) ? percent : percent.toFixed(1)} %`
}
