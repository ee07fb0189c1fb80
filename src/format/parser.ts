/**
 * format/ knows what a transcript is made of: bytes to entries, and which fields each kind of entry has. It knows no
 * files, no clock and no session; it never throws on input and never drops a byte.
 */
import { concatBytes, viewBytes } from './bytes.ts'
import type { Entry } from './entry.ts'
import type { Issue } from './issue.ts'
import type { JsonObject } from './json.ts'
import { kindOf } from './kinds/table.ts'
import { parseLine, type RawLine } from './line.ts'
import { recoverLine } from './recover-line.ts'

export interface ParserOptions {
  readonly onEntry: (entry: Entry) => void
  readonly onIssue?: (issue: Issue) => void
  /** Go on from here instead of from the start of the file; must be the start of a line. */
  readonly from?: Position
  /** A longer line becomes one unreadable entry and is not held in memory. */
  readonly maxLineBytes?: number
  /** Tried before a line is parsed: a reader who needs little of some lines gives that little as their object. */
  readonly skim?: (bytes: Uint8Array, start: number, end: number) => JsonObject | undefined
}

/** A place between two lines. */
export interface Position {
  readonly offset: number
  readonly line: number
}

export interface Parser {
  /** The bytes may be reused by the caller as soon as this returns. */
  push(chunk: Uint8Array): void
  /** The end of the file: what is left becomes the last entry, whole or cut. */
  finish(): void
  /** The start of the first line not yet given to `onEntry`. */
  readonly position: Position
  /** Bytes of an unfinished line held back until its newline or `finish` comes. */
  readonly pendingBytes: number
}

/** Lines beyond this cannot be a JavaScript string with room to spare. */
const MAX_LINE_BYTES = 256 * 1024 * 1024
const NEWLINE = 0x0a

export function createParser(options: ParserOptions): Parser {
  const maxLineBytes = Math.min(options.maxLineBytes ?? MAX_LINE_BYTES, MAX_LINE_BYTES)
  const onIssue = options.onIssue ?? ignore
  const { onEntry, skim } = options
  let offset = options.from?.offset ?? 0
  let line = options.from?.line ?? 1
  let pending: Uint8Array[] = []
  let pendingBytes = 0

  function emit(bytes: Uint8Array, start: number, end: number, isLast: boolean): void {
    const json = skim?.(bytes, start, end)
    if (json) {
      onEntry({ kind: kindOf(json), start: offset, end: offset + end - start, line, json })
    } else {
      const raw: RawLine = { bytes, start, end, base: offset - start, line, isLast, onEntry, onIssue }
      if (!parseLine(raw)) recoverLine(raw)
    }
    offset += end - start
    line++
  }

  function emitTooLong(length: number): void {
    const end = offset + length
    onEntry({ kind: 'unreadable', start: offset, end, line, json: undefined })
    onIssue({ code: 'too-long', message: `line of ${length} bytes is too long to read`, start: offset, end, line })
    offset = end
    line++
  }

  function endPending(isLast: boolean): void {
    if (pendingBytes > maxLineBytes) emitTooLong(pendingBytes)
    else emit(concatBytes(pending, pendingBytes), 0, pendingBytes, isLast)
    pending = []
    pendingBytes = 0
  }

  function hold(part: Uint8Array): void {
    pendingBytes += part.length
    if (pendingBytes > maxLineBytes) pending = []
    else pending.push(new Uint8Array(part))
  }

  return {
    push(chunk) {
      const bytes = viewBytes(chunk)
      let start = 0
      if (pendingBytes > 0) {
        const newline = bytes.indexOf(NEWLINE)
        if (newline < 0) {
          hold(bytes)
          return
        }
        hold(bytes.subarray(0, newline + 1))
        endPending(false)
        start = newline + 1
      }
      for (;;) {
        const newline = bytes.indexOf(NEWLINE, start)
        if (newline < 0) break
        const end = newline + 1
        if (end - start > maxLineBytes) emitTooLong(end - start)
        else emit(bytes, start, end, false)
        start = end
      }
      if (start < bytes.length) hold(bytes.subarray(start))
    },
    finish() {
      if (pendingBytes > 0) endPending(true)
    },
    get position() {
      return { offset, line }
    },
    get pendingBytes() {
      return pendingBytes
    },
  }
}

function ignore(): void {}
