import { statSync } from 'node:fs'
import { ArchiveDamage } from '../../archive/archive-errors.ts'
import { type KeptReader, openKept } from '../../archive/kept-reader.ts'
import type { JsonObject } from '../../format/json.ts'
import { DISK } from '../../source/file-access.ts'
import { parseEntryBytes } from '../../source/read-entry.ts'
import { createSpanReader } from '../../source/read-span.ts'
import type { SqlValue } from '../../store/define-table.ts'
import type { IndexedKeep } from '../indexed-keep.ts'

/** An entry as the index knows it. */
export interface EntryRow {
  readonly session: number
  readonly agent: string
  readonly number: number
  readonly file: number
  readonly start: number
  readonly end: number
  readonly line: number
  readonly kind: string
  readonly role: string | undefined
  readonly uuid: string | undefined
  readonly at: number | undefined
  readonly turn: number
  readonly isRewound: boolean
}

export interface EntryReader {
  /** Entries of a thread in file order; `sql` are conditions beyond those of the place. */
  list(
    place: { readonly session: number; readonly agent: string },
    sql: string,
    values: readonly SqlValue[],
  ): EntryRow[]
  /** Undefined where it cannot be read any more, or is no JSON. */
  read(entry: EntryRow): JsonObject | undefined
  /** Its bytes hold this. */
  holds(entry: EntryRow, wanted: RegExp): boolean
  /** The id the client gave to a tool call. */
  callIdOf(session: number, agent: string, number: number): string | undefined
  /** Generation of a kept file. */
  generationOf(file: number): number
}

const COLUMNS = 'session, agent, number, file, start, "end", line, kind, role, uuid, at, turn, is_rewound'

const WINDOW_BYTES = 64 * 1024

interface OpenFile {
  readonly generation: number
  read(start: number, end: number): Uint8Array | undefined
}

/**
 * Reads entries again by their span. The client's own file is read where it is as it was at the last sync, which saves
 * unpacking; else the archive.
 */
export function createEntryReader(keep: IndexedKeep): EntryReader {
  const { store, archive } = keep
  const files = new Map<number, OpenFile | undefined>()
  // Entries of a unit lie close together: a window around them saves opening the file for each.
  const disk = createSpanReader(DISK, WINDOW_BYTES)

  function open(file: number): OpenFile | undefined {
    if (!files.has(file)) files.set(file, openFile(file))
    return files.get(file)
  }

  function openFile(file: number): OpenFile | undefined {
    const row = store.get(
      `SELECT f.generation, f.path, f.sha256, f.mtime, f.sealed_file_bytes, f.raw_bytes, c.size_bytes, c.mtime AS seen
       FROM files AS f LEFT JOIN checks AS c ON c.file = f.file AND c.path = f.path AND c.is_present = 1 WHERE f.file = ?`,
      [file],
    )
    if (!row) return undefined
    const generation = row.generation as number
    const path = row.path as string
    if (row.raw_bytes === row.size_bytes && isAsSeen(path, row.size_bytes as number, row.seen as number | null)) {
      return { generation, read: (start, end) => disk.read(path, { start, end }) }
    }
    const blob = row.sha256 === null ? undefined : { sha256: row.sha256 as string, mtimeMs: (row.mtime as number) ?? 0 }
    const kept = openQuietly(() =>
      openKept(archive, { file, generation, blob, sealedFileBytes: row.sealed_file_bytes as number }),
    )
    return kept && { generation, read: (start, end) => openQuietly(() => kept.read(start, end)) }
  }

  function bytesOf({ file, start, end }: EntryRow): Uint8Array | undefined {
    return open(file)?.read(start, end)
  }

  return {
    list: ({ session, agent }, sql, values) =>
      store
        .all(`SELECT ${COLUMNS} FROM entries WHERE session = ? AND agent = ? AND ${sql} ORDER BY number`, [
          session,
          agent,
          ...values,
        ])
        .map(toEntryRow),
    read(entry) {
      const bytes = bytesOf(entry)
      return bytes && bytes.length === entry.end - entry.start ? parseEntryBytes(bytes, false) : undefined
    },
    holds(entry, wanted) {
      const bytes = bytesOf(entry)
      return (
        bytes !== undefined && wanted.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'))
      )
    },
    callIdOf(session, agent, number) {
      const sql = 'SELECT call_id FROM tool_calls WHERE session = ? AND agent = ? AND number = ?'
      return store.get(sql, [session, agent, number])?.call_id as string | undefined
    },
    generationOf: file => open(file)?.generation ?? 0,
  }
}

export function toEntryRow(row: { readonly [column: string]: SqlValue }): EntryRow {
  return {
    session: row.session as number,
    agent: row.agent as string,
    number: row.number as number,
    file: row.file as number,
    start: row.start as number,
    end: row.end as number,
    line: row.line as number,
    kind: row.kind as string,
    role: (row.role as string | null) ?? undefined,
    uuid: (row.uuid as string | null) ?? undefined,
    at: (row.at as number | null) ?? undefined,
    turn: row.turn as number,
    isRewound: row.is_rewound === 1,
  }
}

function isAsSeen(path: string, size: number, mtime: number | null): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat !== undefined && stat.size === size && stat.mtimeMs === mtime
  } catch {
    return false
  }
}

/** A damaged piece of the archive costs its snippet, not the answer; `verify` reports it. */
function openQuietly<T extends KeptReader | Uint8Array>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof ArchiveDamage || typeof (error as { code?: unknown }).code === 'string') return undefined
    throw error
  }
}
