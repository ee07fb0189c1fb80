import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '../src/format/json.ts'
import { linkSessions } from '../src/model/link-sessions.ts'
import type { Session } from '../src/model/session.ts'
import { FIXTURES } from './corpus.ts'
import { openSession } from './draw-session.ts'
import { buildSession, readSession } from './read-session.ts'

const PROJECT = 'projects/-home-ada-orchard'
const ID = '11111111-aaaa-4aaa-8aaa-111111111111'

function open(...names: string[]): Session {
  return readSession(...names.map(name => join(FIXTURES, name)))
}

/** Turn numbers, those taken back in brackets. */
function turnsOf(session: Session): string {
  const turns = session.main.turns.filter(turn => turn.number > 0)
  return turns.map(turn => (turn.isRewound ? `(${turn.number})` : `${turn.number}`)).join(' ')
}

test('a prompt taken back keeps its number and is off the active path', () => {
  const session = open('branching/rewind.jsonl')
  expect(turnsOf(session)).toBe('1 (2) 3')
  expect(session.main.forks).toHaveLength(1)
  expect(session.main.forks[0]?.sides.map(side => [side.turns, side.isActive])).toEqual([
    [[2], false],
    [[3], true],
  ])
})

test('a rewind to the first prompt is found, and the leaf the client names is the active one', () => {
  const session = open('branching/rewind-to-start.jsonl')
  expect(turnsOf(session)).toBe('(1) 2 3 (4)')
})

test('a slash command taken back is taken back with the work it set going', () => {
  const { main } = open('branching/rewound-command.jsonl')
  const inactive = main.entries.filter(entry => !main.isActive(entry)).map(entry => entry.line)
  expect(inactive).toEqual([3, 4, 5])
})

test('a compaction goes on from its logical parent, so what was rewound before it stays rewound', () => {
  expect(turnsOf(open('segments/rewound-before.jsonl'))).toBe('1 (2) 3')
})

test('parallel calls, their results and their progress are no branches', () => {
  const session = open('branching/parallel-calls.jsonl')
  expect(session.main.forks).toHaveLength(0)
  expect(session.main.messages.map(message => message.entries.length)).toEqual([2, 1])
  expect(session.main.toolCalls.map(call => call.status)).toEqual(['ok', 'ok'])
})

test('a conversation written again under new uuids is a copy: no new turns, no branch, nothing counted twice', () => {
  const session = open('branching/written-again.jsonl')
  expect(turnsOf(session)).toBe('1 2')
  expect(session.main.forks).toHaveLength(0)
  expect(session.main.entries.filter(entry => entry.isRepeat)).toHaveLength(4)
  expect(session.main.messages.map(message => message.entries.length)).toEqual([1, 1, 1])
  expect(session.main.facts.commands).toHaveLength(1)
  expect(session.main.facts.humanInputs.map(input => input.text)).toEqual(['Prune the hedge', 'And the roses'])
})

test('the same words at the same time are turns of their own where they hang on the conversation', () => {
  expect(turnsOf(open('branching/same-words.jsonl'))).toBe('1 2 3')
})

test('below a copy, only what stood before is a copy', () => {
  const { main } = open('branching/new-below-a-copy.jsonl')
  expect(main.entries.filter(entry => entry.isRepeat).map(entry => entry.line)).toEqual([5, 6])
  expect(main.facts.slashCommands.map(command => command.name)).toEqual(['/compact'])
})

test('lines without id or time, or with an empty id, are never taken for copies', () => {
  const line = (content: string, more: object) => ({ type: 'user', message: { role: 'user', content }, ...more })
  for (const more of [{}, { uuid: '' }, { uuid: 'same' }, { uuid: '', timestamp: '2026-01-01T00:00:00.000Z' }]) {
    const entries = ['one', 'two', 'two'].map((text, at) => ({
      kind: 'user' as const,
      start: at,
      end: at + 1,
      line: at + 1,
      json: line(text, more) as JsonObject,
    }))
    expect(turnsOf(buildSession('x', [{ agentId: undefined, entries }]))).toBe('1 2 3')
  }
})

test('an answer belongs to the prompt that set it going, not to one written meanwhile', () => {
  const session = open('branching/late-answer.jsonl')
  expect(turnsOf(session)).toBe('1 (2)')
  expect(session.main.turns.map(turn => turn.answer?.line)).toEqual([6, undefined])
  expect(session.requests.map(request => request.at.turn)).toEqual([1, 1, 1])
})

test('local commands below one caveat are no branches', () => {
  const session = open('branching/local-commands.jsonl')
  expect(session.main.forks).toHaveLength(0)
  expect(turnsOf(session)).toBe('1 2')
  expect(session.main.facts.slashCommands.map(command => command.name)).toEqual(['/status', '/model'])
})

test('lines of one message are put together across the results between them, and counted once', () => {
  const session = open('usage/interleaved.jsonl')
  expect(session.main.messages.map(message => message.entries.length)).toEqual([2, 1])
  expect(session.usage).toMatchObject({ requests: 2, output: 100, copies: 1 })
  expect(session.main.forks).toHaveLength(0)
})

test('a gateway that answers with one id is counted per response', () => {
  expect(open('usage/gateway-id.jsonl').usage).toMatchObject({ requests: 2, output: 100, input: 280 })
})

test('an advisor is counted apart, the client’s own messages not at all', () => {
  const session = open('usage/advisor.jsonl')
  expect(session.requests.map(request => request.model)).toEqual(['claude-opus-5', 'claude-fable-5'])
  expect(session.requests[0]).toMatchObject({ speed: 'fast', webSearches: 2, contextTokens: 320 })
  expect(session.models).toEqual(['claude-opus-5'])
  expect(session.main.facts.errors.map(error => error.source)).toEqual(['api'])
})

test('segments: the flag first, the text as a fallback, microcompaction not at all', () => {
  const { segments } = open('segments/flag-then-text.jsonl').main
  expect(segments.map(segment => segment.knownBy)).toEqual(['start', 'boundary', 'summary-text'])
  expect(segments[1]).toMatchObject({ trigger: 'auto', preTokens: 150_000, postTokens: 9_000 })
  expect(segments[1]?.summary).toBeDefined()
})

test('a file that begins with a summary has one segment and a link to what came before', () => {
  const session = open('segments/continued-elsewhere.jsonl')
  expect(session.main.segments).toHaveLength(1)
  expect(session.links).toMatchObject([{ kind: 'continues', knownBy: 'continued-text' }])
})

test('a part kept over a compaction is neither a second turn nor a branch', () => {
  const session = open('segments/preserved.jsonl')
  expect(turnsOf(session)).toBe('1 2 3')
  expect(session.main.forks).toHaveLength(0)
  expect(session.main.entries.filter(entry => entry.isRepeat)).toHaveLength(2)
  expect(session.usage.requests).toBe(3)
})

test('a subagent inside the main file is a thread of its own, joined by its prompt', () => {
  const session = open(`subagents/in-file/${PROJECT}/${ID}.jsonl`)
  expect(session.agents).toMatchObject([{ storedAs: 'in-main-file', joinedBy: 'prompt', purpose: 'task' }])
  expect(session.agents[0]?.call?.id).toBe('toolu_m1')
  expect(session.agents[0]?.thread.toolCalls).toHaveLength(1)
  expect(turnsOf(session)).toBe('1')
})

test('subagents in files of their own nest to any depth; the compaction agent is nobody’s work', () => {
  const folder = `subagents/new-layout/${PROJECT}`
  const session = open(
    `${folder}/${ID}.jsonl`,
    `${folder}/${ID}/subagents/agent-acompact-abc123.jsonl`,
    `${folder}/${ID}/subagents/agent-a2222222222222222.jsonl`,
    `${folder}/${ID}/subagents/agent-a1111111111111111.jsonl`,
  )
  const tree = session.agents.map(agent => [agent.id, agent.parent?.id, agent.depth, agent.purpose])
  expect(tree).toEqual(
    expect.arrayContaining([
      ['a1111111111111111', undefined, 1, 'task'],
      ['a2222222222222222', 'a1111111111111111', 2, 'task'],
      ['acompact-abc123', undefined, 1, 'compaction'],
    ]),
  )
  expect(session.requests.filter(request => request.at.turn === 1)).toHaveLength(5)
  expect(session.agents.find(agent => agent.depth === 2)?.usage.output).toBe(12)
})

test('old agent files are joined by the id in the result; a warm-up is marked', () => {
  const folder = `subagents/old-layout/${PROJECT}`
  const session = open(`${folder}/${ID}.jsonl`, `${folder}/agent-9f8e7d6c.jsonl`, `${folder}/agent-00aa11bb.jsonl`)
  const purposes = session.agents.map(agent => [agent.id, agent.purpose, agent.joinedBy])
  expect(purposes).toContainEqual(['9f8e7d6c', 'task', 'agent-id'])
  expect(purposes).toContainEqual(['00aa11bb', 'warmup', 'none'])
})

test('agents that still run are joined to the calls their meta.json names, however alike their prompts are', () => {
  const { session } = openSession(join(FIXTURES, 'subagents/meta-call'))
  const joined = session.agents.map(({ id, call, joinedBy }) => [id, call?.id, joinedBy])
  expect(joined).toEqual([
    ['a1111111111111111', 'toolu_c2', 'meta'],
    ['a2222222222222222', 'toolu_c1', 'meta'],
  ])
})

test('R1: an agent known only from progress copies is shown, its usage told apart', () => {
  const session = open('subagents/progress-only.jsonl')
  expect(session.agents).toMatchObject([{ id: 'a77aa77', storedAs: 'progress-copies', joinedBy: 'agent-id' }])
  expect(session.agents[0]?.thread.toolCalls).toMatchObject([{ name: 'Glob', status: 'ok' }])
  expect(session.usage.requests).toBe(2)
  expect(session.usageSeenInProgress).toMatchObject({ requests: 1, output: 7 })
})

test('an agent known only from the result of its call counts, and its tokens are the result’s, in no total', () => {
  const session = open('subagents/result-only.jsonl')
  expect(session.agents).toMatchObject([
    { id: 'a88bb88', agentType: 'Explore', storedAs: 'result-only', joinedBy: 'agent-id', status: 'completed' },
  ])
  const [agent] = session.agents
  expect([agent?.prompt, agent?.resultTokens, agent?.usage.requests]).toEqual(['Find all ladders.', 1127, 0])
  expect([session.summary.agents, session.usage.requests]).toEqual([1, 2])
})

test('addresses in answers and errors in their place are facts', () => {
  const usage = open('usage/advisor.jsonl').main.facts
  expect(usage.errors.map(error => error.message)).not.toContain('')
  const content = ['See https://example.com/beans.', 'And http://b.example/c'].map(text => ({ type: 'text', text }))
  const json = { type: 'assistant', uuid: 'a', message: { id: 'm', content } } as JsonObject
  const entry = { kind: 'assistant' as const, start: 0, end: 1, line: 1, json }
  const { urls } = buildSession('x', [{ agentId: undefined, entries: [entry] }]).main.facts
  expect(urls.map(({ url, source }) => [url, source])).toEqual([
    ['https://example.com/beans', 'answer'],
    ['http://b.example/c', 'answer'],
  ])
})

test('a line outside the conversation has its own time, which no turn and no session begins or ends with', () => {
  const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`
  const lines = [
    { kind: 'queue-operation' as const, operation: 'enqueue', content: 'early', timestamp: at(1) },
    { kind: 'user' as const, uuid: 'u', message: { content: 'Go' }, timestamp: at(3) },
    { kind: 'queue-operation' as const, operation: 'enqueue', content: 'late', timestamp: at(5) },
  ]
  const entries = lines.map(({ kind, ...json }, index) => ({
    kind,
    start: index,
    end: index + 1,
    line: index + 1,
    json: { type: kind, ...json } as JsonObject,
  }))
  const session = buildSession('x', [{ agentId: undefined, entries }])
  const minutes = [1, 3, 5].map(minute => Date.parse(at(minute)))
  expect(session.main.entries.map(entry => entry.at)).toEqual(minutes)
  expect(session.main.turns.map(({ startedAt, endedAt }) => [startedAt, endedAt])).toEqual([
    [undefined, undefined],
    [minutes[1], minutes[1]],
  ])
  expect(session.summary).toMatchObject({ startedAt: minutes[1], endedAt: minutes[1], activeMs: 0 })
})

test('lineage: plan hand-over, fork field, old resume, pointer file', () => {
  expect(open('lineage/plan-handover.jsonl').links).toMatchObject([{ kind: 'plan-from', sessionId: ID }])
  expect(open('lineage/plan-handover.jsonl').title).toEqual({ text: 'Fence the orchard', from: 'plan' })
  expect(open('lineage/branch.jsonl').links).toMatchObject([{ kind: 'forked-from', sessionId: ID }])
  expect(open('lineage/pointer-only.jsonl').links).toMatchObject([{ kind: 'summarises', knownBy: 'leaf-uuid' }])
  const resumed = open('lineage/resume-copy.jsonl')
  expect(resumed.links).toMatchObject([{ kind: 'resumed-from', sessionId: ID, knownBy: 'other-session-id' }])
  expect(resumed.title).toEqual({ text: 'Apple sorts named', from: 'summary' })
})

test('lineage over several files: shared entries name the original', () => {
  const original = open('branching/rewind.jsonl')
  const links = linkSessions([open('lineage/resume-copy.jsonl'), original])
  expect(links).toContainEqual(
    expect.objectContaining({ from: '33333333-cccc-4ccc-8ccc-333333333333', sessionId: ID, knownBy: 'shared-uuids' }),
  )
})
