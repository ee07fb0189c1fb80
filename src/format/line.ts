import { decodeUtf8 } from './bytes.ts'
import type { Entry } from './entry.ts'
import type { Issue } from './issue.ts'
import type { JsonObject } from './json.ts'
import { kindOf } from './kinds/table.ts'

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

const OPEN_BRACE = 0x7b
const SPACE = 0x20

/** Gives the entry of an ordinary line; false, and no entry, for what is not one plain JSON object. */
export function parseLine(raw: RawLine): boolean {
  // An error costs V8 some 20 microseconds to throw: look first, for files that are not JSON at all.
  const first = raw.bytes[raw.start] as number
  if (first !== OPEN_BRACE && first > SPACE) return false
  const text = decodeUtf8(raw.bytes, raw.start, raw.end)
  const json = parseObject(text)
  if (!json) return false
  raw.onEntry({
    kind: kindOf(json),
    start: raw.base + raw.start,
    end: raw.base + raw.end,
    line: raw.line,
    json,
  })
  if (text.includes('\uFFFD')) noteBrokenText(raw)
  return true
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
