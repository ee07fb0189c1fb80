import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type KeepHome, makeKeepHome, makeKept } from './keep-home.ts'
import { ONE, TWO } from './temp-tree.ts'

/** Runs a command that must say one line and nothing on stderr. */
async function checkLine({ run }: KeepHome, args: readonly string[], expected: string): Promise<void> {
  expect(await run(args)).toEqual({ code: 0, out: `${expected}\n`, err: '' })
}

async function readJson({ run }: KeepHome, args: readonly string[]): Promise<unknown> {
  const { out } = await run([...args, '--json'])
  return JSON.parse(out)
}

function marksOf({ keep }: KeepHome): string {
  return readFileSync(join(keep, 'marks.jsonl'), 'utf8')
}

describe('pin', () => {
  test('marks a session until it is taken away', async () => {
    const home = await makeKept()
    await checkLine(home, ['pin', '1111'], 'Pinned 11111111 Grow the tomatoes')
    await checkLine(home, ['pin', '1111'], 'Pinned already: 11111111 Grow the tomatoes')
    expect(marksOf(home).split('\n')).toHaveLength(2)
    const { code, out } = await home.run(['pin'])
    expect(code).toBe(0)
    expect(out).toMatch(/^ID +TITLE +PROJECT +LAST\n11111111 +Grow the tomatoes +app +\S+ ago\n$/)
    await checkLine(home, ['pin', ONE, '--off'], 'No longer pinned: 11111111 Grow the tomatoes')
    await checkLine(home, ['pin', ONE, '--off'], 'Was not pinned: 11111111 Grow the tomatoes')
    expect(await home.run(['pin'])).toEqual({
      code: 1,
      out: '',
      err: 'backscroll: no session is pinned; pin one with `backscroll pin ID`\n',
    })
  })
  test('takes a place as search prints it, and means the session', async () => {
    const home = await makeKept()
    await checkLine(home, ['pin', '1111:1'], 'Pinned 11111111 Grow the tomatoes')
  })
  test('works before anything is kept, and for what the client deleted', async () => {
    const home = makeKeepHome()
    await checkLine(home, ['pin', '1111'], 'Pinned 11111111 Grow the tomatoes')
    expect(existsSync(join(home.keep, 'archive'))).toBe(false)
    await home.run(['sync'])
    rmSync(home.transcript)
    expect((await home.run(['pin'])).out).toContain('Grow the tomatoes')
    await checkLine(home, ['pin', ONE, '--off'], 'No longer pinned: 11111111 Grow the tomatoes')
  })
  test('prints what it did as JSON', async () => {
    const home = await makeKept()
    const session = { id: ONE, shortId: '11111111', title: 'Grow the tomatoes', project: home.work, projectName: 'app' }
    const more = { endedAt: '2026-03-01T10:01:00.000Z', tags: [] }
    const rest = { missing: [], problems: [] }
    const pinned = { schema: 'backscroll.pins/1', sessions: [{ ...session, ...more, isPinned: true }], ...rest }
    expect(await readJson(home, ['pin', ONE])).toEqual(pinned)
    expect(await readJson(home, ['pin'])).toEqual(pinned)
    expect(await readJson(home, ['pin', ONE, '--off'])).toEqual({
      ...pinned,
      sessions: [{ ...session, ...more, isPinned: false }],
    })
    expect(await readJson(home, ['pin'])).toEqual({ ...pinned, sessions: [] })
  })
  test('of what nobody has any more is told of, and can be taken away', async () => {
    const home = makeKeepHome()
    await home.run(['pin', ONE])
    rmSync(home.transcript)
    rmSync(join(home.transcript, '..', ONE), { recursive: true })
    const { code, out, err } = await home.run(['pin'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(`backscroll: marked, but neither on disk here nor kept: ${ONE}\n`)
    await checkLine(home, ['pin', '1111', '--off'], `No longer pinned: ${ONE}`)
  })
  test('refuses what is no session, and --off without one', async () => {
    const home = await makeKept()
    expect(await home.run(['pin', 'zzz'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/no session is called "zzz"/),
    })
    expect(await home.run(['pin', '--off'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/needs the id of a session/),
    })
    expect(existsSync(join(home.keep, 'marks.jsonl'))).toBe(false)
  })
  test('says where it cannot write', async () => {
    const home = makeKeepHome()
    mkdirSync(join(home.keep, 'marks.jsonl'), { recursive: true })
    expect(await home.run(['pin', ONE])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/marks\.jsonl cannot be/),
    })
  })
})

describe('tag', () => {
  test('gives a session words, and takes them away in any case', async () => {
    const home = await makeKept()
    await checkLine(home, ['tag', '1111', 'Release', 'garden'], '11111111 Grow the tomatoes: Release, garden')
    await checkLine(home, ['tag', TWO, 'garden'], '22222222 Water the beans: garden')
    await checkLine(home, ['tag', '1111', 'release'], '11111111 Grow the tomatoes: Release, garden')
    await checkLine(home, ['tag', '1111'], '11111111 Grow the tomatoes: Release, garden')
    expect((await home.run(['tag'])).out).toMatch(/^TAG +SESSIONS +LAST\ngarden +2 +\S+ ago\nRelease +1 +\S+ ago\n$/)
    await checkLine(
      home,
      ['tag', '1111', 'nope', '--off'],
      'Was not tagged nope: 11111111 Grow the tomatoes\n11111111 Grow the tomatoes: Release, garden',
    )
    await checkLine(home, ['tag', '1111', 'RELEASE', 'GARDEN', '--off'], '11111111 Grow the tomatoes: no tags')
    expect(await home.run(['tag', '1111'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/has no tags/),
    })
    await home.run(['pin', TWO])
    expect((await home.run(['pin'])).out).toMatch(/TAGS .*\n22222222 +Water the beans +app +garden /)
  })
  test('prints tags with their sessions as JSON', async () => {
    const home = await makeKept()
    await home.run(['tag', TWO, 'other'])
    const given = await readJson(home, ['tag', ONE, 'x', 'y'])
    expect(given).toMatchObject({
      schema: 'backscroll.tags/1',
      tags: [
        { tag: 'x', sessions: [{ id: ONE, tags: ['x', 'y'], isPinned: false }] },
        { tag: 'y', sessions: [{ id: ONE }] },
      ],
    })
    expect(await readJson(home, ['tag', ONE])).toEqual(given)
    expect(await readJson(home, ['tag'])).toMatchObject({ tags: [{ tag: 'other' }, { tag: 'x' }, { tag: 'y' }] })
  })
  test('takes none of the words where one cannot be a tag', async () => {
    const home = await makeKept()
    for (const bad of ['', 'a b', 'a\u0007b', 'x'.repeat(61)]) {
      expect(await home.run(['tag', ONE, 'good', bad])).toMatchObject({ code: 2, out: '' })
    }
    expect(existsSync(join(home.keep, 'marks.jsonl'))).toBe(false)
    expect(await home.run(['tag', ONE, '--off'])).toMatchObject({ code: 2 })
    expect(await home.run(['tag'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/no session has a tag/),
    })
  })
  test('that somebody wrote into the file by hand does not reach the terminal as it is', async () => {
    const home = await makeKept()
    writeFileSync(join(home.keep, 'marks.jsonl'), `${JSON.stringify({ session: ONE, tag: '\u001b[2Jx', on: true })}\n`)
    expect((await home.run(['tag', ONE])).out).not.toContain('\u001b')
    expect((await home.run(['tag'])).out).not.toContain('\u001b')
  })
})

describe('lines of marks.jsonl that cannot be read', () => {
  test('are counted by pin and tag, and kept', async () => {
    const home = await makeKept()
    await home.run(['pin', ONE])
    const damaged = 'no json\n\n{"session":"x","colour":"red"}\n{"session":"y","pi'
    writeFileSync(join(home.keep, 'marks.jsonl'), marksOf(home) + damaged)
    const err = 'backscroll: 3 lines of ~/.local/share/backscroll/marks.jsonl cannot be read, and kept\n'
    expect(await home.run(['pin'])).toMatchObject({ code: 0, out: expect.stringContaining('tomatoes'), err })
    expect(await home.run(['tag', TWO, 'x'])).toMatchObject({ code: 0, err })
    expect(marksOf(home)).toContain(`${damaged}\n`)
  })
})

describe('forget', () => {
  test('leaves no trace of the session among the marks', async () => {
    const home = await makeKept()
    await home.run(['pin', ONE])
    await home.run(['tag', ONE, 'secret'])
    await home.run(['pin', TWO])
    expect((await home.run(['forget', ONE, '--yes'])).code).toBe(0)
    expect(marksOf(home)).not.toMatch(new RegExp(`${ONE}|secret`))
    expect(marksOf(home)).toContain(TWO)
  })
})
