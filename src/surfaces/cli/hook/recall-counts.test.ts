import { appendFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeSkips } from '../doctor/installation-lines.ts'
import { hookPlaces } from './hook-places.ts'
import { countRecall, readRecallCounts } from './recall-counts.ts'

const folder = mkdtempSync(join(tmpdir(), 'backscroll-counts-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('skips are counted by reason beside all that was asked, and lines that are none do not count', () => {
  const places = hookPlaces(join(folder, 'few'))
  expect(readRecallCounts(places)).toEqual({ asked: 0, skipped: {} })
  for (const end of ['delivered', 'late', 'nothing', 'index-busy', 'late'] as const) countRecall(places, 1, end)
  appendFileSync(places.recalls, '{"at":1,"en')
  countRecall(places, 1, 'nothing')
  expect(readRecallCounts(places)).toEqual({ asked: 6, skipped: { late: 2, 'index-busy': 1 } })
})

test('the file stays small, and the newest lines stay in it', () => {
  const places = hookPlaces(join(folder, 'many'))
  for (let at = 0; at < 4000; at++) countRecall(places, at, at < 3900 ? 'nothing' : 'late')
  expect(statSync(places.recalls).size).toBeLessThanOrEqual(64 * 1024)
  expect(readRecallCounts(places).skipped).toEqual({ late: 100 })
})

test('a folder that cannot be written costs nobody anything', () => {
  countRecall({ recalls: '/proc/self/none/recalls.jsonl' }, 1, 'late')
  expect(readRecallCounts({ recalls: folder })).toEqual({ asked: 0, skipped: {} })
})

test('doctor says how many were skipped and why, and nothing where none was', () => {
  expect(describeSkips({ asked: 120, skipped: {} })).toBe('')
  expect(describeSkips({ asked: 120, skipped: { late: 3 } })).toBe(
    '; 3 of the last 120 recalls skipped, as the machine was busy',
  )
  expect(describeSkips({ asked: 40, skipped: { late: 2, 'index-older': 1 } })).toBe(
    '; 3 of the last 40 recalls skipped, 2 as the machine was busy, 1 as the index has to be made anew',
  )
})
