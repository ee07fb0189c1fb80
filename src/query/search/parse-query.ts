import { parseDateRange } from '../../time/parse-moment.ts'
import {
  CHOICES,
  describeBadValue,
  describeGap,
  describeOpenQuote,
  describeOption,
  describePastedMinus,
  describeUnknownName,
} from './near-miss.ts'
import { FILTER_NAMES, type Filter, type FilterName, type SearchQuery } from './query.ts'
import { isQuote, type QueryPiece, splitQuery, stripPasted } from './split-query.ts'

/**
 * Takes apart what somebody typed. Whatever is no filter, quote or minus is text, and every piece lands somewhere: there
 * is no wrong query. Never throws, and takes linear time.
 */
export function parseQuery(text: string, { now }: { readonly now: number }): SearchQuery {
  const pieces = splitQuery(stripPasted(text))
  const isCommand = looksLikeCommand(pieces)
  const isOutput = looksLikeOutput(pieces)
  const words: string[] = []
  const phrases: string[] = []
  const without: string[] = []
  const filters: Filter[] = []
  const notes = new Set<string>()
  const note = (describe: () => string | undefined): void => {
    const sentence = pieces.length <= MAX_TYPED && notes.size < MAX_NOTES ? describe() : undefined
    if (sentence !== undefined) notes.add(sentence)
  }

  pieces.forEach((piece, at) => {
    const filter = filterOf(piece, now)
    if (filter) filters.push(filter)
    else if (piece.kind === 'quoted') {
      note(() => describeMiss(piece.name, piece.text))
      if (piece.isNot) without.push(piece.name === undefined ? piece.text : `${piece.name}: ${piece.text}`)
      else {
        if (piece.name !== undefined) words.push(`${piece.name}:`)
        phrases.push(piece.text)
      }
    } else {
      const { name, value, minus, body } = partsOf(piece.text)
      note(() => (value === '' ? describeMissingValue(name, pieces[at + 1], now) : describeMiss(name, value)))
      const isPasted = isOutput && at === 0
      if (minus !== '' && !isOption(body) && !isMode(piece.text)) {
        if (!isCommand && !isPasted) {
          without.push(body)
          return
        }
        note(() => (isCommand ? describeOption(body) : describePastedMinus(body)))
      }
      words.push(piece.text)
    }
  })
  return { text, words, phrases, without, filters, notes: [...notes] }
}

/** More than this was pasted, not typed: whatever looks like a filter in it was hardly meant as one. */
const MAX_TYPED = 200
const MAX_NOTES = 5

/** The filter with this value, as an option of the command line gives it; undefined where nobody understands the value. */
export function filterFrom(name: FilterName, value: string, now: number): Filter | undefined {
  const trimmed = value.trim()
  if (trimmed === '') return undefined
  const choices = CHOICES.get(name)
  if (choices) {
    const choice = trimmed.toLowerCase()
    return choices.includes(choice) ? { name, value: choice, isNot: false } : undefined
  }
  if (name !== 'before' && name !== 'after' && name !== 'on') return { name, value: trimmed, isNot: false }
  const range = parseDateRange(trimmed, now)
  if (!range) return undefined
  const from = name === 'before' ? undefined : range.from
  const to = name === 'before' ? range.from : name === 'after' ? undefined : range.to
  return { name, value: trimmed, isNot: false, range: { from, to } }
}

/** The filter that a piece of a query is; undefined where it is text. */
export function filterOf(piece: QueryPiece, now: number): Filter | undefined {
  const { name, value, isNot } =
    piece.kind === 'quoted'
      ? { name: piece.name, value: piece.text, isNot: piece.isNot }
      : { ...partsOf(piece.text), isNot: piece.text.startsWith('-') }
  const known = findName(name)
  if (!known || (piece.kind === 'text' && !isValue(known, value))) return undefined
  const filter = filterFrom(known, value, now)
  return filter && { ...filter, isNot }
}

/** `Model::find` is code, `file:///tmp` an address, and an open quote a slip. */
function isValue(name: FilterName, value: string): boolean {
  return value !== '' && !value.startsWith(':') && !(name === 'file' && value.startsWith('//')) && !isQuote(value[0])
}

function findName(text: string | undefined): FilterName | undefined {
  const lower = text?.toLowerCase()
  return FILTER_NAMES.find(name => name === lower)
}

interface Parts {
  /** A minus that may mean to leave out: one before a letter, digit or underscore. */
  readonly minus: string
  /** Without the minus. */
  readonly body: string
  /** Before the first colon, where that can be the name of a filter. */
  readonly name: string | undefined
  readonly value: string
}

function partsOf(text: string): Parts {
  const minus = /^-[\p{L}\p{N}_]/u.test(text) ? '-' : ''
  const body = text.slice(minus.length)
  const [before = '', name] = /^([A-Za-z]{1,20}):/.exec(body) ?? []
  return { minus, body, name, value: body.slice(before.length) }
}

function describeMiss(name: string | undefined, value: string): string | undefined {
  if (name === undefined) return undefined
  const known = findName(name)
  if (!known) return /^[:/\\]/.test(value) ? undefined : describeUnknownName(name, value)
  if (isQuote(value[0])) return describeOpenQuote(known, value)
  return isValue(known, value) ? describeBadValue(known, value) : undefined
}

/** `the problem is: …` is a sentence; `is: error` was meant as a filter. */
function describeMissingValue(name: string | undefined, next: QueryPiece | undefined, now: number): string | undefined {
  const known = findName(name)
  if (!known) return undefined
  const takesAnything = filterFrom(known, 'any', now) !== undefined
  return takesAnything || (next && filterFrom(known, next.text, now)) ? describeGap(known, next?.text) : undefined
}

/**
 * People paste commands such as `rm -rf node_modules`. Behind a minus one or two letters or digits, a number, and what
 * holds `=` are options and stay text.
 */
function isOption(body: string): boolean {
  return /^[A-Za-z0-9]{1,2}$|^\d+$|=/.test(body)
}

/** Programs whose options are whole words behind one minus. */
const ONE_MINUS = new Set(['find', 'tar', 'java', 'javac', 'ffmpeg', 'openssl', 'terraform'])

/** Where one option of a command stands, other words behind a minus are options too: `--force`, `-r`, `find . -name x`. */
function looksLikeCommand(pieces: readonly QueryPiece[]): boolean {
  const [first] = pieces
  const isProgram = first?.kind === 'text' && ONE_MINUS.has(first.text)
  return pieces.some(({ kind, text }, at) => {
    if (kind !== 'text') return false
    if (/^--[A-Za-z]|^-[A-Za-z][A-Za-z0-9]?$/.test(text)) return true
    // At the end it is a word to leave out: `find the bug -python`.
    return isProgram && at < pieces.length - 1 && /^-[A-Za-z]/.test(text) && partsOf(text).name === undefined
  })
}

/** The mode of a file, as `ls -l` prints it: `-rw-r--r--`. */
function isMode(text: string): boolean {
  return /^-(?:[-r][-w][-xsStT]){3}[.+@]?$/.test(text)
}

const MIN_OUTPUT_PIECES = 3
const MIN_OUTPUT_SIGNS = 2

/** A line of output or of a diff that begins with a minus: behind it stand numbers, times, paths, signs of code. */
function looksLikeOutput([first, ...rest]: readonly QueryPiece[]): boolean {
  if (first?.kind !== 'text' || !first.text.startsWith('-') || rest.length < MIN_OUTPUT_PIECES) return false
  const signs = rest.filter(
    ({ kind, text }) => kind === 'text' && /^\d[\d.,:/-]*[A-Za-z%]?$|.[/\\]|^[/\\]|^[^\p{L}\p{N}]+$/u.test(text),
  )
  return signs.length >= MIN_OUTPUT_SIGNS
}
