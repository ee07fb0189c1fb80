import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { talk } from '../../../test/context-world.ts'
import { writeScript } from '../../../test/lookup-world.ts'
import { ONE } from '../../../test/temp-tree.ts'
import { costOf, loadLines, SHIPPED } from '../../../test/web-inspect-world.ts'
import { inspectAgents } from './inspect-agents.ts'
import { inspectCompactions } from './inspect-compactions.ts'
import { inspectContext } from './inspect-context.ts'
import { inspectFiles } from './inspect-files.ts'
import { inspectTasks } from './inspect-tasks.ts'
import { inspectCalls, inspectTools } from './inspect-tools.ts'
import { listTasksAt } from './tasks-at.ts'

const ALL = { from: 0, limit: 100 }

function script() {
  return writeScript({ sessionId: ONE }).prompt('Begin')
}

function touch(path: string, name = 'Edit', more: object = {}) {
  const input = { file_path: path, old_string: 'a', new_string: 'b\nc' }
  return [name, input, { structured: { filePath: path, ...more } }] as const
}

describe('files', () => {
  test('changed ones come first, each with what was done to it and when', () => {
    const { session } = loadLines(
      script()
        .call(...touch('/home/dev/app/z.ts', 'Read'))
        .call(...touch('/home/dev/app/b.ts', 'Read'))
        .call(...touch('/home/dev/app/b.ts'))
        .prompt('More')
        .call(...touch('/home/dev/app/b.ts', 'Edit', { userModified: true }))
        .call(...touch('/home/dev/app/a.ts', 'Write', { type: 'create' })).lines,
    )
    const answer = inspectFiles(session, ALL)
    expect(answer).toMatchObject({ cwd: '/home/dev/app', total: 3, changed: 2 })
    expect(answer.files.map(({ path, reads, writes, edits }) => [path, reads, writes, edits])).toEqual([
      ['/home/dev/app/a.ts', 0, 1, 0],
      ['/home/dev/app/b.ts', 1, 0, 2],
      ['/home/dev/app/z.ts', 1, 0, 0],
    ])
    expect(answer.files[0]).toMatchObject({ isNew: true, firstTurn: 2, lastTurn: 2 })
    expect(answer.files[1]).toMatchObject({ isNew: false, isUserModified: true, firstTurn: 1, lastTurn: 2, added: 4 })
    expect(inspectFiles(session, { from: 2, limit: 1 }).files.map(({ path }) => path)).toEqual(['/home/dev/app/z.ts'])
  })

  test('one that a command deleted is gone, unless it came back', () => {
    const gone = { bashEditDiff: { files: [{ filePath: '/x', deleted: true, hunks: [] }] } }
    const lines = script()
      .call(...touch('/x'))
      .call('Bash', { command: 'rm /x' }, { structured: gone })
    expect(inspectFiles(loadLines(lines.lines).session, ALL).files).toMatchObject([
      { isDeleted: true, isByShell: true },
    ])
    lines.call(...touch('/x', 'Write', { type: 'create' }))
    expect(inspectFiles(loadLines(lines.lines).session, ALL).files).toMatchObject([{ isDeleted: false, isNew: false }])
  })
})

describe('tools', () => {
  const { session } = loadLines(
    script()
      .bash('npm test', { error: 'Exit code 1' })
      .bash('npm run build')
      .prompt('Again')
      .bash('npm test')
      .call('mcp__garden__water', { litres: 3 }).lines,
  )

  test('are counted with what failed and how long they took', () => {
    expect(inspectTools(session)).toMatchObject({
      calls: 4,
      errors: 1,
      tools: [
        { name: 'Bash', calls: 3, errors: 1, rejected: 0, totalMs: 180_000, medianMs: 60_000 },
        { name: 'mcp__garden__water', label: 'garden: water', calls: 1 },
      ],
    })
  })

  test('open to their calls, in pages', () => {
    const answer = inspectCalls(session, { tool: 'Bash', isFailed: false, from: 1, limit: 2 })
    expect([answer.total, answer.calls.map(({ turn, headline, status }) => [turn, headline, status])]).toEqual([
      3,
      [
        [1, 'npm run build', 'ok'],
        [2, 'npm test', 'ok'],
      ],
    ])
    const failed = inspectCalls(session, { tool: undefined, isFailed: true, ...ALL })
    expect(failed.calls.map(({ headline, entry }) => [headline, entry])).toEqual([['npm test', '1111-e2']])
  })
})

describe('tasks', () => {
  const todos = (...items: readonly (readonly [string, string])[]) =>
    ['TodoWrite', { todos: items.map(([content, status]) => ({ content, status })) }] as const
  const loaded = loadLines(
    script()
      .call(...todos(['dig', 'in_progress'], ['sow', 'pending'], ['rest', 'pending']))
      .prompt('Go on')
      .call(...todos(['dig', 'completed'], ['sow', 'in_progress']))
      .prompt('And on')
      .call(...todos(['dig', 'completed'], ['sow', 'completed']))
      .prompt('Something else')
      .call(...todos(['water', 'pending'])).lines,
  )
  const { items, turns } = inspectTasks(loaded)
  const listAt = (turn: number) => listTasksAt(items, turn).map(({ item, status }) => `${item.subject} ${status}`)

  test('say which turn opened, started and closed each', () => {
    const told = items.map(({ subject, status, openedIn, startedIn, closedIn }) => {
      return [subject, status, openedIn, startedIn, closedIn]
    })
    expect(told).toEqual([
      ['dig', 'cleared', 1, 1, 2],
      ['sow', 'cleared', 1, 2, 3],
      ['rest', 'deleted', 1, undefined, 2],
      ['water', 'pending', 4, undefined, undefined],
    ])
  })

  test('stand on the list of a turn as they did at its end', () => {
    expect([listAt(0), listAt(1), listAt(2), listAt(3), listAt(4)]).toEqual([
      [],
      ['dig in_progress', 'sow pending', 'rest pending'],
      ['dig completed', 'sow in_progress'],
      ['dig completed', 'sow completed'],
      ['water pending'],
    ])
    expect(turns).toEqual([
      { turn: 1, open: 2, active: 1, done: 0 },
      { turn: 2, open: 0, active: 1, done: 1 },
      { turn: 3, open: 0, active: 0, done: 2 },
      { turn: 4, open: 1, active: 0, done: 0 },
    ])
  })

  test('of the later tools go by their ids', () => {
    const { items: tasks } = inspectTasks(
      loadLines(
        script()
          .call('TaskCreate', { subject: 'Ship it' }, { structured: { task: { id: '7', subject: 'Ship it' } } })
          .prompt('Now')
          .call('TaskUpdate', { taskId: '7', status: 'completed' }, { structured: { success: true, taskId: '7' } })
          .lines,
      ),
    )
    expect(tasks).toMatchObject([{ list: 'tasks', id: '7', subject: 'Ship it', openedIn: 1, closedIn: 2 }])
  })
})

describe('context and cost', () => {
  const boundary = { type: 'system', subtype: 'compact_boundary', compactMetadata: { trigger: 'auto', preTokens: 9 } }
  const summary = { type: 'user', isCompactSummary: true, message: { role: 'user', content: 'All that was said.' } }
  const lines = talk([
    { minute: 0, cache: [0, 40_000, 0] },
    { minute: 1, cache: [40_000, 2000, 0] },
    { minute: 2, line: boundary },
    { minute: 3, line: summary },
    { minute: 4, cache: [0, 5000, 0] },
  ])
  const agent = talk([{ minute: 0.5, cache: [0, 1000, 0] }], { mark: 'g', isSidechain: true, agentId: 'a1' })
  const loaded = loadLines(lines, { a1: agent })
  const inspect = (maxPoints = 100, copies = new Map<string, string>()) =>
    inspectContext(loaded.session, { pricer: SHIPPED, costOf, copies, maxPoints })

  test('go request by request, and the money includes agents', () => {
    const { points, turns, totals, cost, agentsCost } = inspect()
    expect(points.map(({ turn, contextTokens }) => [turn, contextTokens])).toEqual([
      [1, 40_010],
      [2, 42_010],
      [3, 5010],
    ])
    expect(turns.map(({ turn, requests, peakTokens }) => [turn, requests, peakTokens])).toEqual([
      [1, 1, 40_010],
      [2, 1, 42_010],
      [3, 1, 5010],
    ])
    expect(points.at(-1)?.totalUsd).toBeCloseTo(cost?.costUsd ?? 0, 9)
    expect((totals.costUsd ?? 0) + (agentsCost?.costUsd ?? 0)).toBeCloseTo(cost?.costUsd ?? 0, 9)
    // The agent's request came between the first two.
    expect((points[1]?.totalUsd ?? 0) - (points[0]?.totalUsd ?? 0)).toBeGreaterThan(points[1]?.costUsd ?? 0)
  })

  test('what was copied from another session is told apart', () => {
    const { cost, copiedCost, points } = inspect(100, new Map([['msg_m1', 'another']]))
    expect(copiedCost?.costUsd).toBeCloseTo(points[0]?.costUsd ?? -1, 9)
    expect(cost?.costUsd).toBeGreaterThan(copiedCost?.costUsd ?? 0)
  })

  test('few points keep the ends and the edges of compactions', () => {
    const { points, isThinned, compactions } = inspect(1)
    expect([isThinned, points.map(({ number }) => number)]).toEqual([false, [1, 2, 3]])
    expect(compactions).toMatchObject([{ requestBefore: 2, requestAfter: 3, trigger: 'auto' }])
  })

  test('compactions have their numbers and the beginning of the summary', () => {
    expect(inspectCompactions(loaded, SHIPPED).compactions).toMatchObject([
      {
        turn: 2,
        trigger: 'auto',
        tokensBefore: 9,
        tokensAfter: 5010,
        summary: 'All that was said.',
        isSummaryCut: false,
        entry: 'm-p3',
      },
    ])
  })

  test('agents say what they did and cost, the whole tree of them', () => {
    const { agents, cost, tokens, seenInProgress } = inspectAgents(loaded.session, costOf)
    expect([tokens, seenInProgress]).toEqual([1110, 0])
    expect(agents).toMatchObject([{ id: 'a1', depth: 0, steps: 0, tokens: 1110, durationMs: 10_000, turn: undefined }])
    expect(agents[0]?.cost).toEqual(cost)
  })
})

test('a session without anything has empty answers', () => {
  const loaded = loadLines(script().lines)
  expect(inspectFiles(loaded.session, ALL).files).toEqual([])
  expect(inspectTools(loaded.session).tools).toEqual([])
  expect(inspectTasks(loaded).items).toEqual([])
  expect(inspectCompactions(loaded, SHIPPED).compactions).toEqual([])
  expect(inspectAgents(loaded.session, costOf)).toMatchObject({ agents: [], tokens: 0, cost: undefined })
})

test('tokens of agents without a file of their own are in the sum, and said to be seen in progress only', () => {
  const path = new URL('../../../fixtures/subagents/progress-only.jsonl', import.meta.url)
  const lines = readFileSync(path, 'utf8').trim().split('\n')
  const { agents, tokens, seenInProgress, cost } = inspectAgents(
    loadLines(lines.map(line => JSON.parse(line))).session,
    costOf,
  )
  expect(agents.map(({ storedAs }) => storedAs)).toContain('progress-copies')
  expect(tokens).toBeGreaterThan(0)
  expect([tokens, cost]).toEqual([seenInProgress, undefined])
  expect(tokens).toBe(agents.reduce((sum, agent) => sum + agent.tokens, 0))
})
