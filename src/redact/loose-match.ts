import { mayWrap, wrapEnds } from './wrap.ts'

/**
 * Whether a known value stands at a place of a text, however it is written there: plain, escaped for JSON any number of
 * times, for a URL or for HTML, and with line wraps anywhere. Every way of reading is followed at once, so the cost is
 * that of the value's length.
 */
export interface MatchOptions {
  readonly isAnyCase: boolean
  readonly hasWraps: boolean
}

/** The end of `value` from `at`; -1 where it does not stand there. Of several readings the longest. */
export function looseEnd(text: string, at: number, value: string, options: MatchOptions): number {
  let places: number[] = [at]
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    const only = places.length === 1 ? (places[0] as number) : -1
    // Nearly always: one reading, and the character itself, which nothing else could stand for.
    if (only >= 0 && text.charCodeAt(only) === code && isPlain(code)) {
      places[0] = only + 1
      continue
    }
    const next: number[] = []
    for (const place of places) addSteps(text, place, code, options, next)
    if (next.length === 0) return -1
    places = next
  }
  return Math.max(...places)
}

/**
 * Where `value` begins and ends if the part of it from `offset` begins at `at`; undefined where it does not stand there.
 */
export function looseAround(
  text: string,
  at: number,
  value: string,
  offset: number,
  options: MatchOptions,
): { readonly start: number; readonly end: number } | undefined {
  const end = looseEnd(text, at, value.slice(offset), options)
  if (end < 0) return undefined
  if (text.startsWith(value.slice(0, offset), at - offset)) return { start: at - offset, end }
  const first = Math.max(0, at - offset * 12 - (options.hasWraps ? 160 : 0))
  for (let start = at - offset; start >= first; start--) {
    if (!mayBegin(text.charCodeAt(start), value.charCodeAt(0), options.isAnyCase)) continue
    const whole = looseEnd(text, start, value, options)
    if (whole > at) return { start, end: Math.max(whole, end) }
  }
  return undefined
}

function mayBegin(code: number, wanted: number, isAnyCase: boolean): boolean {
  return code === wanted || code === 92 || code === 37 || code === 38 || (isAnyCase && isSameLetter(code, wanted))
}

function isPlain(code: number): boolean {
  return !mayWrap(code) && code !== 37 && code !== 38 && code !== 43
}

function addSteps(text: string, at: number, code: number, options: MatchOptions, next: number[]): void {
  addCharacter(text, at, code, options.isAnyCase, next)
  if (!options.hasWraps || !mayWrap(text.charCodeAt(at))) return
  for (const end of wrapEnds(text, at)) {
    if (code === 32) push(next, end)
    addCharacter(text, end, code, options.isAnyCase, next)
  }
}

function addCharacter(text: string, at: number, code: number, isAnyCase: boolean, next: number[]): void {
  const here = text.charCodeAt(at)
  if (here === code || (isAnyCase && isSameLetter(here, code))) push(next, at + 1)
  if (here === 92) addBackslashes(text, at, code, isAnyCase, next)
  else if (here === 37) addPercent(text, at, code, next)
  else if (here === 38) addEntity(text, at, code, next)
  else if (here === 43 && code === 32) push(next, at + 1)
}

function push(next: number[], place: number): void {
  if (!next.includes(place)) next.push(place)
}

function isSameLetter(one: number, other: number): boolean {
  if (one === other) return true
  return String.fromCharCode(one).toLowerCase() === String.fromCharCode(other).toLowerCase()
}

/** `\/`, `\"`, `\u0026`, `\x26`, each with any number of backslashes; a backslash itself is doubled each time. */
function addBackslashes(text: string, at: number, code: number, isAnyCase: boolean, next: number[]): void {
  let end = at
  while (text.charCodeAt(end) === 92 && end < at + 256) end++
  if (code === 92) {
    for (let width = 2; at + width <= end; width *= 2) push(next, at + width)
    return
  }
  const here = text.charCodeAt(end)
  if (here === code && !isAlphanumeric(code)) push(next, end + 1)
  if (here === 117 && parseHex(text, end + 1, 4) === code) push(next, end + 5)
  if (here === 120 && parseHex(text, end + 1, 2) === code) push(next, end + 3)
  if (here === 116 && code === 9) push(next, end + 1)
  if (isAnyCase && here === 117 && isSameLetter(parseHex(text, end + 1, 4), code)) push(next, end + 5)
}

/** `%2F`, and `%252F` where it was done twice. */
function addPercent(text: string, at: number, code: number, next: number[]): void {
  let place = at
  for (const byte of bytesOf(code)) {
    if (text.charCodeAt(place) !== 37) return
    place++
    while (text.startsWith('25', place) && parseHex(text, place + 2, 2) >= 0 && place < at + 64) {
      if (byte === 37 && parseHex(text, place, 2) === 37) push(next, place + 2)
      place += 2
    }
    if (parseHex(text, place, 2) !== byte) return
    place += 2
  }
  push(next, place)
}

function bytesOf(code: number): readonly number[] {
  if (code < 0x80) return [code]
  if (code < 0x800) return [0xc0 | (code >> 6), 0x80 | (code & 63)]
  return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)]
}

const ENTITIES: Readonly<Record<string, number>> = { amp: 38, lt: 60, gt: 62, quot: 34, apos: 39, sol: 47 }

/** `&amp;`, `&#38;`, `&#x26;`, and `&amp;amp;` where it was done twice. */
function addEntity(text: string, at: number, code: number, next: number[]): void {
  let place = at
  while (text.startsWith('&amp;', place) && place < at + 64) {
    if (code === 38) push(next, place + 5)
    // What follows an escaped ampersand may be the rest of an entity.
    const end = entityEnd(text, place + 4, code)
    if (end > 0) push(next, end)
    if (!text.startsWith('amp;', place + 5)) break
    place += 4
  }
  const end = entityEnd(text, at, code)
  if (end > 0) push(next, end)
}

/** `at` is where the `&`, or what is left of one, stands. */
function entityEnd(text: string, at: number, code: number): number {
  const end = text.indexOf(';', at + 1)
  if (end < 0 || end > at + 10) return -1
  const name = text.slice(at + 1, end)
  if (name[0] !== '#') return ENTITIES[name] === code ? end + 1 : -1
  const digits = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return digits === code ? end + 1 : -1
}

/** -1 where there are not so many digits. */
export function parseHex(text: string, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const code = text.charCodeAt(i)
    const digit = code >= 48 && code <= 57 ? code - 48 : (code | 32) >= 97 && (code | 32) <= 102 ? (code | 32) - 87 : -1
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

export function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** No letter or digit goes on before `at`; the `n` of a `\n` and the `20` of a `%20` are none. */
export function isEdgeBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at - 1)
  if (at === 0 || !isWord(code)) return true
  if (/[nrtbf]/.test(text[at - 1] as string) && text[at - 2] === '\\') return true
  if (text[at - 3] === '%' && parseHex(text, at - 2, 2) >= 0) return true
  return text[at - 5] === 'u' && text[at - 6] === '\\' && parseHex(text, at - 4, 4) >= 0
}

export function isEdgeAfter(text: string, at: number): boolean {
  return at >= text.length || !isWord(text.charCodeAt(at))
}

function isWord(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || (code > 127 && /\p{L}|\p{N}/u.test(String.fromCharCode(code)))
}
