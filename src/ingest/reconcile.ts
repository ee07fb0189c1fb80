import type { Manifest } from '../archive/read-manifest.ts'
import type { SourceProblem } from '../source/problem.ts'
import { toValues } from '../store/define-table.ts'
import { createRowWriter } from '../store/row-writer.ts'
import { settleRequests } from '../store/settle-requests.ts'
import type { Store } from '../store/store.ts'
import { files, forgotten, sessions, states } from '../store/tables/kept.ts'
import { UserError } from '../user-error.ts'
import { storageOf } from './disk-file.ts'
import { listKeptItems, toKnownFile } from './kept-items.ts'
import type { KnownFile } from './known.ts'
import type { WorkItem } from './work-item.ts'

/**
 * Brings what the index says about the archive to what the manifest says, and lists the sessions that must be read again
 * from the archive. Nothing to do after a sync that ended well; all of it for an index that is new.
 */
export function reconcile(
  store: Store,
  archive: { readonly folder: string; readonly manifest: Manifest; readonly unfinished: readonly number[] },
  problems: SourceProblem[],
): readonly WorkItem[] {
  const { folder, manifest } = archive
  const stale = new Set(archive.unfinished.filter(session => manifest.sessions.has(session)))
  for (const session of listDiffering(store, manifest)) stale.add(session)
  const items = listKeptItems(folder, manifest, stale, problems)
  store.transaction(() => {
    dropUnkept(store, manifest)
    const writer = createRowWriter(store)
    writer.insert(
      forgotten,
      [...manifest.forgotten].map(([id, at]) => toValues(forgotten, { id, at })),
    )
    for (const { session, files: known } of items) {
      store.run('DELETE FROM files WHERE session = ?', [session as number])
      writer.insert(files, known.map(knownFileRow))
    }
    const loose = [...manifest.files.values()].filter(file => file.session === 0)
    store.run('DELETE FROM files WHERE session = 0')
    const known = loose.flatMap(file => toKnownFile(folder, file, problems) ?? [])
    writer.insert(files, known.map(knownFileRow))
  })
  return items
}

/** Sessions whose files or generations the index does not have, or that it does not have at all. */
function listDiffering(store: Store, manifest: Manifest): readonly number[] {
  const kept = new Map<number, string[]>()
  for (const session of manifest.sessions.keys()) kept.set(session, [])
  for (const { file, session, generations } of manifest.files.values()) {
    const newest = generations.at(-1)
    if (newest) kept.get(session)?.push(`${file}:${newest.generation}`)
  }
  const known = new Map<number, string[]>()
  for (const { session } of store.iterate('SELECT session FROM sessions')) known.set(session as number, [])
  for (const row of store.iterate('SELECT file, session, generation FROM files ORDER BY file')) {
    known.get(row.session as number)?.push(`${row.file}:${row.generation}`)
  }
  return [...kept].filter(([session, names]) => known.get(session)?.join() !== names.join()).map(([session]) => session)
}

/** A session leaves the archive only by being forgotten: anything else means that part of the manifest was lost. */
function requireExplained(store: Store, manifest: Manifest, gone: readonly number[]): void {
  const lost = gone.filter(session => {
    const row = store.get('SELECT id FROM sessions WHERE session = ?', [session])
    return !manifest.forgotten.has(row?.id as string)
  })
  if (lost.length === 0) return
  throw new UserError({
    code: 'manifest-lost',
    message: `the archive's manifest no longer names ${lost.length === 1 ? 'a session' : `${lost.length} sessions`} that it kept`,
    hint: 'Put a newer copy of archive/manifest.jsonl back; `backscroll verify` tells more. To go on without them: `backscroll reindex`.',
  })
}

/** What was forgotten while the index was away. */
function dropUnkept(store: Store, manifest: Manifest): void {
  const gone = store
    .all('SELECT session FROM sessions')
    .map(row => row.session as number)
    .filter(session => !manifest.sessions.has(session))
  requireExplained(store, manifest, gone)
  const writer = createRowWriter(store)
  for (const session of gone) {
    writer.removeSession(session)
    store.run('DELETE FROM checks WHERE file IN (SELECT file FROM files WHERE session = ?)', [session])
    store.run('DELETE FROM files WHERE session = ?', [session])
    writer.remove(states, [[session]])
    writer.remove(sessions, [[session]])
  }
  if (gone.length > 0) settleRequests(store, gone)
}

function knownFileRow(file: KnownFile) {
  return toValues(files, {
    file: file.file,
    session: file.session,
    role: file.role,
    storage: storageOf(file.role),
    path: file.path,
    place: file.place,
    agent_id: file.agentId,
    workflow_id: file.workflowId,
    generation: file.generation,
    raw_bytes: file.rawBytes,
    sealed_raw_bytes: file.sealedRawBytes,
    sealed_file_bytes: file.sealedFileBytes,
    tail_file_bytes: file.tailFileBytes,
    sha256: file.sha256,
    mtime: file.mtimeMs === undefined ? undefined : Math.floor(file.mtimeMs),
  })
}
