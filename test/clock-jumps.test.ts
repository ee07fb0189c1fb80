import { appendFileSync, existsSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isCurrent } from '../src/query/live/status-of.ts'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { listPending, recoverTaken, takePending, writePending } from '../src/surfaces/cli/hook/pending.ts'
import { claimShown, logPath, markBorder, readRecallLog, removeOldLogs } from '../src/surfaces/cli/hook/recall-log.ts'
import { findWorker, tryClaim } from '../src/surfaces/cli/hook/worker-claim.ts'
import { beginCounting } from '../src/surfaces/cli/statusline/begin-counting.ts'
import { readFigures, writeFigures } from '../src/surfaces/cli/statusline/figures.ts'
import { findPlaces } from '../src/surfaces/cli/statusline/status-host.ts'
import { createWorld } from '../src/surfaces/mcp/create-world.ts'
import { makeKept } from './keep-home.ts'
import { MAIN, makeWorld, readGenerations } from './keep-world.ts'
import { mcpOptionsOf } from './mcp-home.ts'
import { makeLines, makeTree, ONE, toLines } from './temp-tree.ts'

const YEAR = 365 * 24 * 60 * 60_000
/** A year back, ten ahead, and back to where it was. */
const JUMPS = [-YEAR, 10 * YEAR, 0]
const NOW = Date.now()

test('each sync keeps all that was written, wherever the clock stands between them', async () => {
  const world = makeWorld({ [MAIN]: makeLines(ONE) })
  await world.sync()
  let text = readGenerations(world, MAIN).at(-1) ?? ''
  for (const jump of JUMPS) {
    const more = toLines(makeLines(ONE, { prompt: `After ${jump}` }))
    appendFileSync(join(world.config, MAIN), more)
    text += more
    const report = await world.sync({ now: () => NOW + jump })
    expect(report.isBusy).toBe(false)
    expect(readGenerations(world, MAIN).at(-1)).toBe(text)
  }
})

test('a sync with a time to keep ends where the clock is set back in the middle, and the next one keeps the rest', async () => {
  const world = makeWorld({ [MAIN]: makeLines(ONE) })
  let calls = 0
  await world.sync({ budgetMs: 60_000, now: () => (calls++ === 0 ? NOW : NOW - YEAR) })
  await world.sync()
  expect(readGenerations(world, MAIN)).toHaveLength(1)
})

test('a claim of hooks from another time is nobody’s, and what waits is taken', () => {
  const places = hookPlaces(makeTree({}))
  for (const jump of JUMPS) {
    const now = NOW + jump
    writePending(places, { transcriptPath: `/${jump}.jsonl`, sessionId: undefined, event: 'Stop', at: now, failed: 0 })
    expect(tryClaim(places.worker, { pid: process.pid, now })).toBe(true)
    utimesSync(places.worker, now / 1000, now / 1000)
    expect(findWorker(places.worker, now)).toBe(process.pid)
  }
  recoverTaken(places, NOW - YEAR)
  expect(listPending(places)).toHaveLength(JUMPS.length)
  expect(takePending(places, () => false)).toHaveLength(JUMPS.length)
})

test('a compaction is a border wherever the clock stands, and a log from ahead is not kept for ever', () => {
  const places = hookPlaces(makeTree({}))
  const show = (at: number) => claimShown(places, { sessionId: ONE, moment: 'prompt', keys: ['a'], chars: 1, at })
  for (const jump of JUMPS) {
    expect(show(NOW + jump)).toEqual(['a'])
    expect(show(NOW + jump)).toEqual([])
    markBorder(places, { sessionId: ONE, by: 'PreCompact', why: 'auto', at: NOW + jump })
    expect(readRecallLog(places, ONE).seen.size).toBe(0)
  }
  const path = logPath(places, ONE)
  removeOldLogs(places, statSync(path).mtimeMs)
  expect(existsSync(path)).toBe(true)
  utimesSync(path, (NOW + 10 * YEAR) / 1000, (NOW + 10 * YEAR) / 1000)
  removeOldLogs(places, NOW)
  expect(existsSync(path)).toBe(false)
})

test('the note of a client counts while its clock is ours, and not for ever where it was ahead', () => {
  const noteOf = (updatedAt: number) => ({ updatedAt }) as Parameters<typeof isCurrent>[0]
  expect(isCurrent(noteOf(NOW + 60_000), NOW)).toBe(true)
  expect(isCurrent(noteOf(NOW - 60_000), NOW)).toBe(true)
  for (const jump of [-YEAR, YEAR, 10 * YEAR]) expect(isCurrent(noteOf(NOW + jump), NOW)).toBe(false)
})

test('a question of the MCP server that waits for the index ends, though the clock runs backwards', async () => {
  const home = await makeKept()
  for (const name of readdirSync(home.keep).filter(one => one.startsWith('index.db'))) rmSync(join(home.keep, name))
  let years = 0
  const world = createWorld({ ...mcpOptionsOf(home), now: () => NOW - YEAR * years++ })
  await expect(world.ask(() => 'an answer', new AbortController().signal)).rejects.toMatchObject({
    code: 'index-missing',
  })
  world.close()
})

test('figures of the status line from ahead are counted again, and a count that began ahead keeps none back', async () => {
  const home = await makeKept()
  const places = findPlaces({ env: { HOME: home.home }, home: home.home, platform: process.platform } as never)
  writeFigures(places.figures, { at: NOW + 5 * YEAR, figures: undefined })
  const begin = (now: number) =>
    beginCounting(
      { executable: [process.execPath, '-e', ''], env: {} } as never,
      places,
      readFigures(places.figures),
      now,
    )
  for (const jump of [...JUMPS, -YEAR]) {
    begin(NOW + jump)
    expect(Math.round(statSync(places.begun).mtimeMs / 1000)).toBe(Math.round((NOW + jump) / 1000))
  }
})
