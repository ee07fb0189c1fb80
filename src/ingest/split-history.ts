import { asObject, asString, type JsonValue } from '../format/json.ts'
import { createParser } from '../format/parser.ts'
import { isPlainName } from '../source/plain-name.ts'

/** One prompt of the client's log of prompts (`history.jsonl`), or what stands between two. */
export interface HistoryLine {
  /** Undefined for lines that name no session. */
  readonly sessionId: string | undefined
  /** The folder it was typed in. */
  readonly project: string | undefined
  /** As it stands in the log, with its end. */
  readonly bytes: Uint8Array
  /** Names in `paste-cache/` of long texts pasted with the prompt. */
  readonly pastes: readonly string[]
  /** A JSON object. */
  readonly isReadable: boolean
}

/**
 * Divides the log into lines, so that one session can be given back or forgotten without the others. Every byte is in
 * exactly one of them. A last line without its end is left for later.
 */
export function splitHistory(bytes: Uint8Array): {
  readonly lines: readonly HistoryLine[]
  readonly wholeBytes: number
} {
  const lines: HistoryLine[] = []
  const parser = openParser(bytes, lines)
  return { lines, wholeBytes: parser.position.offset }
}

/** The same for what is kept: all of it, also where the last line has no end. */
export function splitKeptHistory(bytes: Uint8Array): readonly HistoryLine[] {
  const lines: HistoryLine[] = []
  openParser(bytes, lines).finish()
  return lines
}

function openParser(bytes: Uint8Array, lines: HistoryLine[]) {
  const parser = createParser({
    onEntry({ json, start, end }) {
      lines.push({
        sessionId: asString(json?.sessionId) || undefined,
        project: asString(json?.project) || undefined,
        bytes: bytes.subarray(start, end),
        pastes: listPastes(json?.pastedContents),
        isReadable: json !== undefined,
      })
    },
  })
  parser.push(bytes)
  return parser
}

function listPastes(pasted: JsonValue | undefined): readonly string[] {
  return Object.values(asObject(pasted) ?? {}).flatMap(item => {
    const name = asString(asObject(item)?.contentHash)
    return name !== undefined && isPlainName(name) ? [name] : []
  })
}

/** A line that is cut may still show whose it was. */
export function belongsTo({ sessionId, isReadable, bytes }: HistoryLine, id: string): boolean {
  return sessionId === id || (!isReadable && id !== '' && toBuffer(bytes).includes(id))
}

/** Those that are not among the others, each as often as it is missing there. */
export function lackingLines(lines: readonly HistoryLine[], others: readonly HistoryLine[]): readonly HistoryLine[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) + 1)
  return lines.filter(line => {
    const count = left.get(keyOf(line)) ?? 0
    if (count > 0) left.set(keyOf(line), count - 1)
    return count === 0
  })
}

export function joinLines(lines: readonly HistoryLine[]): Buffer {
  return Buffer.concat(lines.map(({ bytes }) => bytes))
}

/** As Latin-1 every byte is a letter: lines that are not UTF-8 compare exactly too. */
function keyOf({ bytes }: HistoryLine): string {
  return toBuffer(bytes).toString('latin1')
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
