import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { tryLock } from '../src/store/lock.ts'
import { makeHome, type Result, runCli } from './cli-runner.ts'
import { makeLines, ONE, THREE, TWO, writeItem } from './temp-tree.ts'

let homes = 0

/** A machine with two sessions, and a way to type on it. */
function makeMachine() {
  const home = makeHome(`kept-${++homes}`)
  const pathOf = (id: string): string => join(home, '.claude/projects/a', `${id}.jsonl`)
  writeItem(pathOf(ONE), makeLines(ONE, { prompt: 'Mend the fence' }))
  writeItem(pathOf(TWO), makeLines(TWO, { prompt: 'Paint the gate' }))
  const keepDir = join(home, '.local/share/backscroll')
  const run = (...args: string[]): Result => runCli(args, { home })
  return { home, keepDir, pathOf, run }
}

/** The same after the overview has run once. */
function makeKept() {
  const machine = makeMachine()
  expect(machine.run()).toMatchObject({ code: 0, err: '' })
  return machine
}

function parse({ out }: Result) {
  return JSON.parse(out)
}

describe('the overview', () => {
  test('keeps everything on first use, for nobody else to read', () => {
    const { keepDir, run } = makeMachine()
    const { code, out, err } = run()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/2 sessions kept in ~\/\.local\/share\/backscroll\/archive\n/)
    const modes = ['', 'archive', 'archive/manifest.jsonl', 'index.db'].map(name => statSync(join(keepDir, name)).mode)
    expect(modes.map(mode => (mode & 0o777).toString(8))).toEqual(['700', '700', '600', '600'])
  })

  test('counts what is gone, and warns of nothing that is kept and gone', () => {
    const { pathOf, run } = makeKept()
    rmSync(pathOf(ONE))
    expect(run().out).toMatch(/^2 sessions in 1 project.*\n.*\n2 sessions kept in .*, 1 of them in no other place\n/)
    const { totals, keep, schema } = parse(run('--json'))
    expect({ totals, keep, schema }).toMatchObject({
      schema: 'backscroll.overview/1',
      totals: { sessions: 2, keptOnly: 1 },
      keep: { sessions: 2, keptOnly: 1, problems: [] },
    })
  })

  test('still answers when everything on disk is gone, also through npm start', () => {
    const { home, run } = makeKept()
    rmSync(join(home, '.claude'), { recursive: true })
    for (const args of [[], ['--demo-if-empty']]) {
      expect(run(...args)).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^2 sessions in 1 project/) })
    }
  })

  test('of a folder named with --root keeps nothing of it', () => {
    const { home, keepDir, run } = makeMachine()
    expect(run('--root', join(home, '.claude')).out).toMatch(/^2 sessions/)
    expect(existsSync(keepDir)).toBe(false)
    expect(run('--demo').code).toBe(0)
    expect(existsSync(keepDir)).toBe(false)
  })

  test('says in one sentence that nothing can be kept, and answers from disk', () => {
    const { home, run } = makeMachine()
    writeFileSync(join(home, '.local'), 'a file where a folder should be')
    const { code, out, err } = run()
    expect({ code, lines: err.trimEnd().split('\n').length }).toEqual({ code: 0, lines: 1 })
    expect(err).toMatch(/^backscroll: nothing new could be kept: /)
    expect(out).toMatch(/^2 sessions in 1 project/)
  })
})

describe('ls', () => {
  test('lists what is gone with a mark that it explains', () => {
    const { pathOf, run } = makeKept()
    expect(run('ls').out).not.toContain('*')
    rmSync(pathOf(ONE))
    const { code, out, err } = run('ls')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^11111111 {2}\* {2}Mend the fence/m)
    expect(out).toMatch(/^22222222 {5}Paint the gate/m)
    expect(out).toMatch(/\n\* no longer on disk: kept in the archive only\n$/)
    const rows = parse(run('ls', '--json')).sessions
    const mend = rows.find((row: { id: string }) => row.id === ONE)
    expect(mend).toMatchObject({ keptOnly: true, isKept: true, path: pathOf(ONE), title: 'Mend the fence' })
    expect(mend.deletesAt).toBeUndefined()
  })

  test('sees a session that began a moment ago, and one that grew', () => {
    const { pathOf, run } = makeKept()
    writeItem(pathOf(THREE), makeLines(THREE, { prompt: 'Oil the hinges' }))
    writeItem(pathOf(TWO), [...makeLines(TWO, { prompt: 'Paint the gate' }), ...makeLines(TWO, { prompt: 'Again' })])
    const rows = parse(run('ls', '--json')).sessions as { title: string; turns: number; isKept: boolean }[]
    expect(rows.map(({ title, turns, isKept }) => [title, turns, isKept]).sort()).toEqual([
      ['Mend the fence', 1, true],
      ['Oil the hinges', 1, true],
      ['Paint the gate', 2, true],
    ])
  })

  test('says when another sync keeps it from looking', () => {
    const { keepDir, pathOf, run } = makeKept()
    writeItem(pathOf(THREE), makeLines(THREE, { prompt: 'Oil the hinges' }))
    const lock = tryLock(join(keepDir, 'lock.db'))
    try {
      const { code, out, err } = run('ls')
      expect(code).toBe(0)
      expect(out).toContain('Oil the hinges')
      expect(err).toMatch(/^backscroll: a sync is running; .*\n$/)
    } finally {
      lock?.release()
    }
  })

  test('answers without an index that is damaged, and says so once', () => {
    const { keepDir, pathOf, run } = makeKept()
    rmSync(pathOf(ONE))
    const index = join(keepDir, 'index.db')
    for (const ending of ['-wal', '-shm']) rmSync(index + ending, { force: true })
    writeFileSync(index, readFileSync(index).fill(0x5a, 100, 60_000))
    const { code, out, err } = run('ls')
    expect(code).toBe(0)
    expect(out).toMatch(/^11111111 {2}\* {2}Mend the fence/m)
    expect(err).toMatch(/^backscroll: answered without the index: .* is damaged .*`backscroll reindex`.*\n$/)
  })

  test('answers from disk where index and manifest cannot be read', () => {
    const { keepDir, run } = makeKept()
    for (const name of ['index.db', 'archive/manifest.jsonl']) {
      rmSync(join(keepDir, name))
      mkdirSync(join(keepDir, name))
    }
    const { code, out, err } = run('ls')
    expect(code).toBe(0)
    expect(out).toMatch(/Mend the fence/)
    expect(err).toMatch(/backscroll: answered from disk alone: /)
  })
})

describe('show', () => {
  test('shows what is gone at every level, and says quietly where it comes from', () => {
    const { pathOf, run } = makeKept()
    const before = { text: run('show', ONE).out, raw: run('show', ONE, '--level', 'raw').out }
    rmSync(pathOf(ONE))
    const { code, out, err } = run('show', '1111')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out.replace(' · kept in the archive only', '')).toBe(before.text)
    expect(out).not.toBe(before.text)
    expect(run('show', ONE, '--level', 'raw').out).toBe(before.raw)
    expect(run('show', `${pathOf(ONE)}:1`).out).toContain('Mend the fence')
    expect(parse(run('show', ONE, '--json'))).toMatchObject({ keptOnly: true, files: [pathOf(ONE)] })
    expect(parse(run('show', TWO, '--json'))).toMatchObject({ keptOnly: false })
  })

  test('of what was deleted before it was kept says that there is no such session', () => {
    const { pathOf, run } = makeMachine()
    rmSync(pathOf(ONE))
    expect(run('show', ONE)).toMatchObject({ code: 2, err: expect.stringMatching(/no session is called/) })
  })
})

describe('tail', () => {
  test('of a session that is gone refers to show', () => {
    const { pathOf, run } = makeKept()
    rmSync(pathOf(ONE))
    const { code, out, err } = run('tail', ONE)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(/has ended.*kept in the archive only\nShow it with `backscroll show 11111111-/)
  })
})

describe('doctor', () => {
  test('counts what is kept, and finds in the index what it would find in the files', () => {
    const { pathOf, run } = makeKept()
    writeFileSync(pathOf(ONE), `${readFileSync(pathOf(ONE), 'utf8')}not json\n{"type":"brand-new"}\n`)
    const { keep: nothing, ...fresh } = parse(runCli(['doctor', '--json'], { home: makeCopy(pathOf(ONE)) }))
    expect(nothing).toBeUndefined()
    run()
    rmSync(pathOf(ONE))
    const report = parse(run('doctor', '--json'))
    expect(report.keep).toMatchObject({ sessions: 2, keptOnly: 1, lastSyncAt: expect.any(String), problems: [] })
    expect(report.badLines).toMatchObject([{ path: pathOf(ONE), line: 3, code: 'not-json' }])
    expect(report.unknownKinds.map(({ name }: { name: string }) => name)).toEqual(['brand-new'])
    expect(report.badLineCount).toBe(fresh.badLineCount)
    expect(run('doctor').out).toMatch(/Kept in .*: 2 sessions, 1 of them no longer on disk; last sync just now/)
  })
})

/** Another machine with the same transcript, where nothing is kept. */
function makeCopy(path: string): string {
  const home = makeHome(`copy-${++homes}`)
  writeItem(join(home, '.claude/projects/a', `${ONE}.jsonl`), readFileSync(path, 'utf8'))
  return home
}

describe('names for completion', () => {
  test('are those on disk and those kept', () => {
    const { pathOf, run } = makeKept()
    rmSync(pathOf(ONE))
    writeItem(pathOf(THREE), makeLines(THREE))
    expect(run('session-ids').out.trim().split('\n').sort()).toEqual(['11111111', '22222222-2', '22222222-3'])
  })
})
