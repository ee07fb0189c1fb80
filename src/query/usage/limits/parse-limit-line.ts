export type LimitKind = 'five-hour' | 'seven-day'

/** How much of a limit was used at some moment. */
export interface LimitSample {
  readonly kind: LimitKind
  readonly at: number
  /** Percent. */
  readonly used: number
  readonly resetsAt: number
}

export interface LimitLine {
  readonly samples: readonly LimitSample[]
  /** Everything in it was understood. */
  readonly isWhole: boolean
}

/**
 * What a line says of the limits we know: `{"at": …, "fiveHour": {"used": 23.5, "resetsAt": …} | null, "sevenDay": …}`,
 * times in epoch milliseconds. A limit without the time of its end belongs to no window.
 */
export function parseLimitLine(line: string): LimitLine {
  const record = parseObject(line)
  const at = timeOf(record?.at)
  if (!record || at === undefined) return { samples: [], isWhole: false }
  const samples: LimitSample[] = []
  let isWhole = true
  for (const [name, kind] of FIELDS) {
    const value = record[name] ?? null
    if (value === null) continue
    const { used, resetsAt } = value as { readonly used?: unknown; readonly resetsAt?: unknown }
    const end = timeOf(resetsAt)
    const isUsed = typeof used === 'number' && used >= 0 && used <= MAX_PERCENT
    if (isUsed && end !== undefined) samples.push({ kind, at, used, resetsAt: end })
    else if (!isUsed || resetsAt !== null) isWhole = false
  }
  return { samples, isWhole }
}

const FIELDS: readonly (readonly [string, LimitKind])[] = [
  ['fiveHour', 'five-hour'],
  ['sevenDay', 'seven-day'],
]

/** Extra use may go beyond 100; no share goes beyond this. */
const MAX_PERCENT = 10_000
const YEAR_2000 = Date.UTC(2000)
const YEAR_3000 = Date.UTC(3000)

function timeOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= YEAR_2000 && value < YEAR_3000 ? value : undefined
}

function parseObject(line: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as { readonly [name: string]: unknown }) : undefined
  } catch {
    return undefined
  }
}
