import { decodeUtf8 } from './bytes.ts'
import type { JsonObject } from './json.ts'
import { parseObject } from './line.ts'
import { findObjectEnd } from './object-end.ts'
import { skipPadding } from './padding.ts'
import type { Span } from './span.ts'

const OPEN_BRACE = 0x7b
const QUOTE = 0x22
/** First keys of real entries; used to find a whole entry behind a cut one. */
const FIRST_KEYS = ['parentUuid', 'type', 'isSidechain', 'uuid', 'sessionId', 'messageId', 'logicalParentUuid'].map(
  key => new TextEncoder().encode(`{"${key}"`),
)
/** A hostile line may open thousands of objects that never close; looking at each must not cost the line's square. */
const MAX_SCANS_PER_BYTE = 16

/** Offsets in the buffer. */
export interface GluedObject extends Span {
  readonly json: JsonObject
}

/**
 * The JSON objects that follow each other from `start`, and where reading them stops. Padding before an object belongs
 * to it, padding at the end of the line to the last one: together they tile `start` to `rest`.
 */
export function splitObjects(
  bytes: Uint8Array,
  start: number,
  end: number,
): { objects: readonly GluedObject[]; rest: number } {
  const objects: GluedObject[] = []
  let rest = start
  while (rest < end) {
    const open = skipPadding(bytes, rest, end)
    const close = bytes[open] === OPEN_BRACE && open < end ? findObjectEnd(bytes, open, end) : -1
    const json = close < 0 ? undefined : parseObject(decodeUtf8(bytes, open, close))
    if (!json) break
    const objectEnd = skipPadding(bytes, close, end) === end ? end : close
    objects.push({ start: rest, end: objectEnd, json })
    rest = objectEnd
  }
  return { objects, rest }
}

/** The entries that fill the line from some place up to its end, or none. Blocks nested in a broken entry do not. */
export function findWholeObjects(bytes: Uint8Array, start: number, end: number): readonly GluedObject[] {
  // Cut at the end of the line, or a search for a brace would run on through the whole chunk for each bad line.
  const line = bytes.subarray(0, end)
  let budget = (end - start) * MAX_SCANS_PER_BYTE
  let at = findEntryStart(line, start)
  while (at >= 0 && budget > 0) {
    const close = findObjectEnd(line, at, end)
    budget -= (close < 0 ? end : close) - at
    const next = close < 0 ? -1 : skipPadding(line, close, end)
    const isCandidate = next === end || line[next] === OPEN_BRACE
    const { objects, rest } = isCandidate ? splitObjects(line, at, end) : { objects: [], rest: at }
    if (rest === end && objects.every(({ json }) => typeof json.type === 'string')) return objects
    // Objects that were read and do not reach the end need not be tried again one by one.
    at = findEntryStart(line, Math.max(at + 1, rest))
  }
  return []
}

function findEntryStart(line: Uint8Array, start: number): number {
  for (let at = line.indexOf(OPEN_BRACE, start); at >= 0; at = line.indexOf(OPEN_BRACE, at + 1)) {
    if (line[at + 1] === QUOTE && FIRST_KEYS.some(key => startsWith(line, at, key))) return at
  }
  return -1
}

function startsWith(line: Uint8Array, at: number, prefix: Uint8Array): boolean {
  for (let i = 0; i < prefix.length; i++) if (line[at + i] !== prefix[i]) return false
  return true
}
