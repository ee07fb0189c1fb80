import { dropGenerated, generatedFolder } from '../archive/generated.ts'
import { dropMarks } from '../archive/marks.ts'
import { readManifest } from '../archive/read-manifest.ts'
import { removeKept } from '../archive/remove-kept.ts'
import { toValues } from '../store/define-table.ts'
import { forgetSession as forgetRows } from '../store/forget-session.ts'
import { createRowWriter } from '../store/row-writer.ts'
import { forgotten } from '../store/tables/kept.ts'
import { dropVectors } from './embed-units.ts'
import { dropHistoryLines } from './forget-history.ts'
import { noteCommit, writeArchiveStart } from './index-meta.ts'
import { NO_SESSION } from './loose-history.ts'
import { openUnfinished } from './unfinished.ts'
import { openWritableKeep, type WritableKeepRequest } from './writable-keep.ts'

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
    const at = request.now()
    // One that is cut off from here on is told by this note: the next sync brings the index to what the archive says.
    const unfinished = openUnfinished(request.keepDir)
    unfinished.note('forget', [NO_SESSION, ...sessions])
    dropMarks(request.keepDir, id)
    dropGenerated(generatedFolder(request.keepDir), id)
    const loose = await dropHistoryLines(keep, id, at)
    const { generations, pastes: files } = loose
    const removed = await removeKept(paths.archive, { sessions, files, generations, forgottenIds: [id], at })
    let isErased = true
    for (const session of sessions) isErased = forgetRows(store, session).isErased && isErased
    isErased = (await dropVectors(request.keepDir, sessions, request.waitForLockMs)) && isErased
    const { bytes, nextSession, nextFile } = readManifest(paths.archive)
    store.transaction(() => {
      createRowWriter(store).insert(forgotten, [toValues(forgotten, { id, at })])
      loose.writeRows(store)
      writeArchiveStart(store, { manifestBytes: bytes, nextSession, nextFile })
      noteCommit(store)
    })
    unfinished.clear('forget')
    return { sessions: sessions.length, files: removed.files, bytes: removed.bytes, isErased }
  } finally {
    keep.close()
  }
}
