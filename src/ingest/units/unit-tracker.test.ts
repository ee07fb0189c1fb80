import { expect, test } from 'vitest'
import { toLines } from '../../../test/temp-tree.ts'
import { createParser } from '../../format/parser.ts'
import { createSessionBuilder } from '../../model/build-session.ts'
import type { Unit } from './unit.ts'
import { createUnitTracker, type UnitTracker } from './unit-tracker.ts'

const T0 = Date.parse('2026-03-01T10:00:00.000Z')
let line = 0

function user(content: unknown, more: object = {}): object {
  line++
  const timestamp = new Date(T0 + line * 1000).toISOString()
  return { type: 'user', uuid: `u${line}`, sessionId: 's', timestamp, message: { role: 'user', content }, ...more }
}

function assistant(content: readonly object[], model = 'claude-opus-4-6'): object {
  line++
  const timestamp = new Date(T0 + line * 1000).toISOString()
  return { type: 'assistant', uuid: `a${line}`, sessionId: 's', timestamp, message: { id: `m${line}`, model, content } }
}

function say(text: string): object {
  return assistant([{ type: 'text', text }])
}

function call(id: string | undefined, input: object, name = 'Bash'): object {
  return { type: 'tool_use', ...(id === undefined ? {} : { id }), name, input }
}

function result(id: string, content: unknown): object {
  return user([{ type: 'tool_result', tool_use_id: id, content }])
}

function fold(lines: readonly object[], agentId?: string): UnitTracker {
  const tracker = createUnitTracker()
  const builder = createSessionBuilder({ id: 's', onEntry: (kept, entry, thread) => tracker.add(kept, entry, thread) })
  const thread = builder.openThread({ file: 0, agentId })
  const parser = createParser({ onEntry: entry => thread.add(entry) })
  parser.push(new TextEncoder().encode(toLines(lines)))
  parser.finish()
  return tracker
}

function unitsOf(tracker: UnitTracker): readonly Unit[] {
  return [...tracker.take(), ...tracker.provisional()]
}

function checkTexts(lines: readonly object[], ...expected: readonly object[]): UnitTracker {
  const tracker = fold(lines)
  expect(unitsOf(tracker).map(unit => unit.texts)).toEqual(expected)
  return tracker
}

test('a prompt and its answer are one unit, each in its column', () => {
  const lines = [
    user('Why is the <system-reminder>be kind</system-reminder> build red?'),
    assistant([{ type: 'thinking', thinking: 'Maybe the lock file.' }]),
    say('The lock file is stale.'),
  ]
  const tracker = fold(lines)
  expect(tracker.take()).toEqual([])
  expect(tracker.provisional()).toEqual([
    {
      file: 0,
      agentId: undefined,
      kind: 'prose',
      number: 0,
      firstTurn: 1,
      lastTurn: 1,
      firstEntry: 0,
      lastEntry: 2,
      firstAt: T0 + (line - 2) * 1000,
      at: T0 + line * 1000,
      texts: {
        prompt: 'Why is the  build red?',
        thinking: 'Maybe the lock file.',
        answer: 'The lock file is stale.',
      },
    },
  ])
  expect(tracker.leftOutBytes).toBe('<system-reminder>be kind</system-reminder>'.length)
})

test('a window holds two turns', () => {
  const lines = [1, 2, 3].flatMap(turn => [user(`question ${turn}`), say(`answer ${turn}`)])
  const units = unitsOf(fold(lines))
  expect(units.map(({ number, firstTurn, lastTurn }) => [number, firstTurn, lastTurn])).toEqual([
    [0, 1, 2],
    [1, 3, 3],
  ])
})

test('a long turn takes several windows, and a text longer than one is parted at a line', () => {
  const long = Array.from({ length: 400 }, (_, at) => `line ${at} ${'word '.repeat(15)}`).join('\n')
  const units = unitsOf(fold([user('go'), say(long), say('done')]))
  expect(units.map(unit => unit.number)).toEqual([0, 1, 2, 3])
  const answers = units.map(unit => unit.texts.answer ?? '')
  expect(answers.join('')).toBe(`${long}\ndone`)
  for (const answer of answers) expect(answer.length).toBeLessThanOrEqual(12_000)
})

test('an open unit is given out again only after it has grown', () => {
  const tracker = fold([user('hello')])
  expect(tracker.provisional()).toHaveLength(1)
  expect(tracker.provisional()).toEqual([])
  expect(createUnitTracker(tracker.save()).provisional()).toEqual([])
})

test('a call is a unit with its result, numbered as the model does', () => {
  checkTexts(
    [
      user('run it'),
      assistant([
        call('t1', { command: 'npm test', timeout: 5 }),
        call('t2', { pattern: 'x.y', nested: { a: ['b'] } }),
      ]),
      result('t2', 'two hits'),
      result('t1', [{ type: 'text', text: '1 passed <system-reminder>no</system-reminder>' }]),
    ],
    { input: 'x.y\nb', output: 'two hits' },
    { input: 'npm test', output: '1 passed ' },
    { prompt: 'run it' },
  )
  const units = unitsOf(
    fold([assistant([call('a', { command: 'x' })]), result('b', 'lost'), assistant([call('c', { command: 'y' })])]),
  )
  expect(units.map(({ kind, number, texts }) => [kind, number, texts.input, texts.output])).toEqual([
    ['tool', 1, undefined, 'lost'],
    ['tool', 0, 'x', undefined],
    ['tool', 2, 'y', undefined],
  ])
})

test('a call waits for its result under the same number', () => {
  const tracker = fold([user('go'), assistant([call('t1', { command: 'sleep' })])])
  const [prose, open] = unitsOf(tracker)
  expect(prose?.texts).toEqual({ prompt: 'go' })
  expect(open).toMatchObject({ kind: 'tool', number: 0, firstTurn: 1, lastTurn: 1, texts: { input: 'sleep' } })
})

test('what the model does not take as a new call or as its result is no unit', () => {
  const twice = [
    assistant([call('t1', { command: 'one' }), call('t1', { command: 'other' })]),
    user([
      { type: 'tool_result', tool_use_id: 't1', content: 'first' },
      { type: 'tool_result', tool_use_id: 't1', content: 'second' },
    ]),
    result('t1', 'third'),
  ]
  checkTexts(twice, { input: 'one', output: 'first' })
  checkTexts([assistant([call('t1', {})]), result('t1', '')])
})

test('calls without ids keep their places', () => {
  const units = unitsOf(fold([assistant([call(undefined, { command: 'a' }), call(undefined, { command: 'b' })])]))
  expect(units.map(({ number, texts }) => [number, texts.input])).toEqual([
    [0, 'a'],
    [1, 'b'],
  ])
})

test('long inputs and outputs are cut in the middle, short inputs come first, and the rest is counted', () => {
  const content = 'c'.repeat(30_000)
  const tracker = fold([
    assistant([call('t1', { content, file_path: '/work/x.ts' }, 'Write')]),
    result('t1', `start ${'é'.repeat(20_000)} end`),
  ])
  const [unit] = tracker.take()
  expect(unit?.texts.input?.startsWith('/work/x.ts\nccc')).toBe(true)
  expect(unit?.texts.input?.length).toBe(8192 + 1 + 2048)
  expect(unit?.texts.output).toMatch(/^start é+\né+ end$/)
  const restOfInput = 30_000 + '/work/x.ts\n'.length - 10_240
  const restOfOutput = 2 * (20_000 + 'start  end'.length - 10_240)
  expect(tracker.leftOutBytes).toBe(restOfInput + restOfOutput)
})

test('numbers before the lines of a file and colours are no words', () => {
  checkTexts([assistant([call('t1', { file_path: '/x' }, 'Read')]), result('t1', '     1→const a\n    12→const b')], {
    input: '/x',
    output: 'const a\nconst b',
  })
  checkTexts([assistant([call('t1', {})]), result('t1', '\x1b[1mbold\x1b[0m 3 → 4')], { output: 'bold 3 → 4' })
})

test('what people say outside of prompts is searched like prompts', () => {
  checkTexts(
    [
      user('<command-name>/review</command-name><command-args>the parser</command-args>'),
      user('<bash-input>git status</bash-input>'),
      user('<bash-stdout>clean</bash-stdout><bash-stderr></bash-stderr>'),
      user('<user-memory-input>use tabs</user-memory-input>'),
      { type: 'system', subtype: 'local_command', uuid: 'l1', content: '<command-name>/cost</command-name>' },
      { type: 'queue-operation', operation: 'enqueue', content: 'and the lexer too' },
    ],
    { prompt: '/review the parser\ngit status\nuse tabs\n/cost \nand the lexer too', output: 'clean' },
  )
})

test('a queued text that is written again when it is taken up is searched once', () => {
  const report = '<task-notification><status>completed</status></task-notification>'
  checkTexts(
    [
      { type: 'queue-operation', operation: 'enqueue', content: 'also this' },
      { type: 'queue-operation', operation: 'enqueue', content: report },
      { type: 'queue-operation', operation: 'dequeue' },
      {
        type: 'attachment',
        uuid: 'q1',
        attachment: { type: 'queued_command', prompt: 'also this', commandMode: 'prompt' },
      },
      user(report),
      user(report),
    ],
    { prompt: 'also this', note: `${report}\n${report}` },
  )
})

test('a queued text that became a prompt is found there, once, and not where it waited', () => {
  const lines = [
    { type: 'queue-operation', operation: 'enqueue', content: 'count the pears' },
    { type: 'queue-operation', operation: 'dequeue' },
    user('count the pears'),
    say('Nine.'),
    { type: 'queue-operation', operation: 'enqueue', content: 'and the figs' },
    { type: 'queue-operation', operation: 'remove' },
    { type: 'queue-operation', operation: 'enqueue', content: '{"task_id":"b1","task_type":"local_bash"}' },
    { type: 'queue-operation', operation: 'remove' },
    say('Two.'),
    { type: 'queue-operation', operation: 'enqueue', content: 'still waiting' },
  ]
  const [unit, ...others] = unitsOf(fold(lines))
  expect(others).toEqual([])
  expect(unit).toMatchObject({
    firstTurn: 1,
    lastTurn: 1,
    firstEntry: 2,
    texts: { prompt: 'count the pears\nand the figs\nstill waiting', answer: 'Nine.\nTwo.' },
  })
})

test('what waits in the queue leaves the open unit when it becomes a prompt of its own', () => {
  const waiting = { type: 'queue-operation', operation: 'enqueue', content: 'then sort' }
  const tracker = createUnitTracker()
  const builder = createSessionBuilder({ id: 's', onEntry: (kept, entry, thread) => tracker.add(kept, entry, thread) })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  const parser = createParser({ onEntry: entry => thread.add(entry) })
  const push = (...lines: readonly object[]) => parser.push(new TextEncoder().encode(toLines(lines)))
  push(user('count'), say('Nine.'), waiting)
  expect(tracker.provisional().map(({ texts }) => texts.prompt)).toEqual(['count\nthen sort'])
  expect(tracker.provisional()).toEqual([])
  push({ type: 'queue-operation', operation: 'dequeue' }, user('then sort'))
  expect(tracker.provisional().map(({ texts, lastTurn }) => [texts.prompt, lastTurn])).toEqual([
    ['count\nthen sort', 2],
  ])
})

test('summaries, plans, titles, notices and errors are notes', () => {
  checkTexts(
    [
      user('This session is being continued from a previous conversation that ran out.'),
      { type: 'ai-title', aiTitle: 'Stale lock' },
      { type: 'ai-title', aiTitle: 'Stale lock' },
      { type: 'ai-title', aiTitle: 'Fresh lock' },
      { type: 'system', subtype: 'away_summary', uuid: 's1', content: 'You were away.' },
      assistant([{ type: 'text', text: 'API Error: 529' }], '<synthetic>'),
      { type: 'attachment', uuid: 'h1', attachment: { type: 'hook_system_message', content: 'Formatted.' } },
    ],
    {
      note: [
        'This session is being continued from a previous conversation that ran out.',
        'Stale lock',
        'Fresh lock',
        'You were away.',
        'API Error: 529',
        'Formatted.',
      ].join('\n'),
    },
  )
})

test('a title of another session is left out, one of this session is kept', () => {
  const first = user('hello')
  const tracker = checkTexts(
    [
      { type: 'summary', summary: 'Elsewhere', leafUuid: 'nowhere' },
      first,
      { type: 'summary', summary: 'Here', leafUuid: (first as { uuid: string }).uuid },
    ],
    { prompt: 'hello', note: 'Here' },
  )
  expect(tracker.leftOutBytes).toBe('Elsewhere'.length)
})

test('text of the client is left out and counted', () => {
  const skill = 'Base directory for this skill: /x'
  const listing = 'a list of skills'
  const tracker = checkTexts([
    user(skill, { isMeta: true }),
    user('[Request interrupted by user]'),
    { type: 'attachment', uuid: 'x1', attachment: { type: 'skill_listing', content: listing } },
    assistant([{ type: 'text', text: 'No response requested.' }], '<synthetic>'),
  ])
  const counted = [skill, '[Request interrupted by user]', 'skill_listing', listing, 'No response requested.']
  expect(tracker.leftOutBytes).toBe(counted.join('').length)
})

test('what stands twice is searched once', () => {
  const [prompt, answer] = [user('hello'), say('hi')]
  checkTexts([prompt, answer, prompt, answer], { prompt: 'hello', answer: 'hi' })
})

test('the thread of an agent has units of its own', () => {
  const units = unitsOf(fold([user('Find the bug', { isSidechain: true }), say('Found.')], 'a1'))
  expect(units).toMatchObject([{ agentId: 'a1', kind: 'prose', texts: { prompt: 'Find the bug', answer: 'Found.' } }])
})

test('a line that cannot be read is counted whole', () => {
  const tracker = createUnitTracker()
  const builder = createSessionBuilder({ id: 's', onEntry: (kept, entry, thread) => tracker.add(kept, entry, thread) })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  thread.add({ kind: 'unreadable', start: 0, end: 77, line: 1, json: undefined })
  expect(tracker.leftOutBytes).toBe(77)
})
