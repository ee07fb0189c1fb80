import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifyArchive } from '../src/archive/verify-archive.ts'
import { noteDamaged, readDamaged } from '../src/ingest/damaged-files.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { findRoots } from '../src/source/roots.ts'
import { checkRebuild, MAIN, makeWorld, OTHER, query, readGenerations } from './keep-world.ts'
import { machineAt, makeLines, makeTree, ONE, TWO, toLines } from './temp-tree.ts'

type World = ReturnType<typeof makeWorld>

const MORE = toLines(makeLines(ONE, { prompt: 'And one more thing' }))

/** Changes one byte in the middle of the tail of a kept file. */
function damage(world: World, file: number): void {
  const folder = join(world.archive, 'streams', file.toString(16).padStart(2, '0'))
  const path = join(folder, readdirSync(folder).find(name => name.startsWith(`${file}-`)) as string)
  const bytes = readFileSync(path)
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] as number) ^ 1
  writeFileSync(path, bytes)
}

function importInto(world: World, folder: string) {
  const { roots } = findRoots(machineAt(folder, { override: [folder] }))
  return world.sync({ roots, isImport: true })
}

describe('a source that goes away while it is kept', () => {
  test('between listing and reading, leaves what is kept as it was', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    const before = readFileSync(join(world.config, MAIN), 'utf8')
    appendFileSync(join(world.config, MAIN), MORE)
    appendFileSync(join(world.config, OTHER), toLines(makeLines(TWO, { prompt: 'Later' })))
    let isDone = false
    const report = await world.sync({
      onProgress: ({ phase }) => {
        if (phase === 'read' && !isDone) rmSync(join(world.config, MAIN))
        isDone ||= phase === 'read'
      },
    })
    expect(isDone).toBe(true)
    expect(report.files.newGenerations).toBe(0)
    expect(readGenerations(world, MAIN)).toEqual([before])
    expect(query(world, `SELECT turns FROM sessions WHERE id = '${ONE}'`)).toEqual([{ turns: 1 }])
    await checkRebuild(world)
  })
  test('and is a folder now, is a problem and no new generation', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const before = readFileSync(join(world.config, MAIN), 'utf8')
    rmSync(join(world.config, MAIN))
    mkdirSync(join(world.config, MAIN))
    await world.sync()
    expect(readGenerations(world, MAIN)).toEqual([before])
  })
})

describe('damage in the archive', () => {
  test('costs the damaged piece alone when the index is made again', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    const file = query(world, `SELECT file FROM files WHERE path LIKE '%${ONE}.jsonl'`)[0]?.file as number
    damage(world, file)
    rmSync(join(world.keepDir, 'index.db'))
    const third = MAIN.replace(ONE, '33333333-3333-4333-8333-333333333333')
    writeFileSync(join(world.config, third), toLines(makeLines('33333333-3333-4333-8333-333333333333')))
    const report = await world.sync()
    expect(report.problems.length).toBeGreaterThan(0)
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 3 }])
  })
  test('is healed by the next sync while the source is there', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    const file = query(world, `SELECT file FROM files WHERE path LIKE '%${ONE}.jsonl'`)[0]?.file as number
    damage(world, file)
    const { damaged } = await verifyArchive(world.archive, { isQuick: false })
    expect(damaged).toHaveLength(1)
    noteDamaged(world.keepDir, [{ file, generation: 1 }])
    await world.sync()
    expect(readDamaged(world.keepDir)).toEqual([])
    const kept = query(world, `SELECT generation FROM files WHERE file = ${file}`)
    expect(kept).toEqual([{ generation: 2 }])
    await checkRebuild(world)
  })
  test('of which nothing is left at the source, does not stop a sync', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    damage(world, 1)
    rmSync(join(world.config, MAIN))
    rmSync(join(world.config, OTHER))
    await reindex({ keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 })
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
    const report = await world.sync()
    expect(report.sessions.gone).toBe(2)
  })
  test('and a manifest that lost sessions, is said and not taken for a wish', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const manifest = join(world.archive, 'manifest.jsonl')
    copyFileSync(manifest, `${manifest}.old`)
    writeFileSync(join(world.config, OTHER), toLines(makeLines(TWO)))
    await world.sync()
    rmSync(join(world.config, OTHER))
    renameSync(`${manifest}.old`, manifest)
    await expect(world.sync()).rejects.toMatchObject({ code: 'manifest-lost' })
    rmSync(manifest)
    await expect(world.sync()).rejects.toMatchObject({ code: 'manifest-lost' })
  })
})

describe('import', () => {
  test('of an older copy changes nothing', async () => {
    const world = makeWorld({ [MAIN]: toLines(makeLines(ONE)) + MORE })
    await world.sync()
    const whole = readFileSync(join(world.config, MAIN), 'utf8')
    rmSync(join(world.config, MAIN))
    await world.sync()
    const backup = makeTree({ [`bak/${MAIN}`]: whole.slice(0, whole.length - MORE.length) })
    const report = await importInto(world, join(backup, 'bak'))
    expect(report.sessions).toMatchObject({ added: 0, grown: 0 })
    expect(query(world, 'SELECT turns, is_imported FROM sessions')).toEqual([{ turns: 2, is_imported: 0 }])
    await importInto(world, join(backup, 'bak'))
    expect(readGenerations(world, MAIN)).toEqual([whole])
  })
  test('of a copy that differs stands beside, and is kept once', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const backup = makeTree({ [`bak/${MAIN}`]: makeLines(ONE, { prompt: 'Something else' }) })
    expect((await importInto(world, join(backup, 'bak'))).sessions.added).toBe(1)
    for (let round = 0; round < 2; round++) {
      expect((await importInto(world, join(backup, 'bak'))).work.readBytes).toBe(0)
      expect((await world.sync()).work.readBytes).toBe(0)
    }
    expect(query(world, 'SELECT is_imported FROM sessions ORDER BY session')).toEqual([
      { is_imported: 0 },
      { is_imported: 1 },
    ])
    await checkRebuild(world)
  })
})

describe('moves', () => {
  const AGENT = `projects/-home-dev-app/${ONE}/subagents/agent-a1.jsonl`
  const META = AGENT.replace('.jsonl', '.meta.json')
  const FILES = {
    [MAIN]: makeLines(ONE),
    [AGENT]: makeLines(ONE, { isSidechain: true, agentId: 'a1' }),
    [META]: '{"agentType":"Explore","description":"first"}',
  }

  test('the description of an agent that is gone stays with it, and may change', async () => {
    const world = makeWorld(FILES)
    await world.sync()
    rmSync(join(world.config, AGENT))
    writeFileSync(join(world.config, META), '{"agentType":"Explore","description":"second"}')
    await world.sync()
    await checkRebuild(world)
    renameSync(join(world.config, 'projects/-home-dev-app'), join(world.config, 'projects/-home-dev-web'))
    await world.sync()
    await checkRebuild(world)
  })
  test('a session that is seen to move in one folder goes on, as new generations', async () => {
    const world = makeWorld(FILES)
    await world.sync()
    const folder = join(world.config, 'projects/-elsewhere')
    mkdirSync(folder)
    renameSync(join(world.config, MAIN), join(folder, `${ONE}.jsonl`))
    renameSync(join(world.config, dirname(MAIN), ONE), join(folder, ONE))
    const { roots } = findRoots(machineAt(world.folder, { override: [world.config] }))
    await world.sync({ folders: roots.map(root => ({ root, path: folder })) })
    expect(query(world, 'SELECT folder FROM sessions')).toEqual([{ folder }])
    await checkRebuild(world)
  })
  test('there and back again, nothing is taken for known that is not', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const away = MAIN.replace('-home-dev-app', '-away')
    mkdirSync(dirname(join(world.config, away)))
    renameSync(join(world.config, MAIN), join(world.config, away))
    await world.sync()
    renameSync(join(world.config, away), join(world.config, MAIN))
    await world.sync()
    expect(query(world, 'SELECT path FROM sessions')).toEqual([{ path: join(world.config, MAIN) }])
    await checkRebuild(world)
  })
  test('a copy of a session whose original is still there is another session', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const copy = MAIN.replace('-home-dev-app', '-copy')
    mkdirSync(dirname(join(world.config, copy)))
    copyFileSync(join(world.config, MAIN), join(world.config, copy))
    await world.sync()
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
  })
})

test('after the index was made again, a sync finds nothing new', async () => {
  const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
  await world.sync()
  await reindex({ keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 })
  const report = await world.sync()
  expect(report.work).toMatchObject({ readBytes: 0, checkedBytes: 0, parsedEntries: 0 })
  expect(report.sessions.unchanged).toBe(2)
  expect(existsSync(join(world.keepDir, 'unfinished', 'x'))).toBe(false)
})
