import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readManifest } from '../src/archive/read-manifest.ts'
import { verifyArchive } from '../src/archive/verify-archive.ts'
import { forgetSession } from '../src/ingest/forget.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { checkRebuild, MAIN, makeWorld, OTHER, query, readGenerations } from './keep-world.ts'
import { makeLines, ONE, TWO, toLines } from './temp-tree.ts'

describe('work', () => {
  test('a second sync of unchanged files reads 0 bytes and parses 0 entries', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    const first = await world.sync()
    expect(first.sessions.added).toBe(2)
    expect(first.work.parsedEntries).toBeGreaterThan(0)
    const second = await world.sync()
    expect(second.work).toEqual({ readBytes: 0, checkedBytes: 0, parsedEntries: 0, archivedBytes: 0 })
    expect(second.sessions.unchanged).toBe(2)
  })
  test('files whose name does not tell their session are not looked into twice', async () => {
    const world = makeWorld({
      'projects/-p/checkpoint.jsonl': makeLines(ONE),
      'projects/-p/agent-abc.jsonl': makeLines(ONE, { isSidechain: true, agentId: 'abc' }),
    })
    await world.sync()
    chmodSync(join(world.config, 'projects/-p/checkpoint.jsonl'), 0o000)
    const second = await world.sync()
    expect({ work: second.work.readBytes, problems: second.problems, seen: second.sessions.seen }).toEqual({
      work: 0,
      problems: [],
      seen: 1,
    })
  })
  test('an append reads only what was appended', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const more = toLines(makeLines(ONE, { prompt: 'And now the docs' }))
    appendFileSync(join(world.config, MAIN), more)
    const { work } = await world.sync()
    expect(work.readBytes).toBe(more.length)
    expect(work.parsedEntries).toBe(more.trimEnd().split('\n').length)
    expect(work.checkedBytes).toBeLessThanOrEqual(16 * 1024)
    expect(query(world, 'SELECT turns FROM sessions')).toEqual([{ turns: 2 }])
    await checkRebuild(world)
  })
  test('the last line counts when it is whole, and is read once its end comes', async () => {
    const text = toLines(makeLines(ONE))
    const world = makeWorld({ [MAIN]: text.slice(0, -10) })
    await world.sync()
    appendFileSync(join(world.config, MAIN), text.slice(-10))
    const { work } = await world.sync()
    expect(work.readBytes).toBe(10)
    expect(query(world, 'SELECT unreadable FROM sessions')).toEqual([{ unreadable: 0 }])
    await checkRebuild(world)
  })
})

describe('generations', () => {
  async function checkChange(change: (path: string) => void): Promise<void> {
    const world = makeWorld({ [MAIN]: [...makeLines(ONE), ...makeLines(ONE)] })
    const path = join(world.config, MAIN)
    const before = readFileSync(path, 'utf8')
    await world.sync()
    change(path)
    const report = await world.sync()
    expect(report.files.newGenerations).toBe(1)
    expect(readGenerations(world, MAIN)).toEqual([before, readFileSync(path, 'utf8')])
    await checkRebuild(world)
  }
  test('a source that shrank', () => checkChange(path => truncateSync(path, 300)))
  test('a source that was rewritten', () =>
    checkChange(path => writeFileSync(path, toLines([...makeLines(ONE), ...makeLines(ONE), ...makeLines(ONE)]))))
  test('a source that was replaced by another file', () =>
    checkChange(path => {
      writeFileSync(`${path}.new`, toLines([...makeLines(ONE), ...makeLines(ONE), ...makeLines(ONE)]))
      renameSync(`${path}.new`, path)
    }))
  test('a source that was changed in place, its length kept', () =>
    checkChange(path => writeFileSync(path, readFileSync(path, 'utf8').replace('Add a test', 'Add a tent'))))
  test('a project folder that was renamed', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const bytes = readFileSync(join(world.config, MAIN), 'utf8')
    renameSync(join(world.config, 'projects/-home-dev-app'), join(world.config, 'projects/-home-dev-web'))
    await world.sync()
    const moved = `projects/-home-dev-web/${ONE}.jsonl`
    expect(readGenerations(world, MAIN)).toEqual([bytes])
    expect(readGenerations(world, moved)).toEqual([bytes])
    expect(query(world, 'SELECT id, path FROM sessions')).toEqual([{ id: ONE, path: join(world.config, moved) }])
    await checkRebuild(world)
  })
  test('a source that was only touched is read again and not kept twice', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    utimesSync(join(world.config, MAIN), new Date(), new Date(Date.now() + 5000))
    expect((await world.sync()).work.archivedBytes).toBeLessThan(200)
    expect(readGenerations(world, MAIN)).toHaveLength(1)
    expect((await world.sync()).work.checkedBytes).toBe(0)
  })
})

describe('deletion at the source', () => {
  test('changes nothing that is kept', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    const bytes = readFileSync(join(world.config, MAIN), 'utf8')
    rmSync(join(world.config, MAIN))
    const report = await world.sync()
    expect(report.sessions.gone).toBe(1)
    expect(readGenerations(world, MAIN)).toEqual([bytes])
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
    await checkRebuild(world)
  })
  test('a folder that vanished with everything in it is no reason to drop anything', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    rmSync(join(world.config, 'projects'), { recursive: true })
    mkdirSync(join(world.config, 'projects'))
    expect((await world.sync()).sessions.gone).toBe(2)
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
  })
  test('a file that comes back as it was is known again', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const bytes = readFileSync(join(world.config, MAIN))
    rmSync(join(world.config, MAIN))
    await world.sync()
    writeFileSync(join(world.config, MAIN), bytes)
    const report = await world.sync()
    expect(report.sessions.gone).toBe(0)
    expect(report.files.newGenerations).toBe(0)
  })
})

describe('companions', () => {
  const FILES = {
    [MAIN]: [
      ...makeLines(ONE),
      { type: 'user', slug: 'brave-fox', uuid: 'x', sessionId: ONE, message: { role: 'user', content: 'Plan it' } },
    ],
    [`projects/-home-dev-app/${ONE}/subagents/agent-a1.jsonl`]: makeLines(ONE, { isSidechain: true, agentId: 'a1' }),
    [`projects/-home-dev-app/${ONE}/subagents/agent-a1.meta.json`]: '{"agentType":"Explore"}',
    [`projects/-home-dev-app/${ONE}/tool-results/toolu_1.txt`]: 'a long output',
    [`projects/-home-dev-app/${ONE}/session-memory/summary.md`]: 'what we did',
    [`file-history/${ONE}/abc@v1`]: 'a long output',
    [`tasks/${ONE}/1.json`]: '{"subject":"x"}',
    [`image-cache/${ONE}/1.png`]: 'not really',
    [`todos/${ONE}-agent-${ONE}.json`]: '[]',
    'plans/brave-fox.md': '# The plan',
    'plans/other.md': '# Of somebody else',
    'paste-cache/0123abcd.txt': 'a long paste',
    'history.jsonl': [
      { display: 'hello', sessionId: ONE, pastedContents: { 1: { id: 1, type: 'text', contentHash: '0123abcd' } } },
      { display: 'elsewhere', sessionId: 'not-kept' },
      { display: 'bye', sessionId: ONE },
    ],
  }

  test('every kind is kept, identical files once', async () => {
    const world = makeWorld(FILES)
    const { problems } = await world.sync()
    expect(problems).toEqual([])
    const kept = query(world, 'SELECT role, place FROM files WHERE session = 1 ORDER BY role, place')
    expect(kept.map(({ role }) => role)).toEqual([
      'agent',
      'agent-meta',
      'file-history',
      'history',
      'image',
      'main',
      'paste',
      'plan',
      'session-memory',
      'task',
      'todos',
      'tool-result',
    ])
    const hashes = query(world, "SELECT sha256 FROM files WHERE role IN ('tool-result', 'file-history')")
    expect(new Set(hashes.map(({ sha256 }) => sha256)).size).toBe(1)
    expect((await verifyArchive(world.archive, { isQuick: false })).damaged).toEqual([])
    expect(query(world, 'SELECT agent_type FROM agents')).toEqual([{ agent_type: 'Explore' }])
    await checkRebuild(world)
  })
  test('a session has its own lines of the log of prompts, and only those', async () => {
    const world = makeWorld(FILES)
    await world.sync()
    const lines = readFileSync(join(world.config, 'history.jsonl'), 'utf8').split('\n')
    expect(readGenerations(world, 'history.jsonl').toSorted()).toEqual(
      [`${lines[0]}\n${lines[2]}\n`, `${lines[1]}\n`].toSorted(),
    )
    const line = `${JSON.stringify({ display: 'again', sessionId: ONE })}\n`
    appendFileSync(join(world.config, 'history.jsonl'), line)
    await world.sync()
    expect(readGenerations(world, 'history.jsonl')).toContain(`${lines[0]}\n${lines[2]}\n${line}`)
    await reindex({ keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 })
    await world.sync()
    expect(readGenerations(world, 'history.jsonl')).toContain(`${lines[0]}\n${lines[2]}\n${line}`)
    expect(readGenerations(world, 'history.jsonl')).toHaveLength(2)
  })
  test('a companion that changes has generations too', async () => {
    const world = makeWorld(FILES)
    await world.sync()
    writeFileSync(join(world.config, 'plans/brave-fox.md'), '# A better plan')
    await world.sync()
    expect(readGenerations(world, 'plans/brave-fox.md')).toEqual(['# The plan', '# A better plan'])
  })
  test('an agent that is described late is described all the same', async () => {
    const meta = `projects/-home-dev-app/${ONE}/subagents/agent-a1.meta.json`
    const { [meta]: text, ...rest } = FILES
    const world = makeWorld(rest)
    await world.sync()
    expect(query(world, 'SELECT agent_type FROM agents')).toEqual([{ agent_type: null }])
    writeFileSync(join(world.config, meta), text as string)
    await world.sync()
    expect(query(world, 'SELECT agent_type FROM agents')).toEqual([{ agent_type: 'Explore' }])
    await checkRebuild(world)
  })
})

describe('kept out', () => {
  test('excluded projects are not kept, and stay kept where they were', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO, { cwd: '/home/dev/secret' }) })
    const report = await world.sync({ exclude: ['secret'] })
    expect(report.sessions).toMatchObject({ added: 1, excluded: 1 })
    expect(query(world, 'SELECT id FROM sessions')).toEqual([{ id: ONE }])
    await world.sync({ exclude: ['/home/dev'] })
    expect(query(world, 'SELECT id FROM sessions')).toEqual([{ id: ONE }])
    await world.sync()
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
  })
  test('a forgotten session leaves no byte and does not come back', async () => {
    const world = makeWorld({
      [MAIN]: makeLines(ONE, { prompt: 'xyzzysecret' }),
      [OTHER]: makeLines(TWO),
      'history.jsonl': [{ display: 'xyzzysecret', sessionId: ONE }],
    })
    await world.sync()
    const request = { keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 }
    expect(await forgetSession(request, ONE)).toMatchObject({ sessions: 1, isErased: true })
    const after = await world.sync()
    expect(after.sessions).toMatchObject({ forgotten: 1, added: 0 })
    expect(query(world, 'SELECT id FROM sessions')).toEqual([{ id: TWO }])
    expect(readGenerations(world, MAIN)).toEqual([])
    expect(readGenerations(world, 'history.jsonl').join('')).not.toContain('xyzzysecret')
    expect(readFileSync(join(world.keepDir, 'index.db')).includes('xyzzysecret')).toBe(false)
    expect((await verifyArchive(world.archive, { isQuick: false })).damaged).toEqual([])
    await reindex(request)
    expect((await world.sync()).sessions.forgotten).toBe(1)
    expect(query(world, 'SELECT id FROM sessions')).toEqual([{ id: TWO }])
  })
})

describe('trouble', () => {
  test('two syncs at once do the work once', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    const reports = await Promise.all([world.sync(), world.sync(), world.sync()])
    expect(reports.reduce((sum, { sessions }) => sum + sessions.added, 0)).toBe(2)
    expect(readManifest(world.archive).sessions.size).toBe(2)
  })
  test('what only looks like a transcript keeps nothing else out', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    rmSync(join(world.config, OTHER))
    mkdirSync(join(world.config, OTHER))
    const report = await world.sync()
    expect(report.sessions.added).toBe(1)
  })
  test('an index that is damaged is made again from the archive', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    rmSync(join(world.config, OTHER))
    writeFileSync(join(world.keepDir, 'index.db'), 'garbage'.repeat(1000))
    await world.sync()
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
  })
  test('an index that is gone is made again from the archive', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE), [OTHER]: makeLines(TWO) })
    await world.sync()
    rmSync(join(world.config, OTHER))
    rmSync(join(world.keepDir, 'index.db'))
    await world.sync()
    expect(query(world, 'SELECT count(*) AS count FROM sessions')).toEqual([{ count: 2 }])
  })
  test('a clock that goes back changes nothing', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    appendFileSync(join(world.config, MAIN), toLines(makeLines(ONE, { prompt: 'Once more' })))
    utimesSync(join(world.config, MAIN), new Date(0), new Date(0))
    await world.sync({ now: () => 0 })
    expect(readGenerations(world, MAIN)).toEqual([readFileSync(join(world.config, MAIN), 'utf8')])
    expect(query(world, 'SELECT turns FROM sessions')).toEqual([{ turns: 2 }])
    await checkRebuild(world)
  })
  test('folders and files are for their owner alone', async () => {
    const world = makeWorld({ [MAIN]: makeLines(ONE) })
    await world.sync()
    const modes = [world.keepDir, world.archive, join(world.archive, 'manifest.jsonl'), join(world.keepDir, 'index.db')]
    expect(modes.map(path => (statSync(path).mode & 0o777).toString(8))).toEqual(['700', '700', '600', '600'])
    expect(existsSync(dirname(join(world.keepDir, 'lock.db')))).toBe(true)
  })
})
