import { beforeAll, describe, expect, test } from 'vitest'
import { MAIN, OTHER } from '../../../../test/keep-world.ts'
import { keepScripts, writeScript } from '../../../../test/lookup-world.ts'
import { ONE, TWO } from '../../../../test/temp-tree.ts'
import { reply, tellUsage, tokensByKey, toolFailure, toolResult, toolUse } from '../../../../test/usage-script.ts'
import type { IndexedKeep } from '../../indexed-keep.ts'

const A = '/home/dev/app/src/a.ts'
const B = 'C:\\Work\\App\\B.ts'
const edited = (path: string) => ({ filePath: path, structuredPatch: [HUNK] })
const HUNK = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }

const FIRST = writeScript({ sessionId: ONE, mark: 'one' })
  .prompt('Look around')
  .line(
    reply('1', 101, [
      toolUse('t1', 'Bash', { command: 'ls' }),
      toolUse('t2', 'Bash', { command: 'false' }),
      toolUse('t3', 'Read', { file_path: A }),
    ]),
  )
  .line(toolResult('t1', 'a.ts'))
  .line(toolFailure('t2', 'Exit code 1'))
  .line(toolResult('t3', 'text', { type: 'text', file: { filePath: A, content: 'text', numLines: 1 } }))
  .line(
    reply('2', 11, [
      toolUse('t4', 'Edit', { file_path: A, old_string: 'a', new_string: 'b' }),
      toolUse('t5', 'Edit', { file_path: B, old_string: 'a', new_string: 'b' }),
    ]),
  )
  .line(toolResult('t4', 'ok', edited(A)))
  .line(toolResult('t5', 'ok', edited(B)))
  .line(reply('3', 7, [toolUse('t6', 'mcp__garden_shed__water_all', {})]))
  .line(toolFailure('t6', 'no water'))
  .line(reply('4', 5))
  .line(reply('5', 3, [toolUse('t7', 'Bash', { command: 'false' })]))
  .line(toolFailure('t7', 'Exit code 1')).lines

/** A resume repeats everything, and adds a request of its own. */
const RESUMED = writeScript({ sessionId: TWO, mark: 'two', copied: FIRST, startedAt: '2026-03-02T10:00:00.000Z' })
  .prompt('Go on')
  .line(reply('6', 2, [toolUse('t8', 'Bash', { command: 'true' })]))
  .line(toolResult('t8', '')).lines

let keep: IndexedKeep

beforeAll(async () => {
  keep = await keepScripts({ [MAIN]: FIRST, [OTHER]: RESUMED })
})

describe('usage by tool', () => {
  test('a request belongs in equal parts to the calls it made', () => {
    // 101 in three parts is 34 + 34 + 33; two of them are calls of Bash.
    expect(tokensByKey(tellUsage(keep, 'tools'))).toEqual({
      Bash: 34 + 34 + 3 + 2,
      Read: 33,
      Edit: 11,
      mcp__garden_shed__water_all: 7,
      '-': 5,
    })
  })

  test('a request counts once, in the row of its first call', () => {
    const { rows, totals } = tellUsage(keep, 'tools')
    expect(Object.fromEntries(rows.map(row => [row.label, row.requests]))).toEqual({
      Bash: 3,
      Read: 0,
      Edit: 1,
      'garden_shed: water_all': 1,
      '(no tool)': 1,
    })
    expect(totals.requests).toBe(6)
  })

  test('rows tell how many calls there were and how many failed, copies left out', () => {
    const { rows } = tellUsage(keep, 'tools')
    expect(Object.fromEntries(rows.map(row => [row.key, row.about]))).toEqual({
      Bash: { calls: 4, errors: 2 },
      Read: { calls: 1, errors: 0 },
      Edit: { calls: 2, errors: 0 },
      mcp__garden_shed__water_all: { calls: 1, errors: 1 },
      '': {},
    })
  })

  test('calls outside of the time asked for are not told', () => {
    const scope = { project: undefined, model: undefined, sessions: undefined }
    const until = Date.parse('2026-03-01T10:03:00.000Z')
    const { rows } = tellUsage(keep, 'tools', { scope: { ...scope, since: undefined, until } })
    expect(rows.find(({ key }) => key === 'Bash')?.about).toEqual({ calls: 2, errors: 1 })
  })
})

describe('usage by file', () => {
  test('a request belongs in equal parts to the files its calls read or changed', () => {
    // Request 1 read A alone; 11 tokens of request 2 are 6 for A and 5 for B.
    expect(tokensByKey(tellUsage(keep, 'files'))).toEqual({ [A]: 101 + 6, [B]: 5, '-': 7 + 5 + 3 + 2 })
  })

  test('paths are told as recorded, below the project without its folder', () => {
    const { rows } = tellUsage(keep, 'files')
    expect(rows.map(({ label, about }) => [label, about])).toEqual([
      ['src/a.ts', { project: 'app', projectPath: '/home/dev/app', reads: 1, changes: 1 }],
      ['(no file)', {}],
      [B, { project: 'app', projectPath: '/home/dev/app', reads: 0, changes: 1 }],
    ])
  })
})
