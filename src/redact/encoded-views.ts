import { parseHex } from './loose-match.ts'
import { undoEscapes } from './plain-view.ts'
import { type View, ViewBuilder } from './view.ts'

/** Parts of a text that are written for a URL, with escapes of letters, or as numbers of bytes, read as what they say. */
export function encodedViews(text: string, hasLines: boolean): readonly View[] {
  const views: View[] = []
  if (text.includes('%')) {
    eachPercentPart(text, (start, end) => {
      views.push(undoPercent(text, start, end, isForm(text, start, end)))
    })
  }
  if (text.includes('\\')) addEscapeViews(text, views)
  if (text.includes('0x')) addByteLists(text, views)
  if (hasLines && text.includes('000000')) addDump(text, views)
  return views
}

const PERCENT = /%[0-9A-Fa-f]{2}/g
const MAX_LEFT = 2000

/** Told of each part of a text that may stand in a URL and has something escaped. */
export function eachPercentPart(text: string, take: (start: number, end: number) => void): void {
  let done = 0
  PERCENT.lastIndex = 0
  for (let match = PERCENT.exec(text); match !== null; match = PERCENT.exec(text)) {
    let start = match.index
    const first = Math.max(done, start - MAX_LEFT)
    while (start > first && isInUrl(text.charCodeAt(start - 1))) start--
    let end = match.index + 3
    while (end < text.length && isInUrl(text.charCodeAt(end))) end++
    take(start, end)
    done = end
    PERCENT.lastIndex = end
  }
}

/** Neither space nor what a URL is put between. */
function isInUrl(code: number): boolean {
  return code > 32 && code !== 34 && code !== 60 && code !== 62 && code !== 92 && code !== 96 && code !== 0x203a
}

/** In what a form sends, `+` is a space; there nothing else stands for one. */
export function isForm(text: string, start: number, end: number): boolean {
  return !text.slice(start, end).includes('%20')
}

export function undoPercent(text: string, start: number, end: number, hasPlus: boolean): View {
  const builder = new ViewBuilder()
  let copied = start
  for (let at = start; at < end; ) {
    const code = text.charCodeAt(at)
    const to = code === 37 ? percentEnd(text, at, end) : code === 38 || (code === 43 && hasPlus) ? at + 1 : at
    if (to === at) {
      at++
      continue
    }
    builder.copy(text, copied, at)
    // What is not escaped parts the parameters, and is no more of a value in one of them.
    builder.put(code === 37 ? charOf(text, at, to) : code === 38 ? ' & ' : ' ', at, to)
    at = to
    copied = to
  }
  builder.copy(text, copied, end)
  return builder.build()
}

/** After the bytes of one character. */
function percentEnd(text: string, at: number, end: number): number {
  const byte = byteAt(text, at, end)
  if (byte < 0) return at
  const count = byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : byte < 0xf5 ? 3 : 0
  let to = at + 3
  for (let more = 0; more < count && byteAt(text, to, end) >> 6 === 2; more++) to += 3
  return to
}

function byteAt(text: string, at: number, end: number): number {
  return at + 3 <= end && text.charCodeAt(at) === 37 ? parseHex(text, at + 1, 2) : -1
}

function charOf(text: string, from: number, to: number): string {
  if (to - from === 3) return String.fromCharCode(parseHex(text, from + 1, 2))
  try {
    return decodeURIComponent(text.slice(from, to))
  } catch {
    return '\ufffd'
  }
}

/** A letter, digit or sign that nobody had to escape, or had to for a page. */
const ESCAPED = /\\(?:u00[2-7]|x[2-7])[0-9a-fA-F]|\\u\{0{0,4}[2-7][0-9a-fA-F]\}/g
const BEFORE = 200
const AFTER = 500
/** A part begins and ends where there is a space, if there is one this near. */
const MAX_WORD = 4000

/** Around each escape, so that a name before it and a value behind it are read too. */
function addEscapeViews(text: string, views: View[]): void {
  let start = -1
  let end = 0
  let last = 0
  const close = () => {
    if (start >= 0) views.push(undoEscapes(text, start, end))
  }
  ESCAPED.lastIndex = 0
  for (let match = ESCAPED.exec(text); match !== null; match = ESCAPED.exec(text)) {
    if (start < 0 || match.index - BEFORE > end) {
      close()
      start = wordStart(text, Math.max(last, match.index - BEFORE), last)
    }
    end = wordEnd(text, Math.max(end, Math.min(text.length, match.index + AFTER)))
    last = end
    if (end >= text.length) break
  }
  close()
}

function wordStart(text: string, at: number, min: number): number {
  const first = Math.max(min, at - MAX_WORD)
  let start = at
  while (start > first && text.charCodeAt(start - 1) > 32) start--
  return start
}

function wordEnd(text: string, at: number): number {
  const last = Math.min(text.length, at + MAX_WORD)
  let end = at
  while (end < last && text.charCodeAt(end) > 32) end++
  return end
}

const BYTE_LIST = /0x[0-9a-fA-F]{2}(?:,\s{0,40}0x[0-9a-fA-F]{2}){7,}/g

/** `0x41, 0x42, 0x43` of a program. */
function addByteLists(text: string, views: View[]): void {
  for (const match of text.matchAll(BYTE_LIST)) {
    const end = match.index + match[0].length
    let said = ''
    for (let at = match.index; at >= 0 && at < end; at = text.indexOf('0x', at + 4)) {
      said += String.fromCharCode(parseHex(text, at + 2, 2))
    }
    if (isText(said)) views.push({ text: said, pieces: [0, match.index, end] })
  }
}

const DUMP_LINE =
  /^[ \t]*[0-9a-f]{6,16}:?[ \t]{1,3}((?:[0-9a-f]{2}){1,2}(?: {1,2}(?:[0-9a-f]{2}){1,2}){0,31})(?= {2}|[ \t]*$)[^\n]*/gim

/** What `xxd` and `hexdump -C` print. */
function addDump(text: string, views: View[]): void {
  let builder = new ViewBuilder()
  let last = -1
  const close = () => {
    const view = builder.build()
    if (view.text.length >= 8 && isText(view.text)) views.push(view)
    builder = new ViewBuilder()
  }
  for (const match of text.matchAll(DUMP_LINE)) {
    if (match.index !== last + 1 && last >= 0) close()
    last = match.index + match[0].length
    let said = ''
    const digits = (match[1] as string).replaceAll(' ', '')
    for (let at = 0; at + 2 <= digits.length; at += 2) said += String.fromCharCode(parseHex(digits, at, 2))
    builder.put(said, match.index, last)
  }
  close()
}

function isText(said: string): boolean {
  return !/[^\t\n\r\u001b\u0020-\u007e\u00a0-\u00ff]/.test(said)
}
