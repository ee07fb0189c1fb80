import type { FileState } from '../archive/stream-appender.ts'
import { type SqlValue, toValues } from '../store/define-table.ts'
import { checks, files, states } from '../store/tables/kept.ts'
import { storageOf } from './disk-file.ts'
import type { Ingested } from './ingest-session.ts'
import type { ChangedFile, NewCheck } from './keep-session.ts'
import type { RowSink } from './row-sink.ts'

/** Writes what is known only when the archive has committed: lengths of files, and what the disk looked like. */
export function sendCommitted(
  ingested: readonly Ingested[],
  committed: readonly FileState[],
  sink: RowSink,
  now: number,
): void {
  const byFile = new Map(committed.map(state => [state.file, state]))
  for (const { session, id, row, files: changed, checks: seen, state, oldPaths } of ingested) {
    sink.insert('sessions', [row])
    if (oldPaths.length > 0) {
      sink.remove(
        'checks',
        oldPaths.map(path => [path]),
      )
    }
    sink.insert(
      'files',
      changed.map(file => fileRow(file, session, byFile.get(file.file))),
    )
    sink.insert(
      'checks',
      seen.map(check => checkRow(check, id)),
    )
    if (state) sink.insert('states', [toValues(states, { session, saved_at: now, state })])
    else sink.remove('states', [[session]])
  }
}

export function fileRow(changed: ChangedFile, session: number, state: FileState | undefined): SqlValue[] {
  const { file, role, path, place, blob } = changed
  return toValues(files, {
    file,
    session,
    role,
    storage: storageOf(role),
    path,
    place,
    agent_id: changed.agentId,
    workflow_id: changed.workflowId,
    generation: changed.generation,
    raw_bytes: blob?.bytes ?? state?.rawBytes ?? 0,
    sealed_raw_bytes: state?.sealedRawBytes ?? 0,
    sealed_file_bytes: state?.sealedFileBytes ?? 0,
    tail_file_bytes: blob?.fileBytes ?? state?.tailFileBytes ?? 0,
    sha256: blob?.sha256,
    mtime: Math.floor(changed.mtimeMs),
  })
}

export function checkRow({ disk, file, readBytes, tailHash }: NewCheck, id: string | undefined): SqlValue[] {
  return toValues(checks, {
    path: disk.path,
    session_id: id,
    file,
    size_bytes: disk.sizeBytes,
    mtime: disk.mtimeMs,
    identity: disk.identity,
    read_bytes: readBytes,
    tail_hash: tailHash,
    is_present: 1,
    missed_at: undefined,
  })
}
