import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/format/entry.ts'
import { createParser } from '../src/format/parser.ts'
import type { Session } from '../src/model/session.ts'
import { FIXTURES } from './corpus.ts'
import { buildSession, readSession } from './read-session.ts'

function open(name: string): Session {
  return readSession(join(FIXTURES, 'turns', `${name}.jsonl`))
}

/** Each turn as `number origin: words (API messages)`, with `×n` for several starts. */
function listTurns({ main }: Session): readonly string[] {
  return main.turns.map(({ number, origin, starts, text, messages }) => {
    const many = starts.length > 1 ? ` ×${starts.length}` : ''
    return `${number} ${origin}${many}: ${text.split('\n', 1)[0]} (${messages})`
  })
}

function checkTurns(name: string, ...expected: readonly string[]): void {
  expect(listTurns(open(name))).toEqual(expected)
}

describe('what sets the model to work begins a turn and is its origin', () => {
  test('as the newest client marks it', () => {
    checkTurns(
      'marked',
      '1 typed: Count the pears (1)',
      '2 shell: !ls orchard (1)',
      '3 command: /prune the old one (1)',
      '4 notification ×2: Watering ended (1)',
      '5 scheduled: Look at the pears again (1)',
      '6 teammate: The gate is open (1)',
      '7 program: Now by a program (1)',
      '8 typed: Now from the editor (1)',
    )
  })

  test('two notifications at once are two starts of one turn, a `!` line one', () => {
    const { main } = open('marked')
    expect(main.turns[3]?.starts).toEqual([
      { uuid: '00000000-0000-4000-8000-000000000009', origin: 'notification' },
      { uuid: '00000000-0000-4000-8000-000000000010', origin: 'notification' },
    ])
    expect(main.turns[1]?.starts).toEqual([{ uuid: '00000000-0000-4000-8000-000000000003', origin: 'shell' }])
  })

  test('as older terminals tell by the form of the entry and by their queue', () => {
    checkTurns(
      'old-terminal',
      '0 none:  (0)',
      '1 typed: Count them (2)',
      '2 queued: then sort them (1)',
      '3 command: /prune now (1)',
      '4 notification: Watering ended (1)',
      '5 teammate: Please shut the gate (1)',
    )
  })

  test('a program stays one before the client says so, also where it gives a command', () => {
    checkTurns('old-print', '0 none:  (0)', '1 program: Count the pears (1)', '2 program: /prune it (1)')
    checkTurns('print', '0 none:  (0)', '1 program: Count the pears (1)', '2 program: /prune it (1)')
    expect(open('print').summary).toMatchObject({ turns: 0, otherTurns: 2 })
  })

  test('a plan that was accepted with its context cleared', () => {
    checkTurns('plan', '1 plan: Implement the following plan: (1)', '2 typed: Paint it (1)')
    expect(open('plan').summary).toMatchObject({ turns: 2, otherTurns: 0 })
  })

  test('an answer that stands before its prompt belongs to it, and a command that only acts here begins none', () => {
    const session = open('answer-first')
    expect(listTurns(session)).toEqual(['0 none:  (0)', '1 typed: Count the pears (2)', '2 typed: Go on counting (1)'])
    expect(session.requests.map(({ at }) => at.turn)).toEqual([1, 1, 2])
    expect(session.main.turns[1]?.toolCalls).toBe(1)
    expect(session.main.facts.slashCommands.map(({ name }) => name)).toEqual(['/compact'])
  })
})

test('the terminal of 2.1.150: answers before their prompt, timers without marks, a queued text sent by Esc', () => {
  const session = open('terminal-150')
  expect(listTurns(session)).toEqual([
    '0 none:  (0)',
    '1 typed: Count the pears (2)',
    '2 scheduled: Look again (1)',
    '3 typed: Make pears (1)',
    '4 queued: Stop, make figs (1)',
  ])
  expect(session.requests.map(({ at }) => at.turn)).toEqual([1, 1, 2, 3, 4])
  expect(session.main.turns.map(({ isInterrupted }) => isInterrupted)).toEqual([false, false, false, true, false])
})

describe('whose words they are', () => {
  const ID = '5e551000-0000-4000-8000-000000000060'
  function build(...lines: readonly object[]): Session {
    const bytes = new TextEncoder().encode(
      lines.map(line => `${JSON.stringify({ sessionId: ID, ...line })}\n`).join(''),
    )
    const entries: Entry[] = []
    const parser = createParser({ onEntry: entry => entries.push(entry) })
    parser.push(bytes)
    parser.finish()
    return buildSession(ID, [{ agentId: undefined, entries }])
  }
  const user = (content: unknown, more: object = {}) => ({
    type: 'user',
    uuid: `u${JSON.stringify(content).length}`,
    message: { role: 'user', content },
    ...more,
  })
  const queued = (content: unknown) => [
    { type: 'queue-operation', operation: 'enqueue', content },
    { type: 'queue-operation', operation: 'dequeue' },
  ]

  test('a person in an editor of 2025 is one, though everything passes through the queue', () => {
    const blocks = [{ type: 'text', text: 'Count the pears' }]
    const seen = [{ type: 'text', text: '<ide_opened_file>a.ts</ide_opened_file>' }, ...blocks]
    expect(listTurns(build(...queued(blocks), user(blocks)))).toEqual(['0 none:  (0)', '1 typed: Count the pears (0)'])
    expect(listTurns(build(...queued('Count the pears'), user(seen)))).toEqual([
      '0 none:  (0)',
      '1 typed: Count the pears (0)',
    ])
  })

  test("what a fork of print mode copied is no person's, in a release that marks nothing", () => {
    const old = { sessionId: '5e551000-0000-4000-8000-000000000061', timestamp: '2026-03-02T08:00:00.000Z' }
    const own = { timestamp: '2026-03-02T09:00:00.000Z' }
    const queue = queued('Go on').map(line => ({ ...line, ...own }))
    expect(listTurns(build(...queue, user('Count the pears', old), user('Go on', own)))).toEqual([
      '0 none:  (0)',
      '1 program: Count the pears (0)',
      '2 program: Go on (0)',
    ])
    expect(build(user('Count the pears', old), user('Go on', own)).summary.turns).toBe(2)
  })

  test("what the client goes on with by itself is nobody's, unless it is a plan", () => {
    const own = { origin: { kind: 'auto-continuation' } }
    const [first, second] = build(user('Go on', own), user('Implement the following plan:\n# P', own)).main.turns
    expect([first?.origin, second?.origin]).toEqual(['unknown', 'plan'])
  })

  test('typed words that begin like something of the client are typed words', () => {
    const marks = { turnOrigin: 'human', promptSource: 'typed', origin: { kind: 'human' } }
    const texts = [
      '[Request interrupted by user] stands in my log, why?',
      'This session is being continued from a previous conversation: what is that?',
      '<task-notification> is a tag, is it?',
    ]
    const { main } = build(...texts.map(text => user(text, marks)))
    expect(main.turns.map(({ origin, text, isInterrupted }) => [origin, text, isInterrupted])).toEqual(
      texts.map(text => ['typed', text, false]),
    )
  })

  test('a message of another session is the one that stood in the queue', () => {
    const message = '<agent-message from="a1">\nThe gate is open\n</agent-message>'
    const sent = user(`Another Claude session sent a message:\n${message}`, { isMeta: true, turnOrigin: 'peer' })
    const { main } = build(...queued(message), sent)
    expect(main.entries.map(({ kind, isRepeat }) => [kind, isRepeat])).toEqual([
      ['queue-operation', true],
      ['queue-operation', false],
      ['user', false],
    ])
  })
})

describe('the input queue', () => {
  test('a text and the prompt that it became are one', () => {
    const { main } = open('queued')
    expect(listTurns(open('queued'))).toEqual([
      '1 typed: Make pears (2)',
      '2 typed: Make more (1)',
      '3 queued: Stop, make figs (1)',
    ])
    const said = main.facts.humanInputs.map(({ text, source, state, entry }) => [text, source, state, entry.turn])
    expect(said).toEqual([
      ['Make pears', 'prompt', 'sent', 1],
      ['and plums', 'queued', 'taken-up', 1],
      ['Make more', 'prompt', 'sent', 2],
      ['not sent', 'queued', 'dropped', 2],
      ['Stop, make figs', 'prompt', 'sent', 3],
      ['still waiting', 'queued', 'waiting', 3],
    ])
  })

  test('what was sent by stopping the running turn is no dead end', () => {
    const { main } = open('queued')
    expect(main.forks).toEqual([])
    expect(main.turns.map(({ isInterrupted, isRewound }) => [isInterrupted, isRewound])).toEqual([
      [false, false],
      [true, false],
      [false, false],
    ])
    expect(main.turns[2]?.answer?.turn).toBe(3)
  })

  test("the client's own records of tasks are nobody's words", () => {
    const texts = open('old-terminal').main.facts.humanInputs.map(({ text }) => text)
    expect(texts.filter(text => text.includes('task_id'))).toEqual([])
  })
})

test('a side that holds only commands, memory lines or `(no content)` takes nothing back', () => {
  const { main } = open('side-of-commands')
  expect(main.forks).toEqual([])
  expect(main.turns.map(({ isRewound }) => isRewound)).toEqual([false])
  expect(main.entries.every(entry => main.isActive(entry))).toBe(true)
})
