import { closeSync, existsSync, openSync, readdirSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { connect } from '../src/store/open.ts'
import { openStoreForReading } from '../src/store/open-store.ts'
import { dumpIndex } from './index-dump.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { ONE } from './temp-tree.ts'

const PAGE = 4096
/** Questions that read the index, each in its own part of it. */
const QUESTIONS = [
  ['search', 'tomatoes'],
  ['ls'],
  ['show', ONE.slice(0, 8)],
  ['usage'],
  ['files'],
  ['story', ONE.slice(0, 8)],
  ['status'],
  ['doctor'],
  ['sync'],
]

const indexOf = ({ keep }: KeepHome): string => keepPaths(keep).index

function overwritePage(home: KeepHome, page: number, seed: number): void {
  const file = openSync(indexOf(home), 'r+')
  let state = seed * 2654435761 + page
  const noise = Uint8Array.from({ length: PAGE }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
  writeSync(file, noise, 0, PAGE, page * PAGE)
  closeSync(file)
}

/** Everything in the file itself: nothing waits in the log. */
function settleIndex(home: KeepHome): number {
  const connection = connect(indexOf(home), 'write')
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
  return statSync(indexOf(home)).size / PAGE
}

function isWhole(home: KeepHome): boolean {
  const store = openStoreForReading(indexOf(home))
  const isSound = store?.all('PRAGMA integrity_check').every(row => row.integrity_check === 'ok') ?? false
  store?.close()
  return isSound
}

const SAYS = /^backscroll: the index .* is damaged or not a database, so it was made anew from the archive$/m

describe('an index with a page of noise', () => {
  test('is made anew by `reindex`, whichever page it is, with the rows it had', async () => {
    const home = await makeKept()
    const before = dumpIndex(indexOf(home))
    const pages = settleIndex(home)
    const bytes = readFileSync(indexOf(home))
    for (let page = 0; page < pages; page += Math.max(1, Math.floor(pages / 12))) {
      writeFileSync(indexOf(home), bytes)
      overwritePage(home, page, 1)
      const { code, err } = await home.run(['reindex'])
      expect([page, code, err.includes('damaged')]).toEqual([page, 0, false])
      expect([page, isWhole(home)]).toEqual([page, true])
      expect(dumpIndex(indexOf(home))).toEqual(before)
    }
  })

  test('never lets a command fail: whoever meets it says so and mends it, and the next command finds nothing', async () => {
    const home = await makeKept()
    const answers = new Map<string, { readonly code: number | null; readonly out: string }>()
    for (const question of QUESTIONS) answers.set(question.join(' '), await home.run(question))
    const pages = settleIndex(home)
    const bytes = readFileSync(indexOf(home))
    let met = 0
    for (let page = 0; page < pages; page += Math.max(1, Math.floor(pages / 24))) {
      writeFileSync(indexOf(home), bytes)
      overwritePage(home, page, 2)
      for (const question of QUESTIONS) {
        const { code, out, err } = await home.run(question)
        const says = SAYS.test(err)
        if (says) met++
        const expected = answers.get(question.join(' '))
        const asked = `${question.join(' ')} after noise in page ${page}`
        expect([asked, code, err.replace(SAYS, '')]).toEqual([
          asked,
          expected?.code,
          expect.not.stringMatching(/ at |damaged|Error/),
        ])
        if (['search', 'ls', 'usage', 'files'].includes(question[0] ?? ''))
          expect([asked, out]).toEqual([asked, expected?.out])
      }
      expect(existsSync(`${indexOf(home)}.damaged`)).toBe(false)
    }
    expect(met).toBeGreaterThan(5)
  })
})

describe('an index that was tampered with', () => {
  async function tamper(sql: string): Promise<KeepHome> {
    const home = await makeKept()
    const connection = connect(indexOf(home), 'write')
    connection.exec(sql)
    connection.close()
    return home
  }

  test.each([
    ['lacks a table', 'DROP TABLE commits'],
    ['has a trigger of somebody else', 'CREATE TRIGGER theirs AFTER INSERT ON sessions BEGIN DELETE FROM meta; END'],
    ['has a view in place of a table', 'DROP TABLE commits; CREATE VIEW commits AS SELECT 1 AS session'],
  ])('and %s is damage: it is made anew', async (_what, sql) => {
    const home = await tamper(sql)
    const { code, out, err } = await home.run(['search', 'tomatoes'])
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^11111111:1 /) })
    expect(err).toMatch(SAYS)
    expect((await home.run(['search', 'tomatoes'])).err).toBe('')
    expect(isWhole(home)).toBe(true)
  })
})

test.each(['restore', 'pin'])('%s mends it before it does its work', async command => {
  const home = await makeKept()
  writeFileSync(`${indexOf(home)}.damaged`, '')
  const { code, err } = await home.run([command, ONE])
  expect(code).toBe(0)
  expect(err).toMatch(SAYS)
  expect(isWhole(home)).toBe(true)
})

test('a note of damage is enough: nobody reads that index, and the next sync replaces it', async () => {
  const home = await makeKept()
  writeFileSync(`${indexOf(home)}.damaged`, '')
  expect(() => openStoreForReading(indexOf(home))).toThrow('damaged')
  expect((await home.run(['sync'])).err).toMatch(SAYS)
  expect(readdirSync(home.keep).filter(name => /index.db.*\.(?:damaged|new)/.test(name))).toEqual([])
})

test('what an attempt left beside the index is gone on with, or removed', async () => {
  const home = await makeKept()
  writeFileSync(join(home.keep, 'index.db.new'), 'half of a page')
  expect((await home.run(['sync'])).code).toBe(0)
  writeFileSync(home.transcript, `${readFileSync(home.transcript, 'utf8')}\n`)
  expect((await home.run(['sync'])).code).toBe(0)
  expect(existsSync(join(home.keep, 'index.db.new'))).toBe(false)
  writeFileSync(join(home.keep, 'index.db.new'), 'half of a page')
  writeFileSync(`${indexOf(home)}.damaged`, '')
  expect((await home.run(['search', 'tomatoes'])).code).toBe(0)
  expect(isWhole(home)).toBe(true)
})
