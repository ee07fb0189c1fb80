import { ArchiveDamage } from '../archive/archive-errors.ts'
import { manifestSize } from '../archive/archive-folder.ts'
import { openKept } from '../archive/kept-reader.ts'
import { type KeptFile, type KeptGeneration, readManifest } from '../archive/read-manifest.ts'
import { parseObject } from '../format/line.ts'
import { readRows } from '../store/read-rows.ts'
import type { Store } from '../store/store.ts'
import { files } from '../store/tables/kept.ts'

/** What is kept, by session and file: told by the index, or by the archive's own manifest where there is no index. */
export interface Catalog {
  listSessions(): readonly CatalogSession[]
  listFiles(session: number): readonly CatalogFile[]
}

export interface CatalogSession {
  readonly session: number
  readonly id: string
  readonly name: string
  /** The project folder it stood in. */
  readonly folder: string
  readonly rootPath: string
  readonly hasMain: boolean
}

/** A kept file, newest generation. */
export interface CatalogFile {
  readonly file: number
  readonly generation: number
  readonly role: string
  /** Where it stood on disk. */
  readonly path: string
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
  readonly rawBytes: number
  readonly mtimeMs: number
  /** Set for files that are kept whole, by their hash. */
  readonly blob: { readonly sha256: string; readonly mtimeMs: number } | undefined
  readonly sealedFileBytes: number
}

/** What the index has not followed yet, because a sync is running or was cut off, is told by the manifest. */
export function openIndexCatalog(store: Store, archive: string): Catalog {
  const indexed = readIndexCatalog(store)
  if (isAsFarAs(archive, store)) return indexed
  const manifest = openManifestCatalog(archive)
  const known = indexed.listSessions()
  const numbers = new Set(known.map(({ session }) => session))
  return {
    listSessions: () => [...known, ...manifest.listSessions().filter(({ session }) => !numbers.has(session))],
    listFiles: session => (numbers.has(session) ? indexed : manifest).listFiles(session),
  }
}

function isAsFarAs(archive: string, store: Store): boolean {
  const noted = parseObject(store.meta.get('archive') ?? '')
  return noted?.manifestBytes === manifestSize(archive)
}

function readIndexCatalog(store: Store): Catalog {
  return {
    listSessions: () =>
      store.all(SESSIONS).map(row => ({
        session: row.session as number,
        id: row.id as string,
        name: row.name as string,
        folder: row.folder as string,
        rootPath: row.root_path as string,
        hasMain: row.has_main === 1,
      })),
    listFiles: session =>
      readRows(store, files, 'WHERE session = ? ORDER BY file', [session]).map(row => ({
        file: row.file,
        generation: row.generation,
        role: row.role,
        path: row.path,
        agentId: row.agent_id ?? undefined,
        workflowId: row.workflow_id ?? undefined,
        rawBytes: row.raw_bytes,
        mtimeMs: row.mtime ?? 0,
        blob: row.sha256 === null ? undefined : { sha256: row.sha256, mtimeMs: row.mtime ?? 0 },
        sealedFileBytes: row.sealed_file_bytes,
      })),
  }
}

const SESSIONS = `SELECT session, id, name, folder, root_path,
  EXISTS (SELECT 1 FROM files WHERE files.session = sessions.session AND role = 'main') AS has_main
  FROM sessions ORDER BY session`

export function openManifestCatalog(archive: string): Catalog {
  const manifest = readManifest(archive)
  const bySession = new Map<number, KeptFile[]>()
  for (const file of manifest.files.values()) {
    const group = bySession.get(file.session)
    if (group) group.push(file)
    else bySession.set(file.session, [file])
  }
  const filesOf = (session: number): readonly KeptFile[] => bySession.get(session) ?? []
  return {
    listSessions: () =>
      [...manifest.sessions.values()].map(({ session, id, name, folder, rootPath }) => {
        const hasMain = filesOf(session).some(file => file.role === 'main' && file.generations.length > 0)
        return { session, id, name, folder, rootPath, hasMain }
      }),
    listFiles: session => filesOf(session).flatMap(file => toCatalogFile(archive, file)),
  }
}

/** A file of which nothing was kept before a crash is none. */
function toCatalogFile(archive: string, kept: KeptFile): CatalogFile[] {
  const newest = kept.generations.at(-1)
  if (!newest) return []
  const { file, role, agentId, workflowId } = kept
  const { generation, path, blob, sealedFileBytes } = newest
  const { rawBytes, mtimeMs } = blob ? { ...blob, rawBytes: blob.bytes } : measure(archive, newest)
  return [{ file, generation, role, path, agentId, workflowId, rawBytes, mtimeMs, blob, sealedFileBytes }]
}

/** What is damaged is listed with what is known of it, so that reading it can say so. */
function measure(archive: string, kept: KeptGeneration): Pick<CatalogFile, 'rawBytes' | 'mtimeMs'> {
  try {
    const { rawBytes, mtimeMs } = openKept(archive, kept)
    return { rawBytes, mtimeMs }
  } catch (error) {
    if (error instanceof ArchiveDamage) return { rawBytes: kept.sealedRawBytes, mtimeMs: 0 }
    throw error
  }
}
