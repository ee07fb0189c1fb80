import { createArchiveWriter } from '../archive/archive-writer.ts'
import { openKept } from '../archive/kept-reader.ts'
import { readManifest } from '../archive/read-manifest.ts'
import { removeKept } from '../archive/remove-kept.ts'
import { toValues } from '../store/define-table.ts'
import { forgetSession as forgetRows } from '../store/forget-session.ts'
import { createRowWriter } from '../store/row-writer.ts'
import { forgotten } from '../store/tables/kept.ts'
import { splitHistory } from './split-history.ts'
import { noteCommit, writeArchiveStart } from './store-batches.ts'
import { openWritableKeep, type WritableKeep, type WritableKeepRequest } from './writable-keep.ts'

export interface Forgotten {
  /** Kept sessions that bore the id. */
  readonly sessions: number
  readonly files: number
  /** Compressed bytes that are free now. */
  readonly bytes: number
  /** No trace is left in the index either; otherwise the next sync tries again. */
  readonly isErased: boolean
}

/**
 * Takes every kept session with this id out of archive and index for good. A tombstone stays, so that sync does not bring
 * it back. Undefined while another process writes.
 */
export async function forgetSession(request: WritableKeepRequest, id: string): Promise<Forgotten | undefined> {
  const keep = await openWritableKeep(request, { isFresh: false, isThorough: true })
  if (!keep) return undefined
  try {
    const { store, paths } = keep
    const sessions = store.all('SELECT session FROM sessions WHERE id = ?', [id]).map(row => row.session as number)
    const generations = await dropHistoryLines(keep, id, request.now())
    const at = request.now()
    const removed = await removeKept(paths.archive, { sessions, generations, forgottenIds: [id], at })
    let isErased = true
    for (const session of sessions) isErased = forgetRows(store, session).isErased && isErased
    const { bytes, nextSession, nextFile } = readManifest(paths.archive)
    store.transaction(() => {
      createRowWriter(store).insert(forgotten, [toValues(forgotten, { id, at })])
      writeArchiveStart(store, { manifestBytes: bytes, nextSession, nextFile })
      noteCommit(store)
    })
    return { sessions: sessions.length, files: removed.files, bytes: removed.bytes, isErased }
  } finally {
    keep.close()
  }
}

/** Prompts of sessions that were not kept stand together: without this one's they become a new generation. */
async function dropHistoryLines(
  { paths, start }: WritableKeep,
  id: string,
  at: number,
): Promise<readonly { readonly file: number; readonly generation: number }[]> {
  const { files } = readManifest(paths.archive)
  const writer = createArchiveWriter(paths.archive, start())
  const old: { file: number; generation: number }[] = []
  for (const { file, session, role, generations } of files.values()) {
    const newest = generations.at(-1)
    if (session !== 0 || role !== 'history' || !newest) continue
    const kept = openKept(paths.archive, newest)
    const { parts } = splitHistory(kept.read(0, kept.rawBytes))
    const isConcerned = generations.some(generation => {
      const reader = openKept(paths.archive, generation)
      return splitHistory(reader.read(0, reader.rawBytes)).parts.some(part => part.sessionId === id)
    })
    if (!isConcerned) continue
    const { path, place } = newest
    const generation = newest.generation + 1
    const stream = writer.openStream(writer.beginGeneration({ file, generation, path, place, why: 'rewritten', at }))
    for (const part of parts) if (part.sessionId !== id) stream.append(part.bytes)
    stream.finish({ mtimeMs: kept.mtimeMs ?? at })
    old.push(...generations.map(({ generation: number }) => ({ file, generation: number })))
  }
  await writer.commit()
  return old
}
