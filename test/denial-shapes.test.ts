import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SHAPE_ID } from '../bench/shapes/session-lines.ts'
import { writeShape } from '../bench/shapes/shape.ts'
import { SHAPES } from '../bench/shapes/table.ts'
import { runHere } from './keep-home.ts'
import { processorMs } from './processor-time.ts'
import { makeTree } from './temp-tree.ts'

/** What was square once, or is most likely to become it; the bench has all shapes, all commands and larger sizes. */
const WATCHED = [
  'calls and results in one line each',
  'calls in one line',
  'forks one below the other',
  'compactions',
  'lines of other sessions',
  'agents in the main transcript',
  'home folders in one text',
]
const TIMES = 8
/** Square work would be 64 times as much. */
const MOST_GROWTH = 24
/** Less than this is chance. */
const LEAST_MS = 40

async function costOf(name: string, count: number): Promise<{ readonly [command: string]: number }> {
  const shape = SHAPES.find(candidate => candidate.name === name)
  const home = makeTree({})
  const config = join(home, 'config')
  if (shape) writeShape(config, shape.make(count))
  const env = { BACKSCROLL_HOME: join(home, 'keep'), CLAUDE_CONFIG_DIR: config }
  const commands = [
    ['sync'],
    ['show', SHAPE_ID, '--level', 'all'],
    ['export', SHAPE_ID, '-o', join(home, 'session.md')],
    ['story', SHAPE_ID],
    ['usage', 'prompts'],
  ]
  const costs: { [command: string]: number } = {}
  for (const args of commands) {
    const before = processorMs()
    const { code, err } = await runHere(args, { home, env })
    expect([0, 1], `${args.join(' ')}: ${err}`).toContain(code)
    costs[args[0] as string] = processorMs() - before
  }
  return costs
}

describe('many of one thing cost as many times more, and not their square', () => {
  test.each(WATCHED)('%s', async name => {
    const count = Math.round((SHAPES.find(shape => shape.name === name)?.count ?? 0) / 8)
    await costOf(name, count)
    // The best of three on a machine that is busy with other things.
    let worst: string[] = []
    for (let round = 0; round < 3; round++) {
      const [small, large] = [await costOf(name, count), await costOf(name, count * TIMES)]
      worst = Object.entries(large).flatMap(([command, ms]) => {
        const growth = ms / Math.max(small[command] ?? 0, LEAST_MS)
        return growth > MOST_GROWTH ? [`${command} took ${growth.toFixed(1)} times as long`] : []
      })
      if (worst.length === 0) break
    }
    expect(worst).toEqual([])
  })
})

test('agents nested two thousand deep are all shown and exported, each once', async () => {
  const home = makeTree({})
  const config = join(home, 'config')
  const shape = SHAPES.find(({ name }) => name === 'agents one below the other')
  const count = 2000
  if (shape) writeShape(config, shape.make(count))
  const { code, out, err } = await runHere(['show', SHAPE_ID, '--level', 'all', '--root', config], { home })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  for (const at of [0, 31, 32, 33, 1000, count - 1])
    expect(out.split(`Pear ${at} is ripe.`).length, `agent ${at}`).toBeGreaterThan(1)
  expect(out.split('counter ').length - 1).toBeGreaterThanOrEqual(count)
})
