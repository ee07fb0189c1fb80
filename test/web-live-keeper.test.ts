import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeKeepHome, makeKept } from './keep-home.ts'
import { makeLines, makeTree, ONE, THREE, TWO, toLines, writeItem } from './temp-tree.ts'
import { openWorld, until } from './web-live-world.ts'

/** Says that all is kept, and does nothing. */
const IDLE_KEEPER = `console.log('{"kind":"report","isChanged":false,"isBusy":false}')
process.stdin.resume().on('end', () => process.exit())`

describe('the keeper', () => {
  test('makes a first index, for which questions wait', async () => {
    const { home } = makeKeepHome()
    const world = openWorld(home)
    expect(world.keeper.state).toMatchObject({ phase: 'starting', hasIndex: false })
    const rows = await world.ask(({ store }) => store.all('SELECT id FROM sessions ORDER BY id'))
    expect(rows).toHaveLength(2)
    await until(() => world.keeper.state.phase === 'watching')
    expect(world.keeper.state).toMatchObject({ hasIndex: true, problem: undefined })
    expect(world.told.map(event => event.kind)).toContain('index')
  })

  test('keeps what is written and tells that the index changed', async () => {
    const { home, transcript } = await makeKept()
    const world = openWorld(home)
    await until(() => world.keeper.state.phase === 'watching')
    const before = world.told.length
    appendFileSync(transcript, toLines(makeLines(ONE, { prompt: 'And the cucumbers' })))
    await until(() => world.told.slice(before).some(event => event.kind === 'index'))
    const row = await world.ask(({ store }) => store.get('SELECT turns FROM sessions WHERE id = ?', [ONE]))
    expect(row).toEqual({ turns: 2 })
  })

  test('looks at once when it is asked to', async () => {
    const { home, transcript } = await makeKept()
    const world = openWorld(home)
    writeItem(transcript.replace(ONE, THREE), makeLines(THREE))
    const state = await world.keeper.sync()
    expect(state).toMatchObject({ phase: 'watching', hasIndex: true })
    expect(await world.ask(({ store }) => store.get('SELECT id FROM sessions WHERE id = ?', [THREE]))).toBeDefined()
  })

  test('waits for transcripts that are not there yet', async () => {
    const home = makeTree({ 'work/x': '' })
    const world = openWorld(home)
    await until(() => world.keeper.state.phase === 'watching')
    await expect(world.ask(() => 'asked')).rejects.toMatchObject({ code: 'index-missing' })
    expect(await world.askLibrary(library => library.sources.length)).toBe(0)
    writeItem(join(home, '.claude', 'projects', '-work', `${ONE}.jsonl`), makeLines(ONE))
    await world.keeper.sync()
    await until(async () => (await world.askLibrary(library => library.sources.length)) === 1)
    await until(() => world.told.some(event => event.kind === 'index'))
  })

  test('is started again when it dies, and says what is wrong when that does not help', async () => {
    const { home } = await makeKept()
    const script = join(home, 'dies.mjs')
    writeFileSync(
      script,
      `process.stderr.write('backscroll: the disk is full\\n    at secret (x.ts:1)\\n'); process.exit(2)`,
    )
    const world = openWorld(home, { executable: [process.execPath, script] })
    await until(() => world.keeper.state.phase === 'failed')
    expect(world.keeper.state.problem).toMatch(/^Nothing new is kept at the moment: backscroll: the disk is full\. /)
    expect(world.keeper.state.problem).not.toContain('secret')
    expect(await world.ask(({ store }) => store.all('SELECT id FROM sessions'))).toHaveLength(2)
  })

  test('ends when the server does', async () => {
    const { home } = await makeKept()
    const marker = join(home, 'ended')
    const script = join(home, 'marks.mjs')
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs'
process.stdin.resume().on('end', () => { writeFileSync(${JSON.stringify(marker)}, ''); process.exit() })`,
    )
    const world = openWorld(home, { executable: [process.execPath, script] })
    await world.close()
    expect(existsSync(marker)).toBe(true)
  })

  test('touches nothing but the folder it is given', async () => {
    const { home, config } = makeKeepHome()
    const other = join(makeTree({ x: '' }), 'keep')
    const empty = makeTree({ x: '' })
    const world = openWorld(empty, {
      keepDir: other,
      roots: { home: empty, platform: 'linux', variables: {}, workingFolder: empty, override: [config] },
    })
    await world.keeper.sync()
    expect(await world.ask(({ store }) => store.all('SELECT id FROM sessions'))).toHaveLength(2)
    expect(existsSync(join(other, 'index.db'))).toBe(true)
    expect(existsSync(join(empty, '.local'))).toBe(false)
    expect(existsSync(join(home, '.local'))).toBe(false)
  })
})

describe('the library', () => {
  test('answers from disk and archive where the index is damaged', async () => {
    const { home, keep } = await makeKept()
    writeFileSync(join(keep, 'index.db'), 'not an index at all, but long enough to be looked at'.repeat(100))
    const world = openWorld(home, { executable: [process.execPath, '-e', IDLE_KEEPER] })
    await until(() => world.keeper.state.phase === 'watching')
    const ids = await world.askLibrary(({ sources }) => sources.map(source => source.id))
    expect(ids.sort()).toEqual([ONE, TWO])
    await expect(world.ask(() => 'asked')).rejects.toMatchObject({ code: expect.stringMatching(/^index-/) })
  })

  test('is the same for questions that come together, and made again when the index changed', async () => {
    const { home, run, transcript } = await makeKept()
    const world = openWorld(home, { executable: [process.execPath, '-e', IDLE_KEEPER] })
    const first = await world.askLibrary(library => library)
    expect(await world.askLibrary(library => library)).toBe(first)
    writeItem(transcript.replace(ONE, THREE), makeLines(THREE))
    await run(['sync'])
    const ids = await world.askLibrary(({ sources }) => sources.map(source => source.id))
    expect(ids).toContain(THREE)
  })

  test('leaves no transaction open between questions, and one open while a question runs', async () => {
    const { home } = await makeKept()
    const world = openWorld(home, { executable: [process.execPath, '-e', IDLE_KEEPER] })
    const count = 'SELECT count(*) AS count FROM sessions'
    const { store, before } = await world.ask(async keep => {
      expect(keep.store.isInTransaction).toBe(true)
      return { store: keep.store, before: keep.store.get(count) }
    })
    expect(before).toEqual({ count: 2 })
    expect(store.isInTransaction).toBe(false)
  })
})
