import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import { displayWidth } from '../src/text/width.ts'
import { answerWith } from './cli-usage-home.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { writeScript } from './lookup-world.ts'
import { THREE } from './temp-tree.ts'

let made: KeepHome
/** Of the first request. */
let day: string

/** Long names of all kinds, dear requests, an active block and limits. */
beforeAll(async () => {
  const now = Date.now()
  const cwd = '/home/dev/a-folder-with-a-very-long-name-indeed/and-another-one-below-it'
  const startedAt = new Date(now - 40 * 60_000).toISOString()
  const script = writeScript({ sessionId: THREE, cwd, startedAt }).prompt(`Please ${'do all of this '.repeat(40)}`)
  answerWith(script, { id: 'msg_1', input: 900_000_000, stop: null })
  for (let at = 0; at < 10; at++)
    answerWith(script.prompt('更多'), { id: `msg_m${at}`, model: `my-model-${at}`, input: 1 })
  day = startedAt.slice(0, 10)
  made = await makeKept({ [`.claude/projects/-home-dev-long/${THREE}.jsonl`]: script.lines })
  const limit = { used: 42, resetsAt: now + 4 * 3_600_000 }
  const line = { at: now - 60_000, session: THREE, fiveHour: limit, sevenDay: limit }
  writeFileSync(join(made.keep, 'limits.jsonl'), `${JSON.stringify(line)}\n`)
})

const WIDTHS = [40, 41, 60, 80, 100, 160]

async function checkWidth(columns: number, args: readonly string[]): Promise<string> {
  const { code, out } = await made.run(['usage', ...args, '--tz', 'UTC'], { env: { COLUMNS: String(columns) } })
  expect({ args, code }).toEqual({ args, code: 0 })
  expect({ args, wide: out.split('\n').filter(line => displayWidth(line) > columns) }).toEqual({ args, wide: [] })
  return out
}

describe.each(WIDTHS)('%d columns are enough for', columns => {
  test.each(CUTS.map(({ name }) => name))('%s', async name => {
    for (const more of [[], ['-b'], ['-i', '-n', '1'], ['--chart'], ['--no-cost']]) {
      await checkWidth(columns, [name, ...more])
    }
  })
  test('explanations', async () => {
    for (const args of [
      ['sessions', '-e', THREE],
      ['prompts', '-e', `${THREE}:1`],
      ['-e', day, '-n', '1'],
    ]) {
      await checkWidth(columns, args)
    }
  })
  test('an active block, which says so', async () => expect(await checkWidth(columns, ['blocks'])).toMatch(/ active /))
})

test('in a pipe, a path is never broken', async () => {
  const { out } = await made.run(['usage', '-e', day, '--tz', 'UTC'])
  expect(out).toMatch(/^ {2}\S+\/-home-dev-long\/22222222-\S+\.jsonl:\d+/m)
})

test('columns are called the same, however wide they are', async () => {
  for (const columns of [100, 200])
    expect(await checkWidth(columns, ['models'])).toMatch(/ OUTPUT +WRITE +READ +TOKENS/)
})
