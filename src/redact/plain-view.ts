import { parseHex } from './loose-match.ts'
import { type View, ViewBuilder } from './view.ts'

/** A part of a text with escapes of JSON and of programs undone, however often they were done. */
export function undoEscapes(text: string, from: number, to: number): View {
  const builder = new ViewBuilder()
  let at = from
  while (at < to) {
    const slash = text.indexOf('\\', at)
    const stop = slash < 0 || slash > to ? to : slash
    builder.copy(text, at, stop)
    if (stop >= to) break
    at = addEscape(text, stop, to, builder)
  }
  return builder.build()
}

/** What the backslashes at `at` and the character behind them stand for; where that ends. */
function addEscape(text: string, at: number, to: number, builder: ViewBuilder): number {
  let end = at
  while (end < to && text.charCodeAt(end) === 92) end++
  const char = end < to ? (text[end] as string) : ''
  const plain = char === '' ? undefined : PLAIN[char]
  if (plain !== undefined) {
    builder.put(plain, at, end + 1)
    return end + 1
  }
  const { code, length } = char === 'u' || char === 'x' ? numberAt(text, end) : NO_NUMBER
  builder.put(length > 0 ? String.fromCharCode(code) : '\\', at, end + length)
  return end + length
}

/**
 * The same with the escapes of one string alone, whose quotes have so many backslashes before them: what is escaped in a
 * string inside of it stays so.
 */
export function undoOneLevel(text: string, from: number, to: number, slashes: number): View {
  const builder = new ViewBuilder()
  const unit = slashes + 1
  for (let at = from; at < to; ) {
    const slash = text.indexOf('\\', at)
    const stop = slash < 0 || slash > to ? to : slash
    builder.copy(text, at, stop)
    let end = stop
    while (end < to && text.charCodeAt(end) === 92) end++
    const count = Math.floor((end - stop) / unit)
    const last = end - (count % 2 === 1 ? 1 : 0)
    if (count > 1) builder.put('\\'.repeat(count >> 1), stop, last)
    at = end > last ? addEscape(text, last, to, builder) : end
  }
  return builder.build()
}

const PLAIN: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '/': '/',
  n: '\n',
  r: '\r',
  t: '\t',
}
const NO_NUMBER = { code: 0, length: 0 }

/** `u0041`, `u{41}` and `x41`. */
function numberAt(text: string, at: number): { readonly code: number; readonly length: number } {
  const isByte = text[at] === 'x'
  if (!isByte && text[at + 1] === '{') {
    const digits = /^0{0,4}([0-9a-fA-F]{1,4})\}/.exec(text.slice(at + 2, at + 12))
    return digits ? { code: Number.parseInt(digits[1] as string, 16), length: digits[0].length + 2 } : NO_NUMBER
  }
  const code = parseHex(text, at + 1, isByte ? 2 : 4)
  return code < 0 ? NO_NUMBER : { code, length: isByte ? 3 : 5 }
}
