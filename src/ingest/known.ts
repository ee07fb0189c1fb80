import { readdirSync } from 'node:fs'
import type { KeptProjects } from '../archive/manifest-record.ts'
import type { SqlValue, StoredRow } from '../store/define-table.ts'
import type { Store } from '../store/store.ts'
import { checks, type files, type sessions } from '../store/tables/kept.ts'
import type { DamagedFile } from './damaged-files.ts'
import type { FileRole } from './disk-file.ts'

/** What the index knows of the disk and of what is kept, as far as it takes to see what changed. */
export interface Known {
  /** By `sessionKey`. */
  readonly sessions: ReadonlyMap<string, KnownSession>
  readonly sessionsById: ReadonlyMap<string, readonly KnownSession[]>
  /** By path. */
  readonly checks: ReadonlyMap<string, Check>
  readonly forgotten: ReadonlySet<string>
  /** Sessions with damaged files whose sources are still there. */
  readonly damaged: ReadonlySet<number>
}

export interface KnownSession {
  readonly session: number
  readonly id: string
  readonly name: string
  readonly folder: string
  readonly rootPath: string
  /** Of its main transcript, else of what names it. */
  readonly path: string
  readonly sizeBytes: number
  /** Appended lines can be read alone. */
  readonly hasState: boolean
  readonly isImported: boolean
  readonly slugs: readonly string[]
  readonly project: KeptProjects
}

/** What a file looked like when it was read last. */
export interface Check {
  readonly path: string
  readonly sessionId: string | undefined
  readonly file: number | undefined
  readonly sizeBytes: number
  readonly mtimeMs: number
  readonly identity: string
  readonly readBytes: number
  readonly tailHash: string
  readonly isPresent: boolean
}

export interface KnownFile {
  readonly file: number
  readonly session: number
  readonly role: FileRole
  readonly path: string
  readonly place: string
  readonly agentId: string | undefined
  readonly workflowId: string | undefined
  readonly generation: number
  readonly rawBytes: number
  readonly sealedRawBytes: number
  readonly sealedFileBytes: number
  readonly tailFileBytes: number
  readonly sha256: string | undefined
  readonly mtimeMs: number | undefined
}

export const NOTHING_KNOWN: Known = {
  sessions: new Map(),
  sessionsById: new Map(),
  checks: new Map(),
  forgotten: new Set(),
  damaged: new Set(),
}

/** A project folder, or sessions of these names in it. */
export interface KnownFolder {
  readonly path: string
  readonly names?: readonly string[] | undefined
}

export function sessionKey({ folder, name }: { readonly folder: string; readonly name: string }): string {
  return `${folder}\0${name}`
}

/** All of it, or what concerns these project folders (or sessions of these names in them) and the logs of prompts. */
export function readKnown(
  store: Store,
  {
    folders,
    damaged,
  }: { readonly folders?: readonly KnownFolder[] | undefined; readonly damaged: readonly DamagedFile[] },
): Known {
  const byKey = new Map<string, KnownSession>()
  const byId = new Map<string, KnownSession[]>()
  const states = new Set(store.all('SELECT session FROM states').map(row => row.session as number))
  const whole = folders?.filter(({ names }) => !names) ?? []
  const among = folders && `(${whole.map(() => '?').join()})`
  // A session that was moved bears the id of one in another folder.
  const ids = folders?.flatMap(({ path, names }) => names ?? listNames(path)) ?? []
  const where = among ? ` WHERE folder IN ${among} OR id IN (SELECT value FROM json_each(?))` : ''
  const values = folders ? [...whole.map(({ path }) => path), JSON.stringify(ids)] : []
  for (const row of readPacked(
    store,
    `SELECT ${SESSION_COLUMNS.join()} FROM sessions${where}`,
    SESSION_COLUMNS,
    values,
  )) {
    const session = toSession(row as unknown as SessionColumns, states)
    byKey.set(sessionKey(session), session)
    const group = byId.get(session.id)
    if (group) group.push(session)
    else byId.set(session.id, [session])
  }
  const found = new Map<string, Check>()
  const checked = among
    ? `SELECT checks.* FROM sessions JOIN files ON files.session = sessions.session
       JOIN checks ON checks.file = files.file
       WHERE sessions.folder IN ${among} OR sessions.id IN (SELECT value FROM json_each(?))
       UNION ALL SELECT * FROM checks WHERE file IS NULL`
    : 'SELECT * FROM checks'
  for (const row of readPacked(store, checked, CHECK_COLUMNS, values)) {
    const check = toCheck(row as unknown as StoredRow<typeof checks>)
    found.set(check.path, check)
  }
  const forgotten = store.all('SELECT id FROM forgotten').map(row => row.id as string)
  return {
    sessions: byKey,
    sessionsById: byId,
    checks: found,
    forgotten: new Set(forgotten),
    damaged: findDamaged(store, damaged),
  }
}

/** Rows as one JSON text: one by one, twenty thousand of them took 200 ms. */
function readPacked(
  store: Store,
  sql: string,
  columns: readonly string[],
  values: readonly SqlValue[],
): readonly { readonly [column: string]: SqlValue }[] {
  const row = store.get(`SELECT json_group_array(json_array(${columns.join()})) AS rows FROM (${sql})`, values)
  return (JSON.parse((row?.rows as string | undefined) ?? '[]') as SqlValue[][]).map(packed =>
    Object.fromEntries(columns.map((column, at) => [column, packed[at] as SqlValue])),
  )
}

function findDamaged(store: Store, damaged: readonly DamagedFile[]): ReadonlySet<number> {
  const sessions = damaged.flatMap(({ file, generation }) =>
    store.all(
      `SELECT files.session AS session FROM files JOIN checks ON checks.file = files.file AND checks.is_present = 1
       WHERE files.file = ? AND files.generation = ?`,
      [file, generation],
    ),
  )
  return new Set(sessions.map(({ session }) => session as number))
}

/** What the transcripts in a folder are called: a session that was moved there is known by its name. */
function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter(name => name.endsWith('.jsonl'))
      .map(name => name.slice(0, -'.jsonl'.length))
  } catch {
    return []
  }
}

export function readKnownFiles(store: Store, session: number): readonly KnownFile[] {
  const rows = store.all('SELECT * FROM files WHERE session = ? ORDER BY file', [session])
  return rows.map(row => toFile(row as unknown as StoredRow<typeof files>))
}

const SESSION_COLUMNS = [
  'session',
  'id',
  'name',
  'folder',
  'root_path',
  'path',
  'size_bytes',
  'is_imported',
  'slugs',
  'project_path',
  'project_name',
  'project_remote',
  'other_projects',
  'project_links',
] as const
const CHECK_COLUMNS = Object.keys(checks.columns)

type SessionColumns = Pick<StoredRow<typeof sessions>, (typeof SESSION_COLUMNS)[number]>

function toSession(row: SessionColumns, states: ReadonlySet<number>): KnownSession {
  return {
    session: row.session,
    id: row.id,
    name: row.name,
    folder: row.folder,
    rootPath: row.root_path,
    path: row.path,
    sizeBytes: row.size_bytes,
    hasState: states.has(row.session),
    isImported: row.is_imported === 1,
    slugs: row.slugs === '[]' ? [] : (JSON.parse(row.slugs) as string[]),
    project: toProjects(row),
  }
}

function toProjects(row: SessionColumns): KeptProjects {
  const { project_path: path, project_name: name, project_remote, other_projects, project_links } = row
  const others = other_projects === '[]' ? {} : { others: JSON.parse(other_projects) }
  const links = project_links === '[]' ? {} : { links: JSON.parse(project_links) }
  return { path, name, remote: project_remote ?? undefined, ...others, ...links }
}

function toCheck(row: StoredRow<typeof checks>): Check {
  return {
    path: row.path,
    sessionId: row.session_id ?? undefined,
    file: row.file ?? undefined,
    sizeBytes: row.size_bytes,
    mtimeMs: row.mtime ?? 0,
    identity: row.identity,
    readBytes: row.read_bytes,
    tailHash: row.tail_hash,
    isPresent: row.is_present === 1,
  }
}

function toFile(row: StoredRow<typeof files>): KnownFile {
  return {
    file: row.file,
    session: row.session,
    role: row.role as FileRole,
    path: row.path,
    place: row.place,
    agentId: row.agent_id ?? undefined,
    workflowId: row.workflow_id ?? undefined,
    generation: row.generation,
    rawBytes: row.raw_bytes,
    sealedRawBytes: row.sealed_raw_bytes,
    sealedFileBytes: row.sealed_file_bytes,
    tailFileBytes: row.tail_file_bytes,
    sha256: row.sha256 ?? undefined,
    mtimeMs: row.mtime ?? undefined,
  }
}
