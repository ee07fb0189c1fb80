import { formatIso } from '../../../time/day.ts'
import type { Zone } from '../../../time/zone.ts'
import { BLOCK_MS, type UsageBlock } from '../usage-blocks.ts'
import type { RowAbout, UsageRow } from '../usage-report.ts'
import { NANO, UsageSum } from '../usage-sum.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `key` is its start in ISO 8601. */
export function describeBlock(key: string, block: UsageBlock, now: number): RowAbout {
  const isRunning = isActive(block, now)
  return {
    kind: 'block',
    startsAt: key,
    endsAt: formatIso(block.endsAt) ?? null,
    isActive: isRunning,
    ...(isRunning ? { remainingMinutes: Math.ceil((block.endsAt - now) / MINUTE) } : {}),
  }
}

export function isActive({ startsAt, endsAt, lastAt }: UsageBlock, now: number): boolean {
  return startsAt <= now && now < endsAt && now - lastAt < BLOCK_MS
}

/** How fast the active block is used, from its first request to its last, and what it comes to at that rate. */
export function addBurnRate(row: UsageRow, now: number): UsageRow {
  if (row.about.isActive !== true) return row
  const durationMs = Date.parse(row.lastAt ?? '') - Date.parse(row.firstAt ?? '')
  // Within a minute a rate says nothing.
  if (!(durationMs >= MINUTE)) return row
  const remainingHours = (Date.parse(String(row.about.endsAt)) - now) / HOUR
  const tokensPerHour = (row.totalTokens / durationMs) * HOUR
  const usdPerHour = row.costUsd === null ? null : (row.costUsd / durationMs) * HOUR
  return {
    ...row,
    about: {
      ...row.about,
      tokensPerHour: Math.round(tokensPerHour),
      projectedTokens: Math.round(row.totalTokens + tokensPerHour * remainingHours),
      usdPerHour: usdPerHour === null ? null : roundUsd(usdPerHour),
      projectedUsd: usdPerHour === null ? null : roundUsd((row.costUsd ?? 0) + usdPerHour * remainingHours),
    },
  }
}

function roundUsd(usd: number): number {
  return Math.round(usd * NANO) / NANO
}

interface BlockOrder {
  readonly list: readonly UsageBlock[]
  /** By key: where in the list. */
  readonly places: ReadonlyMap<string, number>
  readonly zone: Zone
}

/**
 * A row between two blocks that are neighbours where nothing was asked for more than five hours, as ccusage has it: a
 * gap begins five hours after the last request and ends with the next one. Only where rows are in the order of time, up
 * or down.
 */
export function addGaps(rows: readonly UsageRow[], { list, places, zone }: BlockOrder): readonly UsageRow[] {
  if (!isInOrder(rows.flatMap(row => places.get(row.key) ?? []))) return rows
  const hasCost = rows.some(({ costUsd }) => costUsd !== null)
  return rows.flatMap((row, at) => {
    const here = places.get(row.key)
    const before = places.get(rows[at - 1]?.key ?? '')
    if (here === undefined || before === undefined || Math.abs(here - before) !== 1) return [row]
    const earlier = list[Math.min(here, before)]
    const later = list[Math.max(here, before)]
    if (!earlier || !later || later.firstAt - earlier.lastAt <= BLOCK_MS) return [row]
    return [gapRow({ startsAt: earlier.lastAt + BLOCK_MS, endsAt: later.firstAt }, zone, hasCost), row]
  })
}

function isInOrder(places: readonly number[]): boolean {
  const steps = new Set(places.slice(1).map((place, at) => Math.sign(place - (places[at] ?? place))))
  return steps.size <= 1
}

interface TimeSpan {
  readonly startsAt: number
  readonly endsAt: number
}

function gapRow(span: TimeSpan, zone: Zone, hasCost: boolean): UsageRow {
  const startsAt = formatIso(span.startsAt) ?? null
  return {
    key: `gap ${startsAt}`,
    label: formatSpan(span, zone),
    ...new UsageSum().numbers({ hasCost, recalculates: false }),
    models: [],
    firstAt: undefined,
    lastAt: undefined,
    about: {
      kind: 'gap',
      startsAt,
      endsAt: formatIso(span.endsAt) ?? null,
      hours: (span.endsAt - span.startsAt) / HOUR,
      // From the last request before it to the first one after it.
      idleHours: (span.endsAt - span.startsAt + BLOCK_MS) / HOUR,
    },
  }
}

/** `2026-11-16 09:00–14:00`; what is longer than a day names the day it ends on. */
export function formatSpan({ startsAt, endsAt }: TimeSpan, zone: Zone): string {
  const from = `${zone.dayOf(startsAt)} ${zone.timeOf(startsAt)}`
  const to = zone.timeOf(endsAt)
  return endsAt - startsAt < 24 * HOUR ? `${from}–${to}` : `${from} – ${zone.dayOf(endsAt)} ${to}`
}
