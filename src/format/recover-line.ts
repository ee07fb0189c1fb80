import { decodeUtf8 } from './bytes.ts'
import type { IssueCode } from './issue.ts'
import type { JsonObject } from './json.ts'
import { type EntryKind, kindOf } from './kinds/table.ts'
import { noteBrokenText, parseObject, type RawLine } from './line.ts'
import { findObjectEnd } from './object-end.ts'

const OPEN_BRACE = 0x7b
const NUL = 0x00
/** How real entries begin; used to find a whole object behind a cut one. */
const ENTRY_STARTS = ['{"parentUuid":', '{"type":"', '{"uuid":"', '{"sessionId":"', '{"messageId":"']
const MAX_TRIES = 64

/**
 * A line that is not one plain JSON object: blank, a comment, two objects glued together (an append to a file without
 * final newline), a cut object followed by a whole one (an append after a crash), NUL padding, or nothing readable.
 */
export function recoverLine(raw: RawLine, text: string): void {
  const trimmed = trimPadding(text)
  if (trimmed === '') {
    if (text.includes('\0')) note(raw, raw.start, raw.end, 'nul-bytes', 'line holds only NUL bytes')
    return emit(raw, raw.start, raw.end, text.includes('\0') ? 'unreadable' : 'blank', undefined)
  }
  if (trimmed.startsWith('//') || trimmed.startsWith('#')) return emit(raw, raw.start, raw.end, 'comment', undefined)
  const padded = parseObject(trimmed)
  if (padded) {
    notePadding(raw, text)
    return emit(raw, raw.start, raw.end, kindOf(padded), padded)
  }
  recoverObjects(raw, trimmed)
  if (text.includes('\uFFFD')) noteBrokenText(raw)
}

function recoverObjects(raw: RawLine, trimmed: string): void {
  let start = raw.start
  let found = 0
  while (start < raw.end) {
    const open = skipPadding(raw.bytes, start, raw.end)
    const close = raw.bytes[open] === OPEN_BRACE ? findObjectEnd(raw.bytes, open, raw.end) : -1
    const json = close < 0 ? undefined : parseObject(decodeUtf8(raw.bytes, open, close))
    if (!json) break
    found++
    // The line ending, and any white space before it, belongs to the last object of the line.
    const end = isPadding(raw.bytes, close, raw.end) ? raw.end : close
    emit(raw, start, end, kindOf(json), json)
    start = end
  }
  if (found > 1 || (found === 1 && start < raw.end)) {
    note(raw, raw.start, raw.end, 'glued-line', 'line holds more than one object')
  }
  if (start < raw.end) recoverRest(raw, start, trimmed)
}

/** What is left cannot be read from its beginning; a whole entry may still stand at its end. */
function recoverRest(raw: RawLine, start: number, trimmed: string): void {
  const whole = findWholeEntry(raw, start)
  if (whole) {
    emit(raw, start, whole.start, 'unreadable', undefined)
    note(raw, start, whole.start, 'cut-line', 'entry is cut and another follows on the same line')
    return emit(raw, whole.start, raw.end, kindOf(whole.json), whole.json)
  }
  emit(raw, start, raw.end, 'unreadable', undefined)
  const looksLikeObject = raw.bytes[skipPadding(raw.bytes, start, raw.end)] === OPEN_BRACE
  if (raw.isLast && looksLikeObject) return note(raw, start, raw.end, 'cut-line', 'last line is not complete')
  if (isOtherJson(trimmed)) return note(raw, start, raw.end, 'not-an-object', 'line is JSON but not an object')
  note(raw, start, raw.end, 'not-json', 'line is not JSON')
}

function findWholeEntry(raw: RawLine, start: number): { start: number; json: JsonObject } | undefined {
  const text = decodeUtf8(raw.bytes, start + 1, raw.end)
  let tries = 0
  for (const opening of ENTRY_STARTS) {
    for (let at = text.indexOf(opening); at >= 0 && tries < MAX_TRIES; at = text.indexOf(opening, at + 1)) {
      tries++
      const json = parseObject(trimPadding(text.slice(at)))
      if (json && typeof json.type === 'string') {
        const length = new TextEncoder().encode(opening + text.slice(at + opening.length)).length
        const entryStart = raw.end - length
        // Broken UTF-8 behind the opening makes lengths differ; then the bytes at that place are not the opening.
        if (entryStart > start && decodeUtf8(raw.bytes, entryStart, entryStart + opening.length) === opening) {
          return { start: entryStart, json }
        }
      }
    }
  }
  return undefined
}

function emit(raw: RawLine, start: number, end: number, kind: EntryKind, json: JsonObject | undefined): void {
  raw.onEntry({ kind, start: raw.base + start, end: raw.base + end, line: raw.line, json })
}

function note(raw: RawLine, start: number, end: number, code: IssueCode, message: string): void {
  raw.onIssue({ code, message, start: raw.base + start, end: raw.base + end, line: raw.line })
}

function notePadding(raw: RawLine, text: string): void {
  if (text.includes('\0')) note(raw, raw.start, raw.end, 'nul-bytes', 'line is padded with NUL bytes')
  if (text.includes('\uFEFF')) note(raw, raw.start, raw.end, 'byte-order-mark', 'line begins with a byte order mark')
}

function isOtherJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Without white space, NUL bytes and a byte order mark at either end. A loop: a pattern is quadratic on long blanks. */
function trimPadding(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isPaddingCode(text.charCodeAt(start))) start++
  while (end > start && isPaddingCode(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isPaddingCode(code: number): boolean {
  return code === NUL || code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff
}

function isPadding(bytes: Uint8Array, start: number, end: number): boolean {
  return skipPadding(bytes, start, end) === end
}

function skipPadding(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  for (; at < end; at++) {
    const byte = bytes[at] as number
    const isBom = byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf
    if (isBom) at += 2
    else if (byte !== NUL && byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) break
  }
  return Math.min(at, end)
}
