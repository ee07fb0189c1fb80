import { asObject, asString } from '../format/json.ts'
import { createParser } from '../format/parser.ts'
import { isPlainName } from '../source/plain-name.ts'

/** The part of the client's log of prompts (`history.jsonl`) that belongs to one session. */
export interface HistoryPart {
  /** Undefined for lines that name no session. */
  readonly sessionId: string | undefined
  /** Its lines, as they stand in the log. */
  readonly bytes: Uint8Array
  /** Names in `paste-cache/` of long texts pasted with these prompts. */
  readonly pastes: readonly string[]
}

/**
 * Divides the log by session, so that one session can be given back or forgotten without the others. Every byte is in
 * exactly one part. A last line without its end is left for later.
 */
export function splitHistory(bytes: Uint8Array): {
  readonly parts: readonly HistoryPart[]
  readonly wholeBytes: number
} {
  const groups = new Map<string | undefined, { spans: Uint8Array[]; pastes: Set<string> }>()
  const parser = createParser({
    onEntry({ json, start, end }) {
      const id = asString(json?.sessionId) || undefined
      let group = groups.get(id)
      if (!group) {
        group = { spans: [], pastes: new Set() }
        groups.set(id, group)
      }
      group.spans.push(bytes.subarray(start, end))
      for (const pasted of Object.values(asObject(json?.pastedContents) ?? {})) {
        const name = asString(asObject(pasted)?.contentHash)
        if (name !== undefined && isPlainName(name)) group.pastes.add(name)
      }
    },
  })
  parser.push(bytes)
  const parts = [...groups].map(([sessionId, { spans, pastes }]) => ({
    sessionId,
    bytes: Buffer.concat(spans),
    pastes: [...pastes],
  }))
  return { parts, wholeBytes: parser.position.offset }
}
