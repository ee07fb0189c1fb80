import { describe, expect, test } from 'vitest'
import type { UsageReport, UsageRow } from '../src/query/usage/usage-report.ts'
import { GARDEN } from './cli-usage-home.ts'
import { type KeepHome, makeKeepHome } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'
import { reply, toolUse } from './usage-script.ts'

/** One request that was not finished and called two tools. */
function makeShared(): KeepHome {
  const calls = [toolUse('t1', 'Bash', { command: 'ls' }), toolUse('t2', 'Glob', { pattern: '*' })]
  const answer = reply('shared', 1000, calls) as { message: object }
  const script = writeScript({ sessionId: THREE, cwd: GARDEN })
    .prompt('Look around')
    .line({ ...answer, message: { ...answer.message, stop_reason: null } })
  return makeKeepHome({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: script.lines })
}

const made = makeShared()
const ask = (...args: string[]) => made.run(['usage', ...args, '--session', THREE, '--tz', 'UTC'])

describe('R11: a request that is not finished and belongs to two rows', () => {
  test('makes both of them lower bounds, and counts in the first', async () => {
    const { rows }: UsageReport = JSON.parse((await ask('tools', '--json')).out)
    const told = ({ key, requests, unfinished, isLowerBound }: UsageRow) => [key, requests, unfinished, isLowerBound]
    expect(rows.map(told)).toEqual([
      ['Bash', 1, 1, true],
      ['Glob', 0, 0, true],
    ])
  })
  test('is shown so: with a mark in both rows, and no count in the second', async () => {
    const { out } = await ask('tools')
    expect(out).toMatch(/^Bash +1 +opus-4-6 +1 .* \$0\.01\+$/m)
    expect(out).toMatch(/^Glob +1 +opus-4-6 +– .* \$0\.01\+$/m)
    expect((await ask('tools', '--breakdown')).out).toMatch(/^Glob .*\n {2}claude-opus-4-6 +– .* \$0\.01\+$/m)
  })
  test('is shown so without money, in charts and in CSV', async () => {
    expect((await ask('tools', '--no-cost')).out).toMatch(/^Glob .* 500\+$/m)
    expect((await ask('tools', '--chart')).out).toMatch(/^Glob +\$0\.01\+ /m)
    expect((await ask('tools', '--csv')).out).toMatch(/^Glob,Glob,,0,0,.*,0,true,claude-opus-4-6,/m)
  })
  test('is shown so in its explanation', async () => {
    const { out } = await ask('tools', '--explain', 'Glob')
    expect(out).toMatch(/ 1k\+ +0 +\$0\.01\+$/m)
    expect(out).toMatch(/^ +Sum +0 +500\+ +0 +\$0\.01\+$/m)
  })
  test('is shown so in the tree of agents', async () =>
    expect((await ask('agents')).out).toMatch(/^\(main conversation\) +\$0\.03\+ .* \$0\.03\+$/m))
})

test('the tree of agents has a title of its own', async () =>
  expect((await ask('agents')).out).toMatch(/^Usage by agent · session 22222222-3/))

test('what has no time takes no place of a day', async () => {
  const script = writeScript({ sessionId: THREE, cwd: GARDEN }).prompt('Go').line(reply('undated', 100))
  const lines = script.lines.map(({ timestamp: _, ...line }: { timestamp?: string }) => line)
  const home = makeKeepHome({ [`.claude/projects/-home-dev-garden/${THREE}.jsonl`]: lines })
  const keys = async (...args: string[]) =>
    JSON.parse((await home.run(['usage', ...args, '--json', '--tz', 'UTC'])).out).rows.map((row: UsageRow) => row.key)
  expect(await keys('daily')).toEqual(['2026-03-01', ''])
  expect(await keys('daily', '-n', '1')).toEqual(['2026-03-01'])
  expect(await keys('daily', '-n', '1', '--order', 'cost')).toEqual(['2026-03-01'])
  expect(await keys('daily', '-n', '2')).toEqual(['2026-03-01', ''])
  expect((await home.run(['usage', '--explain', '(no time)', '--tz', 'UTC'])).code).toBe(0)
})
