import { appendFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree, ONE, TWO } from '../../../../test/temp-tree.ts'
import { hookPlaces } from './hook-places.ts'
import { claimShown, fileBudget, listShown, logPath, markBorder, readRecallLog, removeOldLogs } from './recall-log.ts'

function makeLog() {
  const places = hookPlaces(makeTree({}))
  let at = 1_800_000_000_000
  return {
    places,
    claim: (keys: readonly string[], sessionId = ONE) =>
      claimShown(places, { sessionId, moment: 'prompt', keys, chars: 10, at: at++ }),
    border: (by: 'PreCompact' | 'SessionStart', why: string, afterMs = 60_000) => {
      at += afterMs
      markBorder(places, { sessionId: ONE, by, why, sizeBytes: 5, at })
    },
    seen: (sessionId = ONE) => [...readRecallLog(places, sessionId).seen],
  }
}

test('a key is shown once, until the next border', () => {
  const log = makeLog()
  expect(log.claim(['a', 'b'])).toEqual(['a', 'b'])
  expect(log.claim(['b', 'c'])).toEqual(['c'])
  expect(log.seen()).toEqual(['a', 'b', 'c'])
  expect(log.claim(['a'], TWO)).toEqual(['a'])
  log.border('PreCompact', 'auto')
  expect(log.seen()).toEqual([])
  expect(log.claim(['a'])).toEqual(['a'])
})
test('what was shown about files counts against their budget, until the next border', () => {
  const log = makeLog()
  const { places } = log
  const budget = () => fileBudget(readRecallLog(places, ONE), 1500)
  expect(fileBudget(undefined, 1500)).toEqual({ spentChars: 0, maxChars: 6000 })
  claimShown(places, { sessionId: ONE, moment: 'file', keys: ['f'], chars: 1200, at: 1_800_000_000_000 })
  log.claim(['a'])
  expect(budget().spentChars).toBe(1200)
  log.border('PreCompact', 'auto')
  expect(budget().spentChars).toBe(0)
})
test('before and after a compaction is one border, however often it is told', () => {
  const log = makeLog()
  log.border('PreCompact', 'manual')
  log.border('PreCompact', 'manual', 10)
  const { compactedAt } = readRecallLog(log.places, ONE)
  log.border('SessionStart', 'compact')
  expect(log.claim(['a'])).toEqual(['a'])
  // A second copy of the hook, a moment later.
  log.border('SessionStart', 'compact', 10)
  expect(readRecallLog(log.places, ONE)).toMatchObject({ compactedAt, border: { by: 'PreCompact', why: 'manual' } })
  expect(log.claim(['a'])).toEqual([])
  log.border('SessionStart', 'clear')
  expect(log.claim(['a'])).toEqual(['a'])
})
test('a log that is damaged says what can still be read of it', () => {
  const log = makeLog()
  log.claim(['a'])
  const path = logPath(log.places, ONE)
  appendFileSync(path, '{"kind":"shown","at":1,"session":"x","keys":[1]}\n{"kind":"border"}\n\0\0{"kind":"shown","at"')
  expect(log.seen()).toEqual(['a'])
  expect(log.claim(['b', 'a'])).toEqual(['b'])
  expect(readFileSync(path, 'utf8').endsWith('}\n')).toBe(true)
})
test('a long log is read from its last border alone', () => {
  const log = makeLog()
  log.claim(['old'])
  const line = readFileSync(logPath(log.places, ONE), 'utf8')
  appendFileSync(logPath(log.places, ONE), line.repeat(1000))
  log.border('PreCompact', 'auto')
  appendFileSync(logPath(log.places, ONE), line.replace('old', 'new').repeat(800))
  expect(log.seen()).toEqual(['new'])
})
test('the name of a log follows from any session id, and never leads out of the folder', () => {
  const { places } = makeLog()
  for (const id of ['../../x', '', '/etc/passwd', 'a'.repeat(300), 'ONE.jsonl', ONE.toUpperCase(), ONE]) {
    expect(dirname(logPath(places, id))).toBe(places.recall)
  }
  expect(logPath(places, ONE)).toBe(join(places.recall, `${ONE}.jsonl`))
  expect(logPath(places, '../x')).not.toBe(logPath(places, '../y'))
})
test('what was shown last comes first, over all sessions; old logs go', () => {
  const log = makeLog()
  log.claim(['a'])
  log.claim(['b'], TWO)
  log.claim(['c'])
  expect(listShown(log.places, { limit: 2 }).map(line => line.keys)).toEqual([['c'], ['b']])
  utimesSync(logPath(log.places, TWO), 1, 1)
  removeOldLogs(log.places, Date.now())
  expect(existsSync(logPath(log.places, ONE))).toBe(true)
  expect(existsSync(logPath(log.places, TWO))).toBe(false)
})
test('where there is no log, or it is a folder, nothing was shown', () => {
  const { places, seen } = makeLog()
  expect(seen()).toEqual([])
  mkdirSync(logPath(places, ONE), { recursive: true })
  writeFileSync(join(places.recall, 'other.txt'), '')
  expect(seen()).toEqual([])
  expect(listShown(places, { limit: 5 })).toEqual([])
})
