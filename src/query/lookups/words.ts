import { allOf, type SqlCondition } from '../sql-condition.ts'

/** What somebody typed, as words that must all stand somewhere in a text, in any order and whatever their case. */
export function splitWords(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().split(/\s+/))].filter(word => word !== '')
}

export function hasWords(text: string, words: readonly string[]): boolean {
  if (words.length === 0) return true
  const lower = text.toLowerCase()
  return words.every(word => lower.includes(word))
}

const MAX_IN_SQL = 8

/**
 * Leaves out most of what has not all words; `hasWords` decides about the rest. SQLite lowers capitals of English alone,
 * and an expression of thousands of words is too deep for it.
 */
export function mayHaveWords(column: string, words: readonly string[]): SqlCondition {
  const plain = words.filter(word => PRINTABLE_ASCII.test(word)).sort((a, b) => b.length - a.length)
  return allOf(plain.slice(0, MAX_IN_SQL).map(word => ({ sql: `instr(lower(${column}), ?) > 0`, values: [word] })))
}

const PRINTABLE_ASCII = /^[\x21-\x7e]+$/
