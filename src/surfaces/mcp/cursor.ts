import { createHash } from 'node:crypto'
import { UserError } from '../../user-error.ts'
import { MAX_BLOCKS, type Place } from './pack-answer.ts'

/**
 * Where an answer goes on, as a text that the client hands back with the same arguments. It holds all it needs, so that
 * it outlives the server: the place, the beginning of the block that stands there, and what was asked.
 */
export interface Cursor extends Place {
  readonly question: string
  readonly checkedChars: number
  readonly check: string
}

const CHECK_CHARS = 48
const SHAPE = /^([0-9a-z]{1,4})\.([0-9a-z]{1,6})\.([0-9a-z]{1,6})\.([\w-]{8})\.([\w-]{8})$/

/** What a cursor belongs to: a tool with its arguments, asked in one project. */
export function hashQuestion(parts: readonly unknown[]): string {
  return hash(JSON.stringify(parts, sortKeys))
}

export function makeCursor(question: string, place: Place, block: string): string {
  const checkedChars = Math.min(block.length, place.offset + CHECK_CHARS)
  const numbers = [place.block, place.offset, checkedChars].map(number => number.toString(36))
  return [...numbers, hash(block.slice(0, checkedChars)), question].join('.')
}

/** Throws where it is no cursor, or that of another question. */
export function readCursor(text: string, question: string): Cursor {
  const [, block = '', offset = '', checkedChars = '', check = '', own = ''] = SHAPE.exec(text) ?? []
  const numbers = [block, offset, checkedChars].map(digits => Number.parseInt(digits, 36))
  if (own === '' || (numbers[0] as number) > MAX_BLOCKS) throw notACursor()
  if (own !== question) throw foreignCursor()
  return {
    block: numbers[0] as number,
    offset: numbers[1] as number,
    checkedChars: numbers[2] as number,
    check,
    question,
  }
}

/** Throws where something else stands at its place by now. */
export function requireSame({ offset, checkedChars, check }: Cursor, block: string | undefined): void {
  const isSame =
    block !== undefined && offset <= block.length && hash(block.slice(0, checkedChars)) === check && offset >= 0
  if (!isSame) throw staleCursor()
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

/** The order in which a client writes its arguments says nothing. */
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function notACursor(): UserError {
  return new UserError({
    code: 'bad-cursor',
    message: 'the argument "cursor" is not one that this server gave',
    hint: 'Leave it out to begin at the start.',
  })
}

function foreignCursor(): UserError {
  return new UserError({
    code: 'foreign-cursor',
    message: 'the argument "cursor" belongs to another question',
    hint: 'Repeat the call it came from with exactly the same arguments, or leave it out to begin at the start.',
  })
}

function staleCursor(): UserError {
  return new UserError({
    code: 'stale-cursor',
    message: 'what the argument "cursor" leads to has changed since',
    hint: 'Leave it out to ask again from the start.',
  })
}
