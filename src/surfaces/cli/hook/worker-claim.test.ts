import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../../../../test/temp-tree.ts'
import { adoptClaim, findWorker, handOver, releaseClaim, renewClaim, tryClaim } from './worker-claim.ts'

/** Both run: the test itself, and who started it. */
const ME = process.pid
const OTHER = process.ppid
/** Larger than any pid of this system. */
const GONE = 2 ** 30

const now = (): number => Date.now()
const makePath = (): string => join(makeTree({}), 'worker')

test('one has it at a time', () => {
  const path = makePath()
  expect(tryClaim(path, { pid: ME, now: now() })).toBe(true)
  expect(tryClaim(path, { pid: OTHER, now: now() })).toBe(false)
  expect(findWorker(path, now())).toBe(ME)
  releaseClaim(path, OTHER)
  expect(findWorker(path, now())).toBe(ME)
  releaseClaim(path, ME)
  expect(tryClaim(path, { pid: OTHER, now: now() })).toBe(true)
})
test('a claim whose process is gone is taken over, and so is one that was not renewed for long', () => {
  const path = makePath()
  tryClaim(path, { pid: GONE, now: now() })
  expect(findWorker(path, now())).toBeUndefined()
  expect(tryClaim(path, { pid: OTHER, now: now() })).toBe(true)
  utimesSync(path, 1, 1)
  expect(renewClaim(path, { pid: OTHER, now: now() })).toBe(true)
  expect(tryClaim(path, { pid: ME, now: now() })).toBe(false)
  utimesSync(path, 1, 1)
  expect(tryClaim(path, { pid: ME, now: now() })).toBe(true)
  expect(renewClaim(path, { pid: OTHER, now: now() })).toBe(false)
})
test('a claim that is being written is held for a moment', () => {
  const path = makePath()
  writeFileSync(path, '')
  expect(tryClaim(path, { pid: ME, now: now() })).toBe(false)
  expect(tryClaim(path, { pid: ME, now: now() + 60_000 })).toBe(true)
})
test('goes to the process that was started, whoever of the two is faster', () => {
  const path = makePath()
  tryClaim(path, { pid: OTHER, now: now() })
  expect(adoptClaim(path, { pid: ME, parentPid: OTHER, now: now() })).toBe(true)
  // Too late: it has it already.
  handOver(path, { from: OTHER, to: GONE })
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ pid: ME })
  expect(adoptClaim(path, { pid: ME, parentPid: 1, now: now() })).toBe(true)
  expect(adoptClaim(path, { pid: OTHER, parentPid: 1, now: now() })).toBe(false)
})
