import { spawn } from 'node:child_process'
import { appendFileSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeTree, ONE, TWO } from '../../test/temp-tree.ts'
import { addMark, dropMarks, type MarkChange, readMarks, requireTag } from './marks.ts'

const AT = Date.UTC(2026, 10, 16, 12)

function pin(session: string, isOn = true): MarkChange {
  return { session, at: AT, pin: isOn }
}

function tag(session: string, name: string, isOn = true): MarkChange {
  return { session, at: AT, tag: name, on: isOn }
}

/** A keep with these changes made to it, and what is marked then. */
function makeMarks(...changes: readonly MarkChange[]) {
  const keepDir = join(makeTree({}), 'keep')
  for (const change of changes) addMark(keepDir, change)
  const path = join(keepDir, 'marks.jsonl')
  return { keepDir, path, marks: readMarks(keepDir), text: () => readFileSync(path, 'utf8') }
}

describe('marks', () => {
  test('are none where there is no file, and reading makes none', () => {
    const { keepDir, marks } = makeMarks()
    expect(marks.pinned()).toEqual([])
    expect(marks.isPinned(ONE)).toBe(false)
    expect([marks.tagsOf(ONE), [...marks.tags()], marks.withTag('x')]).toEqual([[], [], []])
    dropMarks(keepDir, ONE)
    expect(existsSync(keepDir)).toBe(false)
  })
  test('are one readable line per change, for nobody else to read', () => {
    const { keepDir, path, text } = makeMarks(pin(ONE), tag(ONE, 'x'))
    expect(text()).toBe(
      `{"at":"2026-11-16T12:00:00.000Z","session":"${ONE}","pin":true}\n` +
        `{"at":"2026-11-16T12:00:00.000Z","session":"${ONE}","tag":"x","on":true}\n`,
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(keepDir).mode & 0o777).toBe(0o700)
  })
  test('of which the last counts', () => {
    const { marks } = makeMarks(pin(ONE), pin(TWO), pin(ONE, false), tag(ONE, 'a'), tag(ONE, 'b'), tag(ONE, 'a', false))
    expect(marks.pinned()).toEqual([TWO])
    expect(marks.isPinned(ONE)).toBe(false)
    expect(marks.tagsOf(ONE)).toEqual(['b'])
  })
  test('have tags as typed, the same in upper and lower case', () => {
    const { marks } = makeMarks(tag(ONE, 'Zürich'), tag(ONE, 'zÜRICH'), tag(TWO, 'zu\u0308rich'), tag(TWO, 'api'))
    expect(marks.tagsOf(ONE)).toEqual(['Zürich'])
    expect([...marks.tags()]).toEqual([
      ['api', [TWO]],
      ['Zürich', [ONE, TWO]],
    ])
    expect(marks.withTag('ZÜRICH')).toEqual([ONE, TWO])
  })
})

describe('a damaged file of marks', () => {
  const bad = Buffer.from('not json\xff\n[]\nnull\n{"session":7,"pin":true}\n{"session":"a","tag":"x"}\n\n', 'latin1')
  test('is read as far as it can be', () => {
    const { path, keepDir } = makeMarks(pin(ONE))
    appendFileSync(path, bad)
    addMark(keepDir, pin(TWO))
    expect(readMarks(keepDir).pinned()).toEqual([ONE, TWO])
    expect(readMarks(keepDir).tags().size).toBe(0)
  })
  test('keeps its bad lines, byte for byte, when a session is forgotten', () => {
    const { path, keepDir } = makeMarks(pin(ONE))
    appendFileSync(path, bad)
    dropMarks(keepDir, ONE)
    expect(readFileSync(path)).toEqual(bad)
  })
  test('that was cut in a line goes on with a new one', () => {
    const { path, keepDir } = makeMarks(pin(ONE))
    writeFileSync(path, readFileSync(path, 'utf8').slice(0, -20))
    addMark(keepDir, pin(TWO))
    addMark(keepDir, tag(TWO, 'x'))
    const marks = readMarks(keepDir)
    expect([marks.pinned(), marks.tagsOf(TWO)]).toEqual([[TWO], ['x']])
  })
})

describe('dropMarks', () => {
  test('leaves no trace of the session, and the others as they were', () => {
    const { keepDir, path, text } = makeMarks(pin(ONE), tag(ONE, 'x'), pin(TWO), pin(ONE, false))
    appendFileSync(path, `{"cut "${ONE}"\n{"at":"x","session":"${ONE.slice(0, 12)}`)
    writeFileSync(`${path}.new`, `left over ${ONE}`)
    dropMarks(keepDir, ONE)
    expect(text()).toBe(`{"at":"2026-11-16T12:00:00.000Z","session":"${TWO}","pin":true}\n`)
    expect(readdirSync(keepDir)).toEqual(['marks.jsonl'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })
  test('does not touch the file where the session has no marks', () => {
    const { keepDir, path } = makeMarks(pin(TWO))
    const before = statSync(path)
    dropMarks(keepDir, ONE)
    expect(statSync(path).ino).toBe(before.ino)
  })
})

describe('several processes', () => {
  test('lose no mark, even while sessions are forgotten', async () => {
    const { keepDir } = makeMarks()
    const url = new URL('./marks.ts', import.meta.url).href
    const code = (job: string) =>
      `import { addMark, dropMarks } from '${url}'; const keep = ${JSON.stringify(keepDir)}; ${job}`
    const adding = [0, 1, 2].map(number =>
      run(code(`for (let at = 0; at < 50; at++) addMark(keep, { session: '${number}-' + at, at, pin: true })`)),
    )
    const dropping = run(
      code(
        `for (let at = 0; at < 50; at++) { addMark(keep, { session: 'gone', at, pin: true }); dropMarks(keep, 'gone') }`,
      ),
    )
    expect(await Promise.all([...adding, dropping])).toEqual([0, 0, 0, 0])
    const marks = readMarks(keepDir)
    expect(marks.isPinned('gone')).toBe(false)
    expect(marks.pinned()).toHaveLength(150)
  })
})

function run(code: string): Promise<number | null> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: 'inherit' })
  return new Promise(resolve => child.on('close', resolve))
}

describe('a tag', () => {
  test('is one word that can be searched', () => {
    for (const name of ['release', 'api-v2', '#1', '日本', '👩‍💻', 'a,b', 'x'.repeat(60)])
      expect(requireTag(name)).toBe(name)
    for (const name of ['', 'a b', 'a\tb', 'a\0', '\u202ea', '"x"', ':x', 'x'.repeat(61), '\ud800']) {
      expect(() => requireTag(name)).toThrow(expect.objectContaining({ code: 'bad-tag' }))
    }
  })
  test('that is none is not written', () => {
    const { keepDir } = makeMarks()
    expect(() => addMark(keepDir, tag(ONE, 'a b'))).toThrow(expect.objectContaining({ code: 'bad-tag' }))
    expect(existsSync(keepDir)).toBe(false)
  })
})

test('a folder that cannot be written is said to be so', () => {
  const folder = makeTree({ keep: 'a file' })
  expect(() => addMark(join(folder, 'keep'), pin(ONE))).toThrow(expect.objectContaining({ code: 'archive-failed' }))
})
