import { decodeUtf8 } from './bytes.ts'
import { findWholeObjects, splitObjects } from './glued-objects.ts'
import type { IssueCode } from './issue.ts'
import type { JsonObject } from './json.ts'
import { type EntryKind, kindOf } from './kinds/table.ts'
import { noteBrokenText, parseObject, type RawLine } from './line.ts'
import { isPaddingCode, skipPadding } from './padding.ts'

const OPEN_BRACE = 0x7b
/** Padding that JSON.parse does not skip by itself. */
const NOT_JSON_SPACE = /[^ \t\r\n]/
/** How JSON that is no object begins. */
const OTHER_JSON_START = /^[[\-"0-9tfn]/

/**
 * A line that is not one plain JSON object: blank, a comment, two objects glued together (an append to a file without
 * final newline), a cut object followed by a whole one (an append after a crash), NUL padding, or nothing readable.
 */
export function recoverLine(raw: RawLine): void {
  const text = decodeUtf8(raw.bytes, raw.start, raw.end)
  const inner = findInner(text)
  const trimmed = text.slice(inner.start, inner.end)
  const before = text.slice(0, inner.start)
  const after = text.slice(inner.end)
  notePadding(raw, before, after)
  const padded = NOT_JSON_SPACE.test(before) || NOT_JSON_SPACE.test(after) ? parseObject(trimmed) : undefined
  if (padded) emit(raw, raw.start, raw.end, kindOf(padded), padded)
  else if (trimmed === '') emit(raw, raw.start, raw.end, text.includes('\0') ? 'unreadable' : 'blank', undefined)
  else if (trimmed.startsWith('//') || trimmed.startsWith('#')) emit(raw, raw.start, raw.end, 'comment', undefined)
  else recoverObjects(raw, trimmed)
  if (text.includes('\uFFFD')) noteBrokenText(raw)
}

function recoverObjects(raw: RawLine, trimmed: string): void {
  const { objects, rest } = splitObjects(raw.bytes, raw.start, raw.end)
  for (const { start, end, json } of objects) emit(raw, start, end, kindOf(json), json)
  if (rest < raw.end) recoverRest(raw, rest, trimmed)
  if (objects.length > 0) note(raw, raw.start, raw.end, 'glued-line', 'line holds more than one entry')
}

/** What is left cannot be read from its beginning; whole entries may still stand at its end. */
function recoverRest(raw: RawLine, start: number, trimmed: string): void {
  const whole = findWholeObjects(raw.bytes, start + 1, raw.end)
  const first = whole[0]
  emit(raw, start, first?.start ?? raw.end, 'unreadable', undefined)
  for (const { start, end, json } of whole) emit(raw, start, end, kindOf(json), json)
  const looksLikeObject = raw.bytes[skipPadding(raw.bytes, start, raw.end)] === OPEN_BRACE
  if (first) note(raw, start, first.start, 'cut-line', 'entry is cut and another follows on the same line')
  else if (raw.isLast && looksLikeObject) note(raw, start, raw.end, 'cut-line', 'last line is not complete')
  else if (isOtherJson(trimmed)) note(raw, start, raw.end, 'not-an-object', 'line is JSON but not an object')
  else note(raw, start, raw.end, 'not-json', 'line is not JSON')
}

function emit(raw: RawLine, start: number, end: number, kind: EntryKind, json: JsonObject | undefined): void {
  raw.onEntry({ kind, start: raw.base + start, end: raw.base + end, line: raw.line, json })
}

function note(raw: RawLine, start: number, end: number, code: IssueCode, message: string): void {
  raw.onIssue({ code, message, start: raw.base + start, end: raw.base + end, line: raw.line })
}

function notePadding(raw: RawLine, before: string, after: string): void {
  const hasNul = before.includes('\0') || after.includes('\0')
  if (hasNul) note(raw, raw.start, raw.end, 'nul-bytes', 'line is padded with NUL bytes')
  const hasMark = before.includes('\uFEFF')
  if (hasMark) note(raw, raw.start, raw.end, 'byte-order-mark', 'line begins with a byte order mark')
}

/** Where the text without its padding begins and ends. A loop: a pattern is quadratic on long blanks. */
function findInner(text: string): { start: number; end: number } {
  let start = 0
  let end = text.length
  while (start < end && isPaddingCode(text.charCodeAt(start))) start++
  while (end > start && isPaddingCode(text.charCodeAt(end - 1))) end--
  return { start, end }
}

function isOtherJson(text: string): boolean {
  if (!OTHER_JSON_START.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
