import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { dropDamageNote, isNotedDamaged, noteDamage } from './damage-note.ts'
import { latestVersion, type Migration, migrate } from './migrations/migrate.ts'
import { MIGRATIONS } from './migrations/table.ts'
import { type Connection, connect } from './open.ts'
import { APPLICATION_ID, createSchema, readShape, schemaMark, schemaShape } from './schema.ts'
import { Store, type StoreState } from './store.ts'
import { damaged, findProblem, type StoreProblem, storeError, translate } from './store-error.ts'

/** Pages of the log before they are carried over into the file: 16 MB. */
export const EVERYDAY_CHECKPOINT_PAGES = 4000

const WRITER_PRAGMAS = `
PRAGMA journal_mode = WAL;
PRAGMA synchronous = NORMAL;
PRAGMA journal_size_limit = 16777216;
PRAGMA wal_autocheckpoint = ${EVERYDAY_CHECKPOINT_PAGES};
PRAGMA cache_size = -16384;
PRAGMA temp_store = MEMORY;
PRAGMA recursive_triggers = ON;
PRAGMA trusted_schema = OFF;`

const READER_PRAGMAS = `
PRAGMA cache_size = -16384;
PRAGMA temp_store = MEMORY;
PRAGMA trusted_schema = OFF;`

/**
 * Opens the index for the one process that writes (it holds the lock), and makes it where there is none. Look at `state`
 * before writing.
 *
 * Neither this file nor lock.db may be opened with node:fs while a connection is open: closing any descriptor of a file
 * drops all locks the process has on it.
 */
export function openStoreForWriting(
  path: string,
  options: { readonly busyMs?: number; readonly migrations?: readonly Migration[] } = {},
): Store {
  const { busyMs = 5000, migrations = MIGRATIONS } = options
  if (isNotedDamaged(path)) throw storeError('index-damaged', path)
  createFile(path)
  return opening(path, 'write', busyMs, connection => {
    const version = latestVersion(migrations)
    const found = readVersion(connection)
    if (found === 'foreign') throw storeError('index-foreign', path)
    if (found !== 'empty' && found.version > version) throw storeError('index-newer', path)
    connection.exec(WRITER_PRAGMAS)
    const open = (state: StoreState) => new Store(connection, { path, isReadOnly: false, state })
    if (found === 'empty') {
      createSchema(open('new'), version)
      return open('new')
    }
    const mark = schemaMark()
    if (found.version === version) {
      if (found.mark !== mark) return open('must-rebuild')
      if (!options.migrations) requireShape(connection, path)
      return open('current')
    }
    return open(migrate(open('current'), { from: found.version, migrations, mark }))
  })
}

/**
 * Opens the index to ask it. It sees what was committed last, also while another process writes, and never waits for
 * that. Undefined where there is no index yet.
 */
export function openStoreForReading(
  path: string,
  options: { readonly migrations?: readonly Migration[] } = {},
): Store | undefined {
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (size === undefined || size === 0) return undefined
  if (isNotedDamaged(path)) throw storeError('index-damaged', path)
  const version = latestVersion(options.migrations ?? MIGRATIONS)
  return opening(path, 'read', 1000, connection => {
    const found = readVersion(connection)
    if (found === 'empty') {
      connection.close()
      return undefined
    }
    if (found === 'foreign') throw storeError('index-foreign', path)
    if (found.version > version) throw storeError('index-newer', path)
    if (found.version < version || found.mark !== schemaMark()) throw storeError('index-older', path)
    if (!options.migrations) requireShape(connection, path)
    connection.exec(READER_PRAGMAS)
    return new Store(connection, { path, isReadOnly: true, state: 'current' })
  })
}

/**
 * Deletes the index with its log. For one that is damaged or newer; the lock must be held. The log goes last: an index
 * without its log could be half of a state, a log without its index is ignored.
 */
export function removeStore(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  dropDamageNote(path)
}

/**
 * Puts a new index, which nobody has open, in the place of another. A log belongs to its file: that of the old one goes
 * first, and whoever opens the old one between the two steps is kept from it by the note.
 */
export function replaceStore(fresh: string, path: string): void {
  noteDamage(path)
  for (const suffix of ['-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
  renameSync(fresh, path)
  dropDamageNote(path)
}

/** Nobody else may read what was said. SQLite gives the log the mode of the file. */
function createFile(path: string): void {
  if (existsSync(path)) return
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw storeError(code === 'ENOSPC' ? 'index-full' : 'index-unwritable', path, error)
  }
}

function opening<T>(path: string, mode: 'write' | 'read', busyMs: number, run: (connection: Connection) => T): T {
  let connection: Connection | undefined
  try {
    connection = mode === 'write' ? connect(path, 'write') : connectForReading(path)
    connection.exec(`PRAGMA busy_timeout = ${busyMs}`)
    return run(connection)
  } catch (error) {
    connection?.close()
    const problem = findProblem(error)
    if (mode === 'read' && (problem === 'index-unwritable' || problem === 'index-io')) {
      throw storeError('index-unreadable', path, error)
    }
    throw translate(path, error)
  }
}

/**
 * A reader of a log needs two files beside the index. Where they are missing and the folder cannot be written, the index
 * is read as a file that does not change. That is right while there is no log: with one, the file alone may be half of a
 * state.
 */
function connectForReading(path: string): Connection {
  const connection = connect(path, 'read')
  try {
    connection.prepare('PRAGMA schema_version').get()
    return connection
  } catch (error) {
    connection.close()
    const logBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
    const refusals: readonly (StoreProblem | undefined)[] = ['index-unwritable', 'index-unreadable']
    if (logBytes > 0 || !refusals.includes(findProblem(error))) throw error
    return connect(path, 'immutable')
  }
}

/** An index that lacks a table, or has a trigger that is not ours, is as little to be trusted as one that cannot be read. */
function requireShape(connection: Connection, path: string): void {
  if (readShape(connection) !== schemaShape()) throw damaged(path)
}

type Found = 'empty' | 'foreign' | { readonly version: number; readonly mark: string | undefined }

/**
 * Which schema the file has, read at one moment: somebody may be making it. `empty` is also one whose maker was killed
 * before its first commit.
 */
function readVersion(connection: Connection): Found {
  const readNumber = (sql: string) => Object.values(connection.prepare(sql).get() as object)[0] as number
  connection.exec('BEGIN')
  const applicationId = readNumber('PRAGMA application_id')
  const version = readNumber('PRAGMA user_version')
  const things = readNumber('SELECT count(*) FROM sqlite_schema')
  const hasMeta = readNumber("SELECT count(*) FROM sqlite_schema WHERE name = 'meta'") > 0
  const row = hasMeta && connection.prepare("SELECT value FROM meta WHERE key = 'schema'").get()
  connection.exec('COMMIT')
  if (applicationId === APPLICATION_ID) return { version, mark: row ? (row as { value: string }).value : undefined }
  return things === 0 ? 'empty' : 'foreign'
}
