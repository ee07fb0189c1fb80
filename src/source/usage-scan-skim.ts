import type { JsonObject } from '../format/json.ts'

/** Stands for a line that was not parsed: nothing in it is counted. */
export const NOT_PARSED: JsonObject = {}

export interface UsageSkim {
  /** For the parser: `NOT_PARSED`, or undefined for a line that must be parsed. */
  readonly skim: (bytes: Uint8Array, start: number, end: number) => JsonObject | undefined
  /** Lines that name a folder are parsed too, while nobody has found the session's. */
  wantsFolder: boolean
}

interface SearchedBytes extends Uint8Array {
  indexOf(text: string | number, from?: number): number
}

/** Without the quote before it: a search begins with the first letter, and quotes are everywhere. */
const USAGE = 'usage"'
const QUOTE = 0x22
const FOLDER = '"cwd"'
/** Begins with what is rare. */
const TOTAL = '-state"'
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const COLON = 0x3a
const NEWLINE = 0x0a
const RETURN = 0x0d
const TAB = 0x09
const SPACE = 0x20

/**
 * Leaves out the lines that cannot hold usage or the client's own total: two thirds of all, four fifths of the bytes. Bytes decide only that a line
 * need not be parsed; what counts is decided by its fields. A line that does not look whole from both ends is parsed, so
 * that cut, blank and glued ones are seen; one that is broken in its middle and holds no usage goes unnoticed.
 */
export function createUsageSkim(): UsageSkim {
  const nextUsage = createSearch(USAGE)
  const nextTotal = createSearch(TOTAL)

  function holdsUsage(bytes: SearchedBytes, start: number, end: number): boolean {
    for (let at = nextUsage(bytes, start); at < end; at = nextUsage(bytes, at + 1)) {
      if (bytes[at - 1] === QUOTE && opensObject(bytes, at + USAGE.length, end)) return true
    }
    return false
  }

  const self: UsageSkim = {
    wantsFolder: false,
    skim(bytes, start, end) {
      if (!looksWhole(bytes, start, end) || holdsUsage(bytes as SearchedBytes, start, end)) return undefined
      if (nextTotal(bytes as SearchedBytes, start) < end) return undefined
      if (self.wantsFolder && (bytes.subarray(start, end) as SearchedBytes).indexOf(FOLDER) >= 0) return undefined
      return NOT_PARSED
    },
  }
  return self
}

/** Where a text stands next. The search runs on over the ends of lines, so most of them cost none of their own. */
function createSearch(text: string): (bytes: SearchedBytes, from: number) => number {
  let searched: Uint8Array | undefined
  let next = -1
  return (bytes, from) => {
    if (bytes !== searched || next < from) {
      searched = bytes
      const found = bytes.indexOf(text, from)
      next = found < 0 ? Number.POSITIVE_INFINITY : found
    }
    return next
  }
}

function looksWhole(bytes: Uint8Array, start: number, end: number): boolean {
  let last = end - 1
  if (bytes[last] === NEWLINE) last--
  if (bytes[last] === RETURN) last--
  return bytes[start] === OPEN_BRACE && last > start && bytes[last] === CLOSE_BRACE
}

/** Behind a name: a colon and an object, with or without space (R18). */
function opensObject(bytes: Uint8Array, from: number, end: number): boolean {
  const colon = skipSpace(bytes, from, end)
  return bytes[colon] === COLON && bytes[skipSpace(bytes, colon + 1, end)] === OPEN_BRACE
}

function skipSpace(bytes: Uint8Array, from: number, end: number): number {
  let at = from
  while (at < end && (bytes[at] === SPACE || bytes[at] === TAB || bytes[at] === RETURN)) at++
  return at
}
