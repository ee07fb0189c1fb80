import { hash } from 'node:crypto'

const SUM_DIGITS = 16
const SUM_FIELD = /,"sum":"([0-9a-f]{16})"\}$/
const OBJECT_START = '{"'
/** JSON writes what is below the space as escapes. */
const CONTROL_CHARACTER = /[^ -\uffff]/
const SUM_SHAPE = `,"sum":"${'0'.repeat(SUM_DIGITS)}"}`

export interface JsonFields {
  readonly [name: string]: unknown
}

/** An object as JSON with a last field that tells whether it is still what was written. It has at least one other. */
export function formatSummed(value: object): string {
  const body = JSON.stringify(value)
  return `${body.slice(0, -1)},"sum":"${sumOf(body)}"}`
}

/** Never throws. Cut: it ends before its sum. Altered: it has one, and it is that of something else, or it is no such text. */
export function parseSummed(text: string): JsonFields | 'cut' | 'altered' {
  const sum = SUM_FIELD.exec(text)
  if (!sum) return looksWhole(text) || !looksCut(text) ? 'altered' : 'cut'
  const body = `${text.slice(0, sum.index)}}`
  return sumOf(body) === sum[1] ? (parseObject(body) ?? 'altered') : 'altered'
}

/** A character or two of the sum field itself are wrong: of a line that was cut, nearly all would be. */
function looksWhole(text: string): boolean {
  const end = text.slice(-SUM_SHAPE.length)
  let wrong = SUM_SHAPE.length - end.length
  for (let at = 0; at < end.length; at++) {
    const isRight = SUM_SHAPE[at] === '0' ? /[0-9a-f]/.test(end[at] ?? '') : end[at] === SUM_SHAPE[at]
    if (!isRight) wrong++
  }
  return wrong <= 2
}

/** The beginning of an object, and perhaps zeros: blocks of a file that were never written when the power went. */
function looksCut(text: string): boolean {
  const written = text.replace(/\0+$/, '')
  return OBJECT_START.startsWith(written.slice(0, OBJECT_START.length)) && !CONTROL_CHARACTER.test(written)
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
