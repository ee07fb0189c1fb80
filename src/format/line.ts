import { decodeUtf8 } from './bytes.ts'
import type { Entry } from './entry.ts'
import type { Issue } from './issue.ts'
import type { JsonObject } from './json.ts'
import { kindOf } from './kinds/table.ts'
import { recoverLine } from './recover-line.ts'

/** One physical line, its ending included, somewhere in a buffer. */
export interface RawLine {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
  /** Add this to an offset in `bytes` to get the offset in the file. */
  readonly base: number
  readonly line: number
  /** The file ends here, so a broken object may be a write in progress. */
  readonly isLast: boolean
  readonly onEntry: (entry: Entry) => void
  readonly onIssue: (issue: Issue) => void
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })

/** Gives one entry for an ordinary line; what is not one plain JSON object goes to `recoverLine`. */
export function parseLine(raw: RawLine): void {
  const text = decodeUtf8(raw.bytes, raw.start, raw.end)
  const json = parseObject(text)
  if (!json) return recoverLine(raw, text)
  raw.onEntry({
    kind: kindOf(json),
    start: raw.base + raw.start,
    end: raw.base + raw.end,
    line: raw.line,
    json,
  })
  if (text.includes('\uFFFD')) noteBrokenText(raw)
}

/** The object a text holds, or undefined: also for arrays, numbers and strings, which are JSON but no entry. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined
  } catch {
    return undefined
  }
}

/** A U+FFFD may stand in the file itself; only bytes that are not UTF-8 are worth a note. */
export function noteBrokenText(raw: RawLine): void {
  try {
    strictDecoder.decode(raw.bytes.subarray(raw.start, raw.end))
  } catch {
    raw.onIssue({
      code: 'bad-utf8',
      message: 'line holds bytes that are not UTF-8',
      start: raw.base + raw.start,
      end: raw.base + raw.end,
      line: raw.line,
    })
  }
}
