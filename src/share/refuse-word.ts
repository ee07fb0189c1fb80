import type { BlockDefinition } from '../format/blocks/define.ts'
import { BLOCKS } from '../format/blocks/definitions.ts'
import type { FieldTable } from '../format/fields.ts'
import type { KindDefinition } from '../format/kinds/define.ts'
import { ENVELOPE } from '../format/kinds/envelope.ts'
import { KINDS } from '../format/kinds/table.ts'
import { shorten } from '../text/head.ts'

const MIN_LENGTH = 2
const MAX_LENGTH = 1000

/** Why a word cannot be taken out; undefined where it can. */
export function refuseWord(word: string): string | undefined {
  if ([...word].length < MIN_LENGTH) return `"${word}" is too short: a word has at least ${MIN_LENGTH} characters`
  if (word.length > MAX_LENGTH) return `"${shorten(word)}" is too long: a phrase has at most ${MAX_LENGTH} characters`
  if (isFormatWord(word)) return `"${word}" is a word of the transcript format itself and stands in every session`
  return undefined
}

/** Without these words nobody, we included, could tell any more what a line is. */
export function isFormatWord(word: string): boolean {
  formatWords ??= new Set(listFormatWords())
  return formatWords.has(word.toLowerCase())
}

let formatWords: ReadonlySet<string> | undefined

function* listFormatWords(): Iterable<string> {
  const definitions: readonly KindDefinition[] = KINDS
  for (const { kind, fields, message } of definitions) {
    yield* kind.split('/')
    yield* lowerKeys(fields)
    yield* lowerKeys(message ?? {})
  }
  for (const { kind, fields } of BLOCKS as readonly BlockDefinition[]) {
    yield kind
    yield* lowerKeys(fields)
  }
  yield* lowerKeys(ENVELOPE)
}

function lowerKeys(table: FieldTable): readonly string[] {
  return Object.keys(table).map(name => name.toLowerCase())
}
