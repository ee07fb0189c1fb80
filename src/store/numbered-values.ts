import type { SqlValue } from './define-table.ts'

/** A statement with plain question marks, and which value each of them takes. */
interface Plain {
  readonly sql: string
  readonly order: readonly number[] | undefined
}

const known = new Map<string, Plain>()
const MAX_KNOWN = 500

/**
 * Values named by number (`?1`) as plain ones: Node 22 takes numbers for names and refuses a list of values (seen in
 * 22.16). No text in our statements holds a question mark.
 */
export function withPlainMarks(sql: string, values: readonly SqlValue[]): { sql: string; values: readonly SqlValue[] } {
  const plain = known.get(sql) ?? toPlain(sql)
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(sql, plain)
  return plain.order
    ? { sql: plain.sql, values: plain.order.map(at => values[at] as SqlValue) }
    : { sql: plain.sql, values }
}

function toPlain(sql: string): Plain {
  if (!/\?\d/.test(sql)) return { sql, order: undefined }
  const order: number[] = []
  let last = 0
  const plain = sql.replace(/\?(\d*)/g, (_, number: string) => {
    const at = number === '' ? last + 1 : Number(number)
    last = Math.max(last, at)
    order.push(at - 1)
    return '?'
  })
  return { sql: plain, order }
}
