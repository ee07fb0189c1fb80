/**
 * Kinds of secrets that were listed by somebody who had not read the rules, from the public lists of secret scanners and
 * from what people keep in files. Each has its value and the line it stands in.
 */
import { createRandom, type Random } from './pieces.ts'
import { drawSecretWord } from './unseen-pieces.ts'

export type UnseenGroup = 'tokens' | 'words' | 'settings' | 'keys' | 'people'

export interface UnseenSample {
  /** What nobody may read. */
  readonly value: string
  /** So many characters at its beginning only tell what it is. */
  readonly publicLength: number
  readonly line: (value: string) => string
  /** What it is called, where it can be a field. */
  readonly field: string | undefined
  /** Whether the line means the same with other words before it. */
  readonly isFree: boolean
}

export interface UnseenKind {
  readonly name: string
  readonly group: UnseenGroup
  readonly make: (random: Random) => UnseenSample
}

export type UnseenFrame = (value: string, random: Random) => string

/** Known by its form: `prefix`, and what comes after. Some lines do not name it. */
export function form(name: string, variable: string, prefix: string, rest: (random: Random) => string): UnseenKind {
  return {
    name,
    group: 'tokens',
    make: random => ({
      value: `${prefix}${rest(random)}`,
      publicLength: prefix.length,
      line: fix(random, random.pick([...NAMED_LINES, ...BARE_LINES])(variable)),
      field: variable.toLowerCase(),
      isFree: true,
    }),
  }
}

/** Known by what it is called. */
export function called(name: string, variable: string, make: (random: Random) => string): UnseenKind {
  return {
    name,
    group: 'tokens',
    make: random => ({
      value: make(random),
      publicLength: 0,
      line: fix(random, random.pick(NAMED_LINES)(variable)),
      field: variable.toLowerCase(),
      isFree: true,
    }),
  }
}

/** Known by the line; a `field` lets it stand in an object too. */
export function lined(
  name: string,
  group: UnseenGroup,
  make: (random: Random) => string,
  frames: readonly UnseenFrame[],
  options: { readonly field?: string; readonly isAnchored?: boolean; readonly publicLength?: number } = {},
): UnseenKind {
  return {
    name,
    group,
    make(random) {
      const value = make(random)
      const line = fix(random, random.pick(frames))
      return {
        value,
        publicLength: options.publicLength ?? 0,
        line,
        field: options.field,
        isFree: !options.isAnchored && !line(value).includes('\n'),
      }
    },
  }
}

/** A password of letters, in lines that tell what it is. */
export function wordIn(name: string, ...frames: readonly UnseenFrame[]): UnseenKind {
  return lined(name, 'words', drawSecretWord, frames)
}

/** A password of letters whose line must begin where it begins. */
export function wordAtStart(name: string, ...frames: readonly UnseenFrame[]): UnseenKind {
  return lined(name, 'words', drawSecretWord, frames, { isAnchored: true })
}

/** The same line each time it is asked for, so that a value can be put in place of another. */
function fix(random: Random, frame: UnseenFrame): (value: string) => string {
  const seed = random.bits()
  return value => frame(value, createRandom(seed))
}

const NAMED_LINES: readonly ((variable: string) => UnseenFrame)[] = [
  variable => v => `${variable}=${v}`,
  variable => v => `export ${variable}="${v}"`,
  variable => v => `  "${variable}": "${v}",`,
  variable => v => `    ${variable.toLowerCase()}: ${v}`,
  variable => v => `${variable.toLowerCase()} = '${v}'`,
  variable => v => `const ${camel(variable)} = "${v}";`,
]

const BARE_LINES: readonly (() => UnseenFrame)[] = [
  () => v => `it still answers 401 with ${v}, is that the right one?`,
  () => v => `curl -s -H "Authorization: Bearer ${v}" https://api.acme-internal.net/v1/me`,
  () => v => `client = Client("${v}", timeout=30)`,
  () => v => `> using ${v}`,
]

function camel(variable: string): string {
  return variable.toLowerCase().replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}
