import type { Entry } from '../format/entry.ts'
import { asString, type JsonObject } from '../format/json.ts'
import type { KnownLine } from '../model/usage/read-usage-line.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'

/** What a scan knows of a line: not its turn, and not its run. `json` is the entry's, or the copy inside it. */
export function knownLine({ start, line }: Entry, json: JsonObject): KnownLine {
  return {
    uuid: asString(json.uuid) || undefined,
    at: parseTimestamp(json.timestamp),
    start,
    line,
    turn: 0,
    run: 0,
  }
}
