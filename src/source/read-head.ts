import { decodeUtf8, viewBytes } from '../format/bytes.ts'
import type { Entry } from '../format/entry.ts'
import { createParser } from '../format/parser.ts'
import { DISK, type FileAccess } from './file-access.ts'

export interface FileHead {
  /** Entries that lie whole in the bytes read. */
  readonly entries: readonly Entry[]
  /** The bytes as text, the cut last line included. */
  readonly text: string
  readonly isWholeFile: boolean
}

/** The first lines of a transcript; nothing where it cannot be read. */
export function readHead(path: string, maxBytes: number, access: Pick<FileAccess, 'readBytes'> = DISK): FileHead {
  const bytes = viewBytes(access.readBytes(path, 0, maxBytes) ?? new Uint8Array(0))
  const entries: Entry[] = []
  const parser = createParser({ onEntry: entry => entries.push(entry) })
  parser.push(bytes)
  const isWholeFile = bytes.length < maxBytes
  if (isWholeFile) parser.finish()
  return { entries, text: decodeUtf8(bytes), isWholeFile }
}

const SESSION_ID = /"sessionId":"([^"\\]{1,200})"/

/** The session a file says it belongs to: many first lines say nothing, so all of a small head is looked at. */
export function readSessionId(path: string): string | undefined {
  const { entries, text } = readHead(path, 32 * 1024)
  for (const { json } of entries) {
    if (typeof json?.sessionId === 'string' && json.sessionId !== '') return json.sessionId
  }
  // A first line longer than the head: quotes inside its texts are escaped, so this finds a key.
  return SESSION_ID.exec(text)?.[1]
}
