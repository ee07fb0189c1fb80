import { hash } from 'node:crypto'

const SUM_DIGITS = 16
const SUM_FIELD = /,"sum":"([0-9a-f]{16})"\}$/

export interface JsonFields {
  readonly [name: string]: unknown
}

/** An object as JSON with a last field that tells whether it is still what was written. It has at least one other. */
export function formatSummed(value: object): string {
  const body = JSON.stringify(value)
  return `${body.slice(0, -1)},"sum":"${sumOf(body)}"}`
}

/** Never throws. Cut: it ends before its sum. Altered: the sum is that of something else. */
export function parseSummed(text: string): JsonFields | 'cut' | 'altered' {
  const sum = SUM_FIELD.exec(text)
  if (!sum) return 'cut'
  const body = `${text.slice(0, sum.index)}}`
  return sumOf(body) === sum[1] ? (parseObject(body) ?? 'altered') : 'altered'
}

function sumOf(body: string): string {
  return hash('sha256', body, 'hex').slice(0, SUM_DIGITS)
}

function parseObject(text: string): JsonFields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as JsonFields) : undefined
  } catch {
    return undefined
  }
}
