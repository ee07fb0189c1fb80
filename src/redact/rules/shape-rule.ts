import type { Found, Rule } from '../rule.ts'
import { isPlaceholder } from './judge-value.ts'

/**
 * Where a token may begin: not within a word. A letter that ends `%3D` or a colour of the terminal is none of a word.
 */
export const START = String.raw`(?<![A-Za-z0-9](?<!%(?:25){0,3}[0-9A-Fa-f]{2}|\[[0-9;]{0,8}m))`

/** Where a name may begin. */
export const NO_LETTER = String.raw`(?<![A-Za-z](?<!\[[0-9;]{0,8}m))`

/** Where a token of fixed length ends. */
export const END = '(?![A-Za-z0-9])'

/** What may stand at the left of each line: a mark of a diff, quote, box or comment, or a number, as `grep -n` gives it. */
export const LINE_START = String.raw`[ \t]{0,90}(?:(?:[+>|│#*-]|//|(?:[\w./-]{1,90}:)?\d{1,6}[→:|]|\x1b\[[0-9;]{0,8}m)[ \t]{0,90}){0,2}`

/** From the end of one line to where the next begins, with the right side of a box and colours. */
export const NEXT_LINE = String.raw`[ \t]{0,90}(?:│[ \t]{0,4})?(?:\x1b\[[0-9;]{0,8}m)?\r?\n${LINE_START}`

/** Where a line begins, or a text in JSON that holds one. */
export const BEGIN = String.raw`(?<=(?:^|[\n\r]|[:,[{(][ ]?")(?:[ \t]|[+>|│#*-]|//|\d{1,6}[→:|\t]|\x1b\[[0-9;]{0,8}m){0,24})`

/** Where one ends. */
export const LINE_END = String.raw`(?=[ \t]{0,40}(?:$|[\r\n\x1b│]|"[ \t]{0,4}(?:[,}\])]|$|[\r\n])))`

export interface Shape {
  readonly name: string
  readonly what: string
  readonly anchors: readonly string[]
  /** Source of the pattern, without `START`; a group named `secret` where the value is less than the whole. */
  readonly pattern: string
  readonly before?: number
  readonly after?: number
  readonly follow?: Rule['follow']
  accepts?(found: Found): boolean
}

/** A secret that is known by its own form. Examples of documentation are left alone. */
export function shapeRule({ pattern, accepts, follow, ...rest }: Shape): Rule {
  return {
    ...rest,
    ...(follow && { follow }),
    category: 'secret',
    rank: 'shape',
    pattern: compile(START + pattern),
    accepts: found => !isExample(found.value) && (accepts?.(found) ?? true),
  }
}

/** With the flag that tells where the group lies only where there is one. */
export function compile(source: string, flags = ''): RegExp {
  return new RegExp(source, `g${source.includes('(?<secret>') ? 'd' : ''}${flags}`)
}

function isExample(value: string): boolean {
  return isPlaceholder(value.replace(/^[A-Za-z0-9]{2,12}[-_.]/, ''))
}
