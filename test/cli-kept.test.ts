import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tryLock } from '../src/store/lock.ts'
import type { Result } from './cli-runner.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeLines, ONE, THREE, TWO, toLines, writeItem } from './temp-tree.ts'

/** A machine with two sessions, and a way to type on it. */
function makeMachine() {
  const { home, keep, transcript, run } = makeKeepHome()
  const pathOf = (id: string): string => join(dirname(transcript), `${id}.jsonl`)
  return { home, keepDir: keep, pathOf, run: (...args: string[]) => run(args) }
}

/** The same after the overview has run once. */
/** The first sync takes its time, and says so. */
const FIRST_STEPS = /^Reading 2 sessions, [\d.]+ KB\nFinishing\n$/

async function makeKept() {
  const machine = makeMachine()
  expect(await machine.run()).toMatchObject({ code: 0, err: expect.stringMatching(FIRST_STEPS) })
  return machine
}

function parse({ out }: Result) {
  return JSON.parse(out)
}

describe('the overview', () => {
  test('keeps everything on first use, for nobody else to read', async () => {
    const { keepDir, run } = makeMachine()
    const { code, out, err } = await run()
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(FIRST_STEPS) })
    expect(await run()).toMatchObject({ code: 0, err: '' })
    expect(out).toMatch(/2 sessions kept in ~\/\.local\/share\/backscroll\/archive\n/)
    const modes = ['', 'archive', 'archive/manifest.jsonl', 'index.db'].map(name => statSync(join(keepDir, name)).mode)
    expect(modes.map(mode => (mode & 0o777).toString(8))).toEqual(['700', '700', '600', '600'])
  })

  test('says that it makes the index anew, and counts what is kept as it counts sessions', async () => {
    const { keepDir, pathOf, run } = await makeKept()
    writeItem(pathOf(THREE), toLines([{ type: 'summary', summary: 'only bookkeeping', leafUuid: 'x' }]))
    await run('sync')
    expect((await run()).out).toMatch(/^2 sessions in 1 project.*\n.*\n2 sessions kept in /)
    for (const ending of ['', '-wal', '-shm']) rmSync(join(keepDir, `index.db${ending}`), { force: true })
    expect((await run()).err).toMatch(/^Rebuilding 3 sessions, [\d.]+ KB\n/)
  })

  test('counts what is gone, and warns of nothing that is kept and gone', async () => {
    const { pathOf, run } = await makeKept()
    rmSync(pathOf(ONE))
    expect((await run()).out).toMatch(
      /^2 sessions in 1 project.*\n.*\n2 sessions kept in .*, 1 of them in no other place\n/,
    )
    const { totals, keep, schema } = parse(await run('--json'))
    expect({ totals, keep, schema }).toMatchObject({
      schema: 'backscroll.overview/1',
      totals: { sessions: 2, keptOnly: 1 },
      keep: { sessions: 2, keptOnly: 1, problems: [] },
    })
  })

  test('still answers when everything on disk is gone, also through npm start', async () => {
    const { home, run } = await makeKept()
    rmSync(join(home, '.claude'), { recursive: true })
    for (const args of [[], ['--demo-if-empty']]) {
      expect(await run(...args)).toMatchObject({
        code: 0,
        err: '',
        out: expect.stringMatching(/^2 sessions in 1 project/),
      })
    }
  })

  test('of a folder named with --root keeps nothing of it', async () => {
    const { home, keepDir, run } = makeMachine()
    expect((await run('--root', join(home, '.claude'))).out).toMatch(/^2 sessions/)
    expect(existsSync(keepDir)).toBe(false)
    expect((await run('--demo')).code).toBe(0)
    expect(existsSync(keepDir)).toBe(false)
  })

  test('keeps nothing of a project that is left out, and lists it all the same', async () => {
    const { keepDir, pathOf, run } = makeMachine()
    writeItem(pathOf(THREE), makeLines(THREE, { prompt: 'Oil the hinges', cwd: '/home/dev/secret' }))
    await run('config', 'set', 'exclude', 'secret')
    expect((await run()).out).toMatch(/^3 sessions in 2 projects.*\n.*\n2 sessions kept in /)
    expect(readFileSync(join(keepDir, 'archive/manifest.jsonl'), 'utf8')).not.toContain(THREE)
    rmSync(pathOf(ONE))
    rmSync(pathOf(THREE))
    const titles = parse(await run('ls', '--json')).sessions.map(({ title }: { title: string }) => title)
    expect(titles.sort()).toEqual(['Grow the tomatoes', 'Water the beans'])
  })

  test('says in one sentence that nothing can be kept, and answers from disk', async () => {
    const { home, run } = makeMachine()
    writeFileSync(join(home, '.local'), 'a file where a folder should be')
    const { code, out, err } = await run()
    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 0, lines: 1 })
    expect(err).toMatch(/^backscroll: nothing new could be kept: /)
    expect(out).toMatch(/^2 sessions in 1 project/)
  })
})

describe('ls', () => {
  test('lists what is gone with a mark that it explains', async () => {
    const { pathOf, run } = await makeKept()
    expect((await run('ls')).out).not.toContain('*')
    rmSync(pathOf(ONE))
    const { code, out, err } = await run('ls')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^11111111 {2}\* {2}Grow the tomatoes/m)
    expect(out).toMatch(/^22222222 {5}Water the beans/m)
    expect(out).toMatch(/\n\* no longer on disk: kept in the archive only\n$/)
    const rows = parse(await run('ls', '--json')).sessions
    const mend = rows.find((row: { id: string }) => row.id === ONE)
    expect(mend).toMatchObject({ keptOnly: true, isKept: true, path: pathOf(ONE), title: 'Grow the tomatoes' })
    expect(mend.deletesAt).toBeUndefined()
  })

  test('sees a session that began a moment ago, and one that grew', async () => {
    const { pathOf, run } = await makeKept()
    writeItem(pathOf(THREE), makeLines(THREE, { prompt: 'Oil the hinges' }))
    writeItem(pathOf(TWO), [...makeLines(TWO, { prompt: 'Water the beans' }), ...makeLines(TWO, { prompt: 'Again' })])
    // A list waits a moment for what is new to be kept; on a busy machine it shows it all the same, and keeps it later.
    let rows: readonly { title: string; turns: number; isKept: boolean }[] = []
    for (let tries = 0; tries < 50 && !(rows.length > 0 && rows.every(({ isKept }) => isKept)); tries++) {
      rows = parse(await run('ls', '--json')).sessions
    }
    expect(rows.map(({ title, turns, isKept }) => [title, turns, isKept]).sort()).toEqual([
      ['Grow the tomatoes', 1, true],
      ['Oil the hinges', 1, true],
      ['Water the beans', 2, true],
    ])
  })

  test('says when more is new than a tenth of a second can read', async () => {
    const { pathOf, run } = await makeKept()
    const filler = { type: 'system', subtype: 'informational', content: 'x'.repeat(5_000_000), uuid: 'f' }
    appendFileSync(pathOf(TWO), toLines([filler, ...makeLines(TWO, { prompt: 'And the peas' })]))
    const countTurns = async (): Promise<number> => {
      const { sessions } = parse(await run('ls', '--json', 'beans'))
      return sessions[0].turns
    }
    // What the index does not hold at all is read from disk: nothing of it is older.
    writeItem(pathOf(THREE), toLines([filler, ...makeLines(THREE, { prompt: 'And the corn' })]))
    expect((await run('ls')).err).toBe('backscroll: 1 session has newer data; `backscroll sync` reads it\n')
    expect((await run('ls')).out).toContain('And the corn')
    expect(await countTurns()).toBe(1)
    await run('sync')
    expect(await countTurns()).toBe(2)
    expect((await run('ls')).err).toBe('')
  })

  test('says when another sync keeps it from looking', async () => {
    const { keepDir, pathOf, run } = await makeKept()
    writeItem(pathOf(THREE), makeLines(THREE, { prompt: 'Oil the hinges' }))
    const lock = tryLock(join(keepDir, 'lock.db'))
    try {
      const { code, out, err } = await run('ls')
      expect(code).toBe(0)
      expect(out).toContain('Oil the hinges')
      expect(err).toMatch(/^backscroll: a sync is running; .*\n$/)
    } finally {
      lock?.release()
    }
  })

  test('makes a damaged index anew before it answers, and says so once', async () => {
    const { keepDir, pathOf, run } = await makeKept()
    rmSync(pathOf(ONE))
    const index = join(keepDir, 'index.db')
    for (const ending of ['-wal', '-shm']) rmSync(index + ending, { force: true })
    writeFileSync(index, readFileSync(index).fill(0x5a, 100, 60_000))
    const { code, out, err } = await run('ls')
    expect(code).toBe(0)
    expect(out).toMatch(/^11111111 {2}\* {2}Grow the tomatoes/m)
    expect(err).toMatch(/^backscroll: the index .* is damaged .*, so it was made anew from the archive\n$/)
    expect((await run('ls')).err).toBe('')
  })

  test('answers from disk where index and manifest cannot be read', async () => {
    const { keepDir, run } = await makeKept()
    for (const name of ['index.db', 'archive/manifest.jsonl']) {
      rmSync(join(keepDir, name))
      mkdirSync(join(keepDir, name))
    }
    const { code, out, err } = await run('ls')
    expect(code).toBe(0)
    expect(out).toMatch(/Grow the tomatoes/)
    expect(err).toMatch(/backscroll: answered from disk alone: /)
  })
})

describe('show', () => {
  test('shows what is gone at every level, and says quietly where it comes from', async () => {
    const { pathOf, run } = await makeKept()
    const before = { text: (await run('show', ONE)).out, raw: (await run('show', ONE, '--level', 'raw')).out }
    rmSync(pathOf(ONE))
    const { code, out, err } = await run('show', '1111')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.replace(' · kept in the archive only', '')).toBe(before.text)
    expect(out).not.toBe(before.text)
    expect((await run('show', ONE, '--level', 'raw')).out).toBe(before.raw)
    expect((await run('show', `${pathOf(ONE)}:1`)).out).toContain('Grow the tomatoes')
    expect(parse(await run('show', ONE, '--json'))).toMatchObject({
      keptOnly: true,
      files: expect.arrayContaining([pathOf(ONE)]),
    })
    expect(parse(await run('show', TWO, '--json'))).toMatchObject({ keptOnly: false })
  })

  test('of what was deleted before it was kept says that there is no such session', async () => {
    const { pathOf, run } = makeMachine()
    rmSync(pathOf(TWO))
    expect(await run('show', TWO)).toMatchObject({ code: 2, err: expect.stringMatching(/no session is called/) })
  })
})

describe('tail', () => {
  test('of a session that is gone refers to show', async () => {
    const { pathOf, run } = await makeKept()
    rmSync(pathOf(ONE))
    const { code, out, err } = await run('tail', ONE)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/has ended.*kept in the archive only\nShow it with `backscroll show 11111111-/)
  })
})

describe('doctor', () => {
  test('counts what is kept, and finds in the index what it found in the files', async () => {
    const { pathOf, run } = makeMachine()
    appendFileSync(pathOf(ONE), 'not json\n{"type":"brand-new"}\n')
    const before = parse(await run('doctor', '--json'))
    expect(before).toMatchObject({
      badLines: [{ path: pathOf(ONE), line: 3, code: 'not-json' }],
      unknownKinds: [{ name: 'brand-new', example: `${pathOf(ONE)}:4` }],
    })
    await run()
    rmSync(pathOf(ONE))
    const { keep, roots, ...after } = parse(await run('doctor', '--json'))
    expect({ ...after, roots: before.roots }).toEqual(before)
    expect(keep).toMatchObject({ sessions: 2, keptOnly: 1, lastSyncAt: expect.any(String), problems: [] })
    expect((await run('doctor')).out).toMatch(/Kept in .*: 2 sessions, 1 of them no longer on disk; last sync just now/)
  })
})

describe('names for completion', () => {
  test('are those on disk and those kept', async () => {
    const { pathOf, run } = await makeKept()
    rmSync(pathOf(ONE))
    writeItem(pathOf(THREE), makeLines(THREE))
    expect((await run('session-ids')).out.trim().split('\n').sort()).toEqual(['11111111', '22222222-2', '22222222-3'])
  })
})
