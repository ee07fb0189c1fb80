import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillSession, makeUnit, openTempStore, search, tempIndexPath } from '../../test/store-rows.ts'
import { makeTree } from '../../test/temp-tree.ts'
import { checkStore } from './check-store.ts'
import { connect } from './open.ts'
import { openStoreForReading, openStoreForWriting, removeStore } from './open-store.ts'
import { createRowWriter } from './row-writer.ts'
import { recreateSchema } from './schema.ts'
import type { Store } from './store.ts'
import { TABLES } from './tables/table.ts'

const STORE = new URL('./open-store.ts', import.meta.url).href

/** An index with two sessions, closed. */
function makeIndex(): string {
  const path = tempIndexPath()
  const store = openStoreForWriting(path)
  const writer = createRowWriter(store)
  store.transaction(() => {
    fillSession(writer, 1, 'alpha', 40)
    fillSession(writer, 2, 'beta', 40)
  })
  store.close()
  return path
}

function requireStore(path: string): Store {
  const store = openStoreForReading(path)
  if (!store) throw new Error(`no index at ${path}`)
  return store
}

function readAll(store: Store): void {
  for (const { name } of TABLES) store.all(`SELECT * FROM "${name}"`)
  search(store, 'alpha OR beta')
}

function checkRefusal(run: () => unknown, code: string, hint: RegExp): void {
  expect(run).toThrow(expect.objectContaining({ name: 'UserError', code, hint: expect.stringMatching(hint) }))
}

describe('opening for writing', () => {
  test('makes an index that nobody else may read, its log included', () => {
    const store = openTempStore()
    store.meta.set('a', 'b')
    for (const suffix of ['', '-wal', '-shm']) expect(statSync(store.path + suffix).mode & 0o777, suffix).toBe(0o600)
    expect(store.state).toBe('new')
  })

  test('finds the same index again', () => {
    const path = makeIndex()
    const store = openStoreForWriting(path)
    expect(store.state).toBe('current')
    expect(search(store, 'alpha')).toHaveLength(40)
  })

  test('makes the index in a file whose maker was killed before the first commit', () => {
    const path = tempIndexPath()
    connect(path, 'write').exec('PRAGMA journal_mode = WAL')
    expect(openStoreForReading(path)).toBeUndefined()
    expect(openStoreForWriting(path).state).toBe('new')
  })

  test('makes the index anew where its removal was cut off after the file itself', () => {
    const store = openStoreForWriting(makeIndex())
    store.transaction(() => fillSession(createRowWriter(store), 3, 'gamma'))
    const log = readFileSync(`${store.path}-wal`)
    store.close()
    removeStore(store.path)
    writeFileSync(`${store.path}-wal`, log)
    const made = openStoreForWriting(store.path)
    expect(made.state).toBe('new')
    expect(search(made, 'gamma')).toEqual([])
    expect(checkStore(made)).toEqual([])
  })

  test('leaves a database of another program alone', () => {
    const path = tempIndexPath()
    connect(path, 'write').exec('CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)')
    checkRefusal(() => openStoreForWriting(path), 'index-foreign', /move it away/i)
    checkRefusal(() => openStoreForReading(path), 'index-foreign', /move it away/i)
    expect(connect(path, 'read').prepare('SELECT a FROM theirs').all()).toHaveLength(1)
  })

  test('says which file cannot be made', () => {
    const folder = makeTree({ taken: 'a file' })
    checkRefusal(() => openStoreForWriting(join(folder, 'taken', 'index.db')), 'index-unwritable', /owns/)
  })

  test('recreates the tables in place, and readers see the old rows until then', () => {
    const path = makeIndex()
    const store = openStoreForWriting(path)
    const reader = requireStore(path)
    store.begin()
    recreateSchema(store)
    expect(search(reader, 'alpha')).toHaveLength(40)
    store.commit()
    expect(search(reader, 'alpha')).toEqual([])
    fillSession(createRowWriter(store), 3, 'gamma')
    expect(search(reader, 'gamma')).toHaveLength(3)
    expect(checkStore(store)).toEqual([])
  })
})

describe('opening for reading', () => {
  test('finds no index where there is none yet', () => {
    const path = tempIndexPath()
    expect(openStoreForReading(path)).toBeUndefined()
    writeFileSync(path, '')
    expect(openStoreForReading(path)).toBeUndefined()
  })

  test('refuses to write', () => {
    const reader = requireStore(makeIndex())
    checkRefusal(() => reader.run('DELETE FROM units'), 'index-unwritable', /owns/)
  })

  test('works without the files of the log', () => {
    const path = makeIndex()
    expect(existsSync(`${path}-wal`)).toBe(false)
    expect(search(requireStore(path), 'beta')).toHaveLength(40)
  })

  test('sees the last commit while a long transaction is written, without waiting', () => {
    const path = makeIndex()
    const store = openStoreForWriting(path)
    const writer = createRowWriter(store)
    store.begin()
    for (let number = 0; number < 500; number++) {
      writer.putUnit(7, makeUnit({ number, texts: { answer: `gamma ${'word '.repeat(2000)}` } }))
    }
    const reader = requireStore(path)
    expect(search(reader, 'gamma')).toEqual([])
    expect(search(reader, 'alpha')).toHaveLength(40)
    store.commit()
    expect(search(reader, 'gamma')).toHaveLength(500)
  })

  test('sees one state for as long as its transaction lasts', () => {
    const path = makeIndex()
    const store = openStoreForWriting(path)
    const reader = requireStore(path)
    reader.transaction(() => {
      expect(search(reader, 'alpha')).toHaveLength(40)
      createRowWriter(store).removeSession(1)
      expect(search(reader, 'alpha')).toHaveLength(40)
    })
    expect(search(reader, 'alpha')).toEqual([])
  })

  test.skipIf(process.platform === 'win32')('works in a folder that cannot be written', () => {
    const path = makeIndex()
    expect(searchUnprivileged(path)).toBe('40')
  })

  test.skipIf(process.platform === 'win32')('says so where a log cannot be read in such a folder', () => {
    const path = makeIndex()
    writeFileSync(`${path}-wal`, 'a log without its companion')
    expect(searchUnprivileged(path)).toBe('index-unreadable')
  })

  test('refuses what a newer backscroll made, and so does writing', () => {
    const path = makeIndex()
    connect(path, 'write').exec('PRAGMA user_version = 99; ALTER TABLE meta RENAME TO facts')
    checkRefusal(() => openStoreForReading(path), 'index-newer', /Update backscroll, or run `backscroll reindex`/)
    checkRefusal(() => openStoreForWriting(path), 'index-newer', /Update backscroll/)
  })

  test('refuses tables of another state of the code, which writing rebuilds', () => {
    const path = makeIndex()
    connect(path, 'write').exec("UPDATE meta SET value = 'other' WHERE key = 'schema'")
    checkRefusal(() => openStoreForReading(path), 'index-older', /backscroll sync/)
    const store = openStoreForWriting(path)
    expect(store.state).toBe('must-rebuild')
    recreateSchema(store)
    expect(search(requireStore(path), 'alpha')).toEqual([])
  })

  test('refuses what is not a database', () => {
    const path = join(makeTree({ 'index.db': 'SQLite is not what this is. '.repeat(400) }), 'index.db')
    checkRefusal(() => openStoreForReading(path), 'index-damaged', /backscroll reindex/)
    checkRefusal(() => openStoreForWriting(path), 'index-damaged', /backscroll reindex/)
    removeStore(path)
    expect(openStoreForWriting(path).state).toBe('new')
  })

  test('refuses a folder in place of the file', () => {
    const path = join(makeTree({ 'index.db/x': '' }), 'index.db')
    checkRefusal(() => openStoreForReading(path), 'index-unreadable', /owns/)
  })
})

describe('a damaged index', () => {
  test('that was cut short is refused with the next step', () => {
    const path = makeIndex()
    truncateSync(path, 20_000)
    checkRefusal(() => readAll(requireStore(path)), 'index-damaged', /backscroll reindex/)
  })

  test('gives rows or says that it is damaged, wherever a page was overwritten', () => {
    const sound = readFileSync(makeIndex())
    const path = tempIndexPath()
    let refusals = 0
    fc.assert(
      fc.property(fc.nat(sound.length - 1), fc.uint8Array({ minLength: 1, maxLength: 4000 }), (start, bytes) => {
        const broken = Buffer.from(sound)
        broken.set(bytes.subarray(0, sound.length - start), start)
        writeFileSync(path, broken)
        refusals += readDamaged(path)
      }),
      { numRuns: 25 },
    )
    expect(refusals).toBeGreaterThan(0)
  })

  test('is found by a check', () => {
    const path = makeIndex()
    const store = requireStore(path)
    const { rootpage } = store.get("SELECT rootpage FROM sqlite_schema WHERE name = 'entries'") as { rootpage: number }
    store.close()
    const bytes = readFileSync(path)
    bytes.fill(0xff, 4096 * (rootpage - 1), 4096 * rootpage)
    writeFileSync(path, bytes)
    expect(checkStore(requireStore(path))).not.toEqual([])
    expect(checkStore(requireStore(makeIndex()))).toEqual([])
  })
})

describe('writing', () => {
  test('on a full disk fails with a next step and leaves the old state', () => {
    const path = makeIndex()
    const store = openStoreForWriting(path)
    const { page_count } = store.get('PRAGMA page_count') as { page_count: number }
    store.exec(`PRAGMA max_page_count = ${page_count + 2}`)
    const fill = () => store.transaction(() => fillSession(createRowWriter(store), 3, 'gamma '.repeat(50), 60))
    checkRefusal(fill, 'index-full', /Free some space/)
    expect(search(store, 'gamma')).toEqual([])
    expect(search(store, 'alpha')).toHaveLength(40)
    expect(store.isInTransaction).toBe(false)
    store.exec('PRAGMA max_page_count = 1000000')
    fill()
    expect(search(store, 'gamma')).toHaveLength(60)
    expect(checkStore(store)).toEqual([])
  })

  test('that is killed leaves the old state', async () => {
    const path = makeIndex()
    const script = `
      const { openStoreForWriting } = await import('${STORE}')
      const store = openStoreForWriting(${JSON.stringify(path)})
      store.exec('PRAGMA cache_size = 10')
      store.meta.set('before', 'the kill')
      store.begin()
      store.run('DELETE FROM units')
      store.exec("INSERT INTO prose_text (prose_text) VALUES ('optimize')")
      console.log('half')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    rmSync(`${path}-shm`)
    for (const store of [requireStore(path), openStoreForWriting(path)]) {
      expect(store.meta.get('before')).toBe('the kill')
      expect(search(store, 'alpha OR beta')).toHaveLength(80)
      expect(checkStore(store)).toEqual([])
    }
  })

  test('waits for no reader, and a second writer is told that the index is busy', () => {
    const path = makeIndex()
    const store = openStoreForWriting(path)
    store.begin()
    const second = openStoreForWriting(path, { busyMs: 0 })
    checkRefusal(() => second.begin(), 'index-busy', /wait/i)
    expect(second.isInTransaction).toBe(false)
    store.rollback()
    second.transaction(() => second.meta.set('turn', 'mine'))
    expect(store.meta.get('turn')).toBe('mine')
  })
})

test('only open.ts knows the binding', () => {
  const folder = dirname(new URL(import.meta.url).pathname)
  const named = ['open.ts', 'open-store.ts', 'store.ts', 'lock.ts', 'store-error.ts'].filter(name =>
    readFileSync(join(folder, name), 'utf8').includes('node:sqlite'),
  )
  expect(named).toEqual(['open.ts'])
})

/** 1 for a refusal. Any other error is a failure of the test. */
function readDamaged(path: string): number {
  let store: Store | undefined
  try {
    store = openStoreForReading(path)
    if (store) readAll(store)
    return 0
  } catch (error) {
    expect(error).toMatchObject({
      name: 'UserError',
      code: expect.stringMatching(/^index-(damaged|older|newer|foreign)$/),
    })
    return 1
  } finally {
    store?.close()
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true })
  }
}

/** How many units another user finds who may read the index and not write beside it; or the code of the error. */
function searchUnprivileged(path: string): string {
  const folder = dirname(path)
  chmodSync(path, 0o644)
  chmodSync(folder, 0o555)
  const script = `
    const { openStoreForReading } = await import('${STORE}')
    try {
      const store = openStoreForReading(${JSON.stringify(path)})
      console.log(store.all("SELECT rowid FROM prose_text WHERE prose_text MATCH 'alpha'").length)
    } catch (error) {
      console.log(error.code)
    }`
  const isRoot = process.getuid?.() === 0
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
  })
  chmodSync(folder, 0o755)
  return child.stdout.trim() || child.stderr
}
