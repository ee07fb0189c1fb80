import type { Rule } from '../../rule.ts'
import { isPlaceholder, isRandom, isScrambled } from '../judge-value.ts'
import { compile, START } from '../shape-rule.ts'
import { hasBase58Sum, hasCrcSum } from './checksums.ts'
import { ALPHABETS, anchorOf, extentOf, type Part, type TokenForm } from './token-form.ts'

/** Where a token may begin that is known by its beginning: also behind a few letters, as in `Tokenghp_…`. */
const IN_WORD = `(?:${START}|(?<=(?<![A-Za-z0-9])[A-Za-z]{1,16}))`
/** Not in the midst of base64, where four letters stand by accident. */
const IN_BASE64 = '(?<![A-Za-z0-9][+/])'
/** `pk_live_…` is a key for publishing. */
const NO_PUBLIC = '(?<!(?<![A-Za-z0-9])(?:pk|pub)_)'
const RANDOM = 16

/** The rule that finds tokens of a form, unless it is one of another name whose beginning says more. */
export function formRule(form: TokenForm, all: readonly TokenForm[]): Rule {
  const { name, what, parts, judge, isFoundInWords } = form
  const anchor = anchorOf(parts)
  const { min, max } = extentOf(parts)
  const accepts = acceptsBy(judge, parts)
  const before = extentOf(parts.slice(0, anchor ? parts.indexOf(anchor) : 0)).max
  const follow = followOf(parts)
  const isExact = min === max
  // Where line ends are taken away, the next line stands right behind a token.
  const end = isExact && isFoundInWords ? '' : endOf(parts)
  return {
    name,
    category: 'secret',
    what: `${what} (${describeForm(parts)})`,
    rank: 'shape',
    anchors: (anchor?.texts ?? []).flatMap(writtenForms),
    before,
    // Marks at the left of each line stand in a token that is broken.
    after: Math.ceil(max * 1.3) + 40,
    ...(follow && { follow }),
    pattern: compile(startOf(parts, isFoundInWords) + exceptFor(form, all) + parts.map(patternOf).join('') + end),
    accepts: ({ value, text, start }) => {
      if (!accepts(value)) return false
      return !isFoundInWords || !/[A-Za-z0-9]/.test(text.charAt(start - 1)) || isRandom(bodyOf(value, parts), RANDOM)
    },
  }
}

/** The beginning as a reader knows it: `ghp_…`, or `….atlasv1.…`. */
export function describeForm(parts: readonly Part[]): string {
  const anchor = anchorOf(parts)
  if (!anchor) return ''
  const lead = anchor === parts[0] ? '' : '…'
  const tail = anchor === parts.at(-1) ? '' : '…'
  return anchor.texts.map(text => `${lead}${text}${tail}`).join(', ')
}

function exceptFor({ name, parts }: TokenForm, all: readonly TokenForm[]): string {
  const closer = all.filter(other => other.name !== name && saysMore(other.parts[0], parts[0]))
  if (closer.length === 0) return ''
  return `(?!${closer.map(other => other.parts.map(patternOf).join('')).join('|')})`
}

function saysMore(one: Part | undefined, other: Part | undefined): boolean {
  if (one?.kind !== 'fixed' || other?.kind !== 'fixed') return false
  return one.texts.some(text => other.texts.some(start => text.length > start.length && text.startsWith(start)))
}

function writtenForms(text: string): readonly string[] {
  const written = text.replaceAll(/[/:=]/g, encodeURIComponent)
  return written === text ? [text] : [text, written]
}

/** A short beginning that nothing like the rest follows need not be looked at. */
function followOf(parts: readonly Part[]): Rule['follow'] {
  const [first, second, third] = parts
  if (first?.kind !== 'fixed' || first !== anchorOf(parts)) return undefined
  if (second?.kind === 'uuid') return { chars: '-', within: 9 }
  if (second?.kind !== 'run' || third?.kind !== 'fixed' || third.isOptional) return undefined
  const chars = [...new Set(third.texts.map(text => text.charAt(0)))].join('')
  return /^[._-]+$/.test(chars) ? { chars, within: second.max + 1 } : undefined
}

function startOf(parts: readonly Part[], isFoundInWords: boolean): string {
  if (isFoundInWords) return IN_WORD
  const [first, second] = parts
  const isBase64 = second?.kind === 'run' && ALPHABETS[second.alphabet].includes('+/')
  return isBase64 && first?.kind === 'fixed' && first.texts.every(text => /^\w+$/.test(text))
    ? START + IN_BASE64
    : START + NO_PUBLIC
}

function patternOf(part: Part): string {
  if (part.kind === 'uuid') return '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
  if (part.kind === 'padding') return '(?:=|%3D){0,3}'
  if (part.kind === 'fixed') {
    const texts = part.texts.map(escapePattern).join('|')
    return part.isOptional ? `(?:${texts})?` : `(?:${texts})`
  }
  const many = part.min === part.max ? `{${part.min}}` : `{${part.min},${part.max}}`
  return `[${ALPHABETS[part.alphabet]}]${many}`
}

/** These may be written with a percent sign in an address. */
const CODED: Readonly<Record<string, string>> = { '/': '(?:/|%2F)', ':': '(?::|%3A)', '=': '(?:=|%3D)' }

function escapePattern(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_]/g, sign => CODED[sign] ?? (sign === '-' ? sign : `\\${sign}`))
}

/** A run of so many letters is none where it goes on; one without an exact length takes what there is. */
function endOf(parts: readonly Part[]): string {
  const last = parts.at(-1)
  if (last?.kind === 'padding') return ''
  if (last?.kind !== 'run') return '(?![A-Za-z0-9])'
  const letters = ALPHABETS[last.alphabet]
  if (/^[A-Za-z0-9-]+[A-Za-z0-9]$/.test(letters)) return '(?![A-Za-z0-9])'
  return last.min === last.max ? `(?![${letters}])` : ''
}

function acceptsBy(judge: TokenForm['judge'], parts: readonly Part[]): (value: string) => boolean {
  const isLikely = (value: string) => {
    const body = bodyOf(value, parts)
    return !isPlaceholder(body) && isScrambled(body)
  }
  if (judge === 'crc32') return value => hasCrcSum(value) || isLikely(value)
  if (judge === 'base58check') return hasBase58Sum
  if (judge === 'any') return value => !isPlaceholder(bodyOf(value, parts))
  if (judge === 'random') return value => isRandom(bodyOf(value, parts), RANDOM)
  return isLikely
}

/** What is left without the fixed text at the beginning. */
function bodyOf(value: string, parts: readonly Part[]): string {
  const [first] = parts
  if (first?.kind !== 'fixed') return value
  const found = first.texts.filter(text => value.startsWith(text)).sort((one, other) => other.length - one.length)[0]
  return found === undefined ? value : value.slice(found.length)
}
