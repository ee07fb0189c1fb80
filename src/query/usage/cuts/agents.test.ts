import { beforeAll, describe, expect, test } from 'vitest'
import { MAIN } from '../../../../test/keep-world.ts'
import { keepScripts, type Script, writeScript } from '../../../../test/lookup-world.ts'
import { ONE, TWO } from '../../../../test/temp-tree.ts'
import { reply, tellUsage, tokensByKey, toolResult, toolUse } from '../../../../test/usage-script.ts'
import { accuracyParts } from '../../../render/usage-words.ts'
import type { IndexedKeep } from '../../indexed-keep.ts'

interface Task {
  readonly agent: string
  readonly type: string
  readonly tokens: number
}

function ask(script: Script, { agent, type, tokens }: Task): Script {
  const input = { description: `Ask ${agent}`, prompt: `Be ${agent}.`, subagent_type: type }
  return script
    .line(reply(`ask_${agent}`, tokens, [toolUse(`t_${agent}`, 'Task', input)]))
    .line(toolResult(`t_${agent}`, 'Done.', { status: 'completed', agentId: agent, content: [], totalDurationMs: 5 }))
}

/** The thread of an agent, begun so many minutes after the session. */
function answer(agent: string, minute: number, write: (script: Script) => Script): readonly object[] {
  const startedAt = new Date(Date.parse('2026-03-01T10:00:00.000Z') + minute * 60_000).toISOString()
  const script = writeScript({ sessionId: ONE, mark: agent, startedAt }).prompt(`Be ${agent}.`)
  return write(script).lines.map(line => ({ ...line, isSidechain: true, agentId: agent }))
}

function writeMain(): readonly object[] {
  const script = writeScript({ sessionId: ONE, mark: 'one' }).prompt('First').line(reply('1', 1))
  ask(script.prompt('Second,\n  with help'), { agent: 'x1', type: 'Explore', tokens: 2 })
  ask(script, { agent: 'p1', type: 'main', tokens: 4 })
  return script.prompt('Third').line(reply('2', 8)).lines
}

const FOLDER = `projects/-home-dev-app/${ONE}/subagents`
let keep: IndexedKeep

beforeAll(async () => {
  keep = await keepScripts({
    [MAIN]: writeMain(),
    [`${FOLDER}/agent-x1.jsonl`]: answer('x1', 4, script =>
      ask(script.line(reply('x', 16)), { agent: 'x2', type: 'Explore', tokens: 32 }),
    ),
    [`${FOLDER}/agent-x2.jsonl`]: answer('x2', 6, script => script.line(reply('y', 64))),
    [`${FOLDER}/agent-p1.jsonl`]: answer('p1', 6, script => script.line(reply('z', 128))),
    // The client's own, in the third turn: nobody called it.
    [`${FOLDER}/agent-acompact-c1.jsonl`]: answer('acompact-c1', 9, script => script.line(reply('c', 256))),
    [`projects/-home-dev-app/${TWO}.jsonl`]: writeScript({ sessionId: TWO, mark: 'two' })
      .prompt('Alone')
      .line(reply('alone', 512)).lines,
  })
})

const ONLY_ONE = { since: undefined, until: undefined, project: undefined, model: undefined, sessions: [ONE] }

describe('usage by agent', () => {
  test('rows are types, and the main conversation', () => {
    const report = tellUsage(keep, 'agents')
    expect(tokensByKey(report)).toEqual({
      main: 1 + 2 + 4 + 8 + 512,
      Explore: 16 + 32 + 64,
      'main (type)': 128,
      compaction: 256,
    })
    expect(Object.fromEntries(report.rows.map(row => [row.label, row.about]))).toEqual({
      '(main conversation)': { agents: 0 },
      Explore: { agents: 2 },
      'main (type)': { agents: 1 },
      compaction: { agents: 1 },
    })
  })

  test('in one session, rows are its agents below what started them', () => {
    const { rows } = tellUsage(keep, 'agents', { scope: ONLY_ONE })
    expect(rows.map(({ key, label, about }) => [key, label, about.depth, about.parent])).toEqual([
      ['main', '(main conversation)', 0, null],
      ['acompact-c1', 'compaction', 1, 'main'],
      ['p1', 'Ask p1', 1, 'main'],
      ['x1', 'Ask x1', 1, 'main'],
      ['x2', 'Ask x2', 2, 'x1'],
    ])
    expect(rows[4]?.about).toMatchObject({ type: 'Explore', status: 'completed', description: 'Ask x2' })
  })

  test('a tree costs what it and everything it started cost, to the last nano-dollar', () => {
    const { rows, totals } = tellUsage(keep, 'agents', { scope: ONLY_ONE })
    const trees = Object.fromEntries(rows.map(({ key, about }) => [key, [about.treeTokens, about.treeUsd]]))
    // Output of Opus 4.6 is $25 for a million.
    expect(trees).toEqual({
      main: [511, 0.012775],
      'acompact-c1': [256, 0.0064],
      p1: [128, 0.0032],
      x1: [16 + 32 + 64, 0.0028],
      x2: [64, 0.0016],
    })
    expect(trees.main).toEqual([totals.totalTokens, totals.costUsd])
  })

  test('a limit cuts rows, and no tree', () => {
    const { rows, rowCount } = tellUsage(keep, 'agents', { scope: ONLY_ONE, limit: 1 })
    expect(rows.map(({ key, about }) => [key, about.treeTokens])).toEqual([['main', 511]])
    expect(rowCount).toBe(5)
  })

  test('what an agent without requests in the time asked for has started stands below the next one above', () => {
    const scope = { ...ONLY_ONE, since: Date.parse('2026-03-01T10:08:00.000Z') }
    const { rows } = tellUsage(keep, 'agents', { scope })
    expect(rows.map(({ key, about }) => [key, about.parent, about.treeTokens])).toEqual([
      ['main', null, 8 + 64 + 128 + 256],
      ['acompact-c1', 'main', 256],
      ['p1', 'main', 128],
      ['x2', 'main', 64],
    ])
  })
})

describe('usage by prompt', () => {
  test('a prompt costs what its turn cost, with all agents that ran for it', () => {
    expect(tokensByKey(tellUsage(keep, 'prompts'))).toEqual({
      [`${ONE}:1`]: 1,
      [`${ONE}:2`]: 2 + 4 + 16 + 32 + 64 + 128,
      // The compaction ran while the third prompt was answered.
      [`${ONE}:3`]: 8 + 256,
      [`${TWO}:1`]: 512,
    })
  })

  test('rows tell prompt, session, time, calls and agents', () => {
    const row = tellUsage(keep, 'prompts').rows.find(({ key }) => key === `${ONE}:2`)
    expect(row).toMatchObject({ label: 'Second, with help' })
    expect(row?.about).toEqual({
      session: ONE,
      turn: 2,
      project: 'app',
      subagents: 3,
      at: '2026-03-01T10:03:00.000Z',
      toolCalls: 2,
      isRewound: false,
      isInterrupted: false,
    })
  })
})

describe('agents that are known only from the result of their call', () => {
  const result = { status: 'completed', agentId: 'gone1', content: [], totalTokens: 5000, totalDurationMs: 5 }
  const script = writeScript({ sessionId: ONE, mark: 'one' })
    .prompt('Count')
    .line(reply('1', 1, [toolUse('t1', 'Task', { description: 'Count', prompt: 'Count.' })]))
    .line(toolResult('t1', 'Done.', result))

  test('are told beside the rows, with the tokens of that result', async () => {
    const kept = await keepScripts({ [MAIN]: script.lines })
    for (const sessions of [undefined, [ONE]]) {
      const { accuracy, knownByResult, totals } = tellUsage(kept, 'agents', { scope: { ...ONLY_ONE, sessions } })
      expect(knownByResult).toEqual({ agents: 1, tokens: 5000 })
      expect(totals.totalTokens).toBe(1)
      expect(accuracyParts(accuracy, knownByResult).join(' ')).toContain(
        'not counted: 1 agent known only from a result, which tells of 5k tokens',
      )
    }
    const later = { ...ONLY_ONE, sessions: undefined, since: Date.parse('2027-01-01T00:00:00Z') }
    expect(tellUsage(kept, 'agents', { scope: later }).knownByResult).toEqual({ agents: 0, tokens: 0 })
    expect(tellUsage(kept, 'models').knownByResult).toBeUndefined()
  })
})
