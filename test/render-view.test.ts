import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildSessionJson } from '../src/render/json/session-json.ts'
import { LEVELS, type Level } from '../src/render/level.ts'
import { buildView } from '../src/render/view/build-view.ts'
import { createLiveView } from '../src/render/view/live-view.ts'
import type { Row } from '../src/render/view/row.ts'
import type { AgentsMode, TurnRange } from '../src/render/view/view-options.ts'
import { FIXTURES } from './corpus.ts'
import { openSession, viewOf, viewOptions } from './draw-session.ts'

const SESSIONS = join(FIXTURES, 'sessions')

test('shows at prompts everything a person said, wherever it is stored', () => {
  const inputs = rowsOf('talking', 'prompts', 'input')
  expect(
    inputs.map(row => [row.source, row.text || row.questions.map(question => question.answer).join('; ')]),
  ).toEqual([
    ['command', '/model opus'],
    ['prompt', 'Which tree first?'],
    ['answer', 'Pear, Plum; After the frost'],
    ['plan-feedback', 'Plum first, please'],
    ['queued', 'Mind the bird nest'],
    ['rejection', 'Not all of them!'],
    ['shell', 'ls trees'],
    ['memory', 'Never saw in spring'],
    ['prompt', 'Go on'],
  ])
})

test('marks every option that was chosen', () => {
  const [row] = rowsOf('talking', 'all', 'tool').filter(tool => tool.name === 'AskUserQuestion')
  const [question] = row?.input.filter(part => part.kind === 'question') ?? []
  expect(question?.options.map(option => option.isChosen)).toEqual([true, true, false])
})

test('folds what was rewound into one row in its place, and opens it at level all', () => {
  expect(rowsOf('turning-back', 'answers', 'rewound').map(row => [row.edge, row.turns])).toEqual([['folded', [2, 3]]])
  expect(rowsOf('turning-back', 'answers', 'turn').map(row => row.number)).toEqual([1, 4, 5])
  expect(rowsOf('turning-back', 'all', 'rewound').map(row => row.edge)).toEqual(['begin', 'end'])
  expect(rowsOf('turning-back', 'all', 'turn').map(row => [row.number, row.isRewound])).toEqual([
    [1, false],
    [2, true],
    [3, true],
    [4, false],
    [5, false],
  ])
})

test('opens a rewound turn that is asked for by its number', () => {
  expect(rowsOf('turning-back', 'prompts', 'input', { from: 2, to: 2 }).map(row => row.text)).toEqual(['Add pears'])
})

test('counts the agents of the turns asked for', () => {
  const countIn = (turns?: TurnRange) =>
    rowsOf('helping', 'answers', 'loss', turns)[0]?.items.find(item => item.what === 'agents')?.count
  expect(countIn({ from: 1, to: 1 })).toBe(4)
  expect(countIn()).toBe(4)
})

test('shows what a result says beside its own view, and names what is not repeated', () => {
  const rest = rowsOf('working', 'all', 'tool').find(row => row.name === 'Edit')?.rest ?? []
  expect(rest.map(part => (part.kind === 'text' ? part.text : part.kind))).toEqual([
    'The file /home/ada/orchard/list.ts has been updated.',
    'fields',
  ])
  const repeats = rowsOf('working', 'all', 'loss')[0]?.repeats.map(item => item.what)
  expect(repeats).toContain('copy of a file before an edit')
})

test('draws what was written again once, with one row in its place at level all', () => {
  const again = join(FIXTURES, 'branching', 'written-again.jsonl')
  const kindsAt = (level: Level) => [...viewOf(openSession(again), level)].map(row => row.kind)
  expect(kindsAt('tools')).not.toContain('repeat')
  expect(kindsAt('all').filter(kind => kind === 'repeat').length).toBeGreaterThan(0)
  expect(kindsAt('all').filter(kind => kind === 'input')).toEqual(kindsAt('tools').filter(kind => kind === 'input'))
})

test('counts the turns outside the range in its last row', () => {
  expect(rowsOf('turning-back', 'tools', 'loss', { from: 4, to: 4 })[0]?.otherTurns).toBe(4)
})

test('nests agents below the call that started them, at any depth', () => {
  const rows = rowsOf('helping', 'tools', 'agent')
  expect(rows.map(row => [row.agentId, row.depth, row.purpose])).toEqual([
    ['a1', 0, 'task'],
    ['a2', 1, 'task'],
    ['a3', 0, 'task'],
    ['a4', 0, 'warmup'],
  ])
  const answers = rowsOf('helping', 'all', 'answer').map(row => [row.depth, row.text])
  expect(answers).toContainEqual([2, 'Six more.'])
  expect(answers).toContainEqual([1, 'Seven pears.'])
})

test('leaves agents folded at any level where that is asked for, and counts them', () => {
  const rows = agentsView('all', 'none')
  expect(rows.filter(row => row.kind === 'agent').map(row => [row.agentId, row.isOpen, row.input.length])).toEqual([
    ['a1', false, 0],
    ['a2', false, 0],
    ['a3', false, 0],
    ['a4', false, 0],
  ])
  expect(rows.some(row => row.kind === 'answer' && row.depth > 0)).toBe(false)
  const losses = rows.at(-1)
  expect(losses?.kind === 'loss' && losses.items).toContainEqual({ what: 'agents folded', count: 4 })
})

test.each(LEVELS)('gives each agent a section of its own where nothing else is asked for, at level %s', level => {
  const rows = agentsView(level, 'only')
  expect(rows.filter(row => row.kind === 'section').map(row => row.title)).toEqual(['Agent a1', 'Agent a3', 'Agent a4'])
  expect(rows.filter(row => row.kind === 'agent').map(row => [row.agentId, row.depth, row.isOpen])).toEqual([
    ['a1', 0, true],
    ['a2', 1, true],
    ['a3', 0, true],
    ['a4', 0, true],
  ])
  expect(rows.filter(row => 'depth' in row && row.depth === 0 && !['section', 'agent'].includes(row.kind))).toEqual([])
  expect(rows.filter(row => row.kind === 'answer').length > 0).toBe(level !== 'prompts')
  expect(rows.filter(row => row.kind === 'input').every(row => row.source === 'agent-prompt')).toBe(true)
  const losses = rows.at(-1)
  expect(losses?.kind === 'loss' && losses.items[0]?.what).toBe('entries of the main conversation')
})

test('puts a hook under the call it guarded', () => {
  const rows = [...viewOf(openSession(fixture('working')), 'tools')]
  const at = rows.findIndex(row => row.kind === 'hook')
  expect(rows[at - 1]).toMatchObject({ kind: 'tool', name: 'Edit' })
  expect(rows[at]).toMatchObject({ outcome: 'blocked', isOnTool: true, text: 'Say why first.' })
})

test('says when thinking was withheld', () => {
  expect(rowsOf('working', 'all', 'thinking').map(row => row.state)).toEqual(['open', 'withheld'])
})

test('counts unreadable lines and unknown entries at every level', () => {
  for (const level of ['prompts', 'all'] as const) {
    expect(rowsOf('turning-back', level, 'loss')[0]).toMatchObject({ unreadable: 1, unknown: 1 })
  }
})

test('draws what was added since, and calls again when their result comes', () => {
  const loaded = openSession(fixture('working'))
  const live = createLiveView()
  const first = [...live.update(loaded.session, viewOptions(loaded, 'tools'))]
  expect(first.map(({ row }) => row.kind)).toContain('answer')
  expect([...live.update(loaded.session, viewOptions(loaded, 'tools'))]).toEqual([])
  live.reset()
  expect([...live.update(loaded.session, viewOptions(loaded, 'tools'))].length).toBe(first.length)
})

test('gives the model as JSON without cycles, prompts and answers whole', () => {
  const loaded = openSession(fixture('helping'))
  const document = buildSessionJson(loaded.session, {
    read: loaded.read,
    issues: loaded.issues,
    files: loaded.files.map(file => file.path),
  })
  const copy = JSON.parse(JSON.stringify(document))
  expect(copy.schema).toBe('backscroll.session/1')
  expect(copy.turns[0].answer.text).toBe('Seven pears so far; the plums are still being counted.')
  expect(copy.toolCalls[0]).toMatchObject({ id: 'toolu_01', use: { file: 0, line: 2 } })
  expect(copy.agents.map((agent: { id: string; call?: string }) => [agent.id, agent.call])).toContainEqual([
    'a2',
    'toolu_12',
  ])
})

type RowOf<Kind extends Row['kind']> = Extract<Row, { kind: Kind }>

function rowsOf<Kind extends Row['kind']>(name: string, level: Level, kind: Kind, turns?: TurnRange): RowOf<Kind>[] {
  const rows = viewOf(openSession(fixture(name)), level, turns)
  return [...rows].filter((row): row is RowOf<Kind> => row.kind === kind)
}

function agentsView(level: Level, agents: AgentsMode): Row[] {
  const loaded = openSession(fixture('helping'))
  return [...buildView(loaded.session, { ...viewOptions(loaded, level), agents })]
}

function fixture(name: string): string {
  return join(SESSIONS, `${name}.jsonl`)
}
