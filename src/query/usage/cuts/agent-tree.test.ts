import { beforeAll, expect, test } from 'vitest'
import { keepScripts, type Script, writeScript } from '../../../../test/lookup-world.ts'
import { ONE, TWO } from '../../../../test/temp-tree.ts'
import { reply, tellUsage, toolResult, toolUse } from '../../../../test/usage-script.ts'
import type { IndexedKeep } from '../../indexed-keep.ts'

/** A conversation that starts one agent, which has the same id in every session. */
function writeMain(sessionId: string, type: string, tokens: number): Script {
  const input = { description: `Ask ${type}`, prompt: 'Look.', subagent_type: type }
  return writeScript({ sessionId, mark: sessionId })
    .prompt(`Begin ${type}`)
    .line(reply(`main_${sessionId}`, tokens, [toolUse(`t_${sessionId}`, 'Task', input)]))
    .line(
      toolResult(`t_${sessionId}`, 'Done.', { status: 'completed', agentId: 'a1', content: [], totalDurationMs: 5 }),
    )
}

function writeAgent(sessionId: string, answer: object): readonly object[] {
  const script = writeScript({ sessionId, mark: `agent ${sessionId}`, startedAt: '2026-03-01T10:05:00.000Z' })
  return script
    .prompt('Look.')
    .line(answer)
    .lines.map(line => ({ ...line, isSidechain: true, agentId: 'a1' }))
}

const UNFINISHED = { stop_reason: null }
let keep: IndexedKeep

beforeAll(async () => {
  const open = reply('agent_two', 800) as { message: object }
  keep = await keepScripts({
    [`projects/-home-dev-app/${ONE}.jsonl`]: writeMain(ONE, 'Explore', 100).lines,
    [`projects/-home-dev-app/${ONE}/subagents/agent-a1.jsonl`]: writeAgent(ONE, reply('agent_one', 200)),
    [`projects/-home-dev-app/${TWO}.jsonl`]: writeMain(TWO, 'Plan', 400).lines,
    [`projects/-home-dev-app/${TWO}/subagents/agent-a1.jsonl`]: writeAgent(TWO, {
      ...open,
      message: { ...open.message, ...UNFINISHED },
    }),
  })
})

function tell(...sessions: readonly string[]) {
  const scope = { since: undefined, until: undefined, project: undefined, model: undefined, sessions }
  return tellUsage(keep, 'agents', { scope, order: 'asc' }).rows
}

test('agents of one id in two sessions are two agents, each below its own conversation', () => {
  expect(tell(ONE, TWO).map(({ key, label, totalTokens, about }) => [key, label, totalTokens, about.parent])).toEqual([
    [`${ONE}:main`, '(main conversation) Begin Explore', 100, null],
    [`${ONE}:a1`, 'Ask Explore', 200, `${ONE}:main`],
    [`${TWO}:main`, '(main conversation) Begin Plan', 400, null],
    [`${TWO}:a1`, 'Ask Plan', 800, `${TWO}:main`],
  ])
})

test('in one session they go by their own ids', () => {
  expect(tell(TWO).map(({ key, about }) => [key, about.type ?? '', about.session])).toEqual([
    ['main', '', TWO],
    ['a1', 'Plan', TWO],
  ])
})

test('a tree with an unfinished request somewhere in it is a lower bound', () => {
  expect(tell(ONE, TWO).map(({ isLowerBound, about }) => [isLowerBound, about.isTreeLowerBound])).toEqual([
    [false, false],
    [false, false],
    [false, true],
    [true, true],
  ])
})
