import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { machineAt, makeLines, makeTree, toLines } from '../../test/temp-tree.ts'
import { listAllSources } from './discover.ts'
import { findRoots } from './roots.ts'
import { runJob } from './run-job.ts'

const FILLER = toLines([{ type: 'system', subtype: 'informational', content: 'x'.repeat(1_000_000), uuid: 'f' }])

function makeSessions(count: number) {
  const files: { [path: string]: string } = {}
  for (let at = 0; at < count; at++) {
    files[`p/s${at}.jsonl`] = toLines(makeLines(`s${at}`, { prompt: `Task ${at}` })) + FILLER.repeat(at % 4)
  }
  const folder = makeTree(files)
  return { folder, ...listAllSources(findRoots(machineAt(folder, { override: ['.'] })).roots) }
}

test('threads give the same summaries as one does, in the order of the sources', async () => {
  const { sources } = makeSessions(40)
  const alone = await runJob('summarize', sources, 1)
  const shared = await runJob('summarize', sources, 3)
  expect(shared).toEqual(alone)
  expect(shared.map(({ summary }) => summary.title.text)).toEqual(sources.map(({ id }) => `Task ${id.slice(1)}`))
})

test('a file that is gone is a problem of its session alone', async () => {
  const { sources, folder } = makeSessions(40)
  unlinkSync(join(folder, 'p', 's7.jsonl'))
  const sessions = await runJob('summarize', sources, 2)
  const troubled = sources.filter((_, at) => sessions[at]?.problems.length !== 0)
  expect(troubled.map(({ id }) => id)).toEqual(['s7'])
  expect(sessions.flatMap(({ problems }) => problems.map(({ code }) => code))).toEqual(['missing'])
  expect(sessions.filter(({ summary }) => summary.turns === 1)).toHaveLength(39)
})

test('no sessions give no summaries', async () => {
  expect(await runJob('summarize', [], 2)).toEqual([])
})
