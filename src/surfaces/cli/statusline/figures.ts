import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { amountOf, objectOf } from './status.ts'

/**
 * What the index knows and the status line shows: counted in the background, kept in one small file. Times are epoch
 * milliseconds, money is US dollars.
 */
export interface Figures {
  /** When it was counted. */
  readonly at: number
  /** The day that `today` is about, as the chosen zone has it. */
  readonly day: { readonly name: string; readonly zone: string; readonly startsAt: number; readonly endsAt: number }
  readonly today: Cost
  /** The active 5-hour block (R31); undefined where there is none. */
  readonly block: (Cost & { readonly startsAt: number; readonly endsAt: number }) | undefined
  /** Sessions of that day by id, each from its beginning. */
  readonly sessions: { readonly [id: string]: Cost }
}

export interface Cost {
  /** Undefined where nothing in it has a price (R27). */
  readonly usd: number | undefined
  /** There is more than `usd`: requests without a final count (R11), or tokens without a price (R27). */
  readonly isLowerBound: boolean
}

/** What the last count left: its figures; where it failed, those of the last that did not. */
export interface CountedFigures {
  /** When it was tried. */
  readonly at: number
  readonly figures: Figures | undefined
}

export function hasFailed({ at, figures }: CountedFigures): boolean {
  return figures?.at !== at
}

const SCHEMA = 'backscroll.statusline/2'
const MAX_BYTES = 1024 * 1024

/** Undefined where there is no such file, or no sense in it. */
export function readFigures(path: string): CountedFigures | undefined {
  try {
    const bytes = readFileSync(path)
    if (bytes.length > MAX_BYTES) return undefined
    const json = objectOf(JSON.parse(bytes.toString('utf8')))
    const at = amountOf(json.at)
    return json.schema === SCHEMA && at !== undefined
      ? { at, figures: readCounted(json, amountOf(json.countedAt) ?? at) }
      : undefined
  } catch {
    return undefined
  }
}

function readCounted(json: ReturnType<typeof objectOf>, at: number): Figures | undefined {
  const { day, block, sessions } = json
  const { name, zone } = objectOf(day)
  const span = readSpan(day)
  if (!span || typeof name !== 'string' || typeof zone !== 'string') return undefined
  const blockSpan = readSpan(block)
  return {
    at,
    day: { name, zone, ...span },
    today: readCost(json.today),
    block: blockSpan && { ...readCost(block), ...blockSpan },
    sessions: readSessions(sessions),
  }
}

function readSpan(value: unknown): { readonly startsAt: number; readonly endsAt: number } | undefined {
  const { startsAt, endsAt } = objectOf(value)
  const [start, end] = [amountOf(startsAt), amountOf(endsAt)]
  return start === undefined || end === undefined ? undefined : { startsAt: start, endsAt: end }
}

function readCost(value: unknown): Cost {
  const { usd, isLowerBound } = objectOf(value)
  return { usd: amountOf(usd), isLowerBound: isLowerBound === true }
}

function readSessions(value: unknown): Figures['sessions'] {
  return Object.fromEntries(Object.entries(objectOf(value)).map(([id, cost]) => [id, readCost(cost)]))
}

/** Written beside and moved into place: whoever reads finds the old figures or the new ones. */
export function writeFigures(path: string, { at, figures }: CountedFigures): void {
  const draft = `${path}.${process.pid}.new`
  try {
    const { at: countedAt, ...counted } = figures ?? { at: undefined }
    writeFileSync(draft, `${JSON.stringify({ schema: SCHEMA, at, countedAt, ...counted })}\n`, { mode: 0o600 })
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}
