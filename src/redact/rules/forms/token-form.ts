/**
 * A form of tokens as data: what providers and the lists of other scanners make public about how their keys look. A rule, a
 * line of the docs and the values of the tests are made from it.
 */
export interface TokenForm {
  /** What the placeholder says. */
  readonly name: string
  /** Whose, and what it opens. */
  readonly what: string
  readonly parts: readonly Part[]
  readonly judge: Judge
  /** Known by several signs of its own, so that it is found behind a letter too; `task-…` is no `sk-…`. */
  readonly isFoundInWords: boolean
  readonly source: Source
}

export interface Source {
  readonly where: string
  /** When it was written down. */
  readonly date: string
}

/** `crc32` and `base58check` are certain where the sum is right; where it is wrong the rest decides, as in `mixed`. */
export type Judge = 'any' | 'mixed' | 'random' | 'crc32' | 'base58check'

export type Part =
  /** One of these texts. */
  | { readonly kind: 'fixed'; readonly texts: readonly string[]; readonly isOptional: boolean }
  | { readonly kind: 'run'; readonly alphabet: Alphabet; readonly min: number; readonly max: number }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'padding' }

/** For a class of a regular expression. */
export const ALPHABETS = {
  digit: '0-9',
  hex: '0-9a-f',
  HEX: '0-9A-F',
  hexes: '0-9A-Fa-f',
  alpha: 'A-Za-z',
  lower: 'a-z0-9',
  upper: 'A-Z0-9',
  alnum: 'A-Za-z0-9',
  base32: 'A-Z2-7',
  lower32: 'a-z2-7',
  bech32: '02-9ac-hj-np-z',
  base58: '1-9A-HJ-NP-Za-km-z',
  base64: 'A-Za-z0-9+/',
  hash64: 'A-Za-z0-9./',
  word: 'A-Za-z0-9_',
  url: 'A-Za-z0-9_-',
  dotted: 'A-Za-z0-9_.-',
  coded: 'A-Za-z0-9+/=_%-',
  bar: '|',
} as const

export type Alphabet = keyof typeof ALPHABETS

const RUN = /^([A-Za-z0-9]+):(\d+)(?:-(\d+))?$/
const JUDGES: readonly string[] = ['any', 'mixed', 'random', 'crc32', 'base58check']

/**
 * Rows of a table, one a line: name | what | form | judge | source. A form is a row of parts: `ghp_,gho_` one of these
 * texts, `dev-?` maybe this text, `hex:32` or `alnum:20-40` so many letters of an alphabet, `uuid`, and `=` for what fills
 * up base64. Behind the judge, which is `mixed` where none stands, `own` says that a letter before it makes it another word.
 */
export function readForms(table: string, sources: Readonly<Record<string, Source>>): readonly TokenForm[] {
  return table
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .map(line => readForm(line, sources))
}

function readForm(line: string, sources: Readonly<Record<string, Source>>): TokenForm {
  const [name = '', what = '', form = '', how = '', from = ''] = line.split(/\s\|(?=\s)/).map(cell => cell.trim())
  const parts = form.split(' ').map(readPart)
  const words = how.split(' ')
  const judge = words.find(isJudge) ?? 'mixed'
  const source = sources[from]
  if (source === undefined || anchorOf(parts) === undefined) throw new Error(`No source or no fixed part: ${line}`)
  const [first] = parts
  const isFoundInWords =
    !words.includes('own') &&
    first?.kind === 'fixed' &&
    first.texts.every(text => text.length > 3 && /[^A-Za-z0-9]/.test(text))
  return { name, what, parts, judge, isFoundInWords, source }
}

function isJudge(word: string): word is Judge {
  return JUDGES.includes(word)
}

function readPart(text: string): Part {
  if (text === 'uuid') return { kind: 'uuid' }
  if (text === '=') return { kind: 'padding' }
  const run = RUN.exec(text)
  if (run && isAlphabet(run[1] as string)) {
    const min = Number(run[2])
    return { kind: 'run', alphabet: run[1] as Alphabet, min, max: Number(run[3] ?? min) }
  }
  const isOptional = text.endsWith('?')
  return { kind: 'fixed', texts: (isOptional ? text.slice(0, -1) : text).split(','), isOptional }
}

function isAlphabet(name: string): boolean {
  return Object.hasOwn(ALPHABETS, name)
}

export type FixedPart = Extract<Part, { kind: 'fixed' }>

/** The part that is looked for: of those that are never missing the one whose shortest text is longest. */
export function anchorOf(parts: readonly Part[]): FixedPart | undefined {
  let best: FixedPart | undefined
  for (const part of parts) {
    if (part.kind !== 'fixed' || part.isOptional) continue
    if (best === undefined || shortest(part) > shortest(best)) best = part
  }
  return best
}

function shortest({ texts }: FixedPart): number {
  return Math.min(...texts.map(text => text.length))
}

/** Fewest and most characters of these parts together. */
export function extentOf(parts: readonly Part[]): { readonly min: number; readonly max: number } {
  let min = 0
  let max = 0
  for (const [least, most] of parts.map(lengthOf)) {
    min += least
    max += most
  }
  return { min, max }
}

function lengthOf(part: Part): readonly [number, number] {
  if (part.kind === 'uuid') return [36, 36]
  if (part.kind === 'padding') return [0, 3]
  if (part.kind === 'run') return [part.min, part.max]
  return [part.isOptional ? 0 : shortest(part), Math.max(...part.texts.map(text => text.length))]
}
