import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../src/format/entry.ts'
import { createParser } from '../src/format/parser.ts'
import type { Session } from '../src/model/session.ts'
import { listClientTruths } from './client-transcripts.ts'
import { buildSession, readSession } from './read-session.ts'

const ID = '5e551000-0000-4000-8000-000000000070'

/** Lines in a session of their own; what has no uuid gets one by its place. */
function build(...lines: readonly object[]): Session {
  const entries: Entry[] = []
  const parser = createParser({ onEntry: entry => entries.push(entry) })
  lines.forEach((line, at) => {
    const uuid = 'operation' in line ? {} : { uuid: `u${at}` }
    parser.push(
      new TextEncoder().encode(`${JSON.stringify({ sessionId: ID, version: '2.1.327', ...uuid, ...line })}\n`),
    )
  })
  parser.finish()
  return buildSession(ID, [{ agentId: undefined, entries }])
}

function user(content: string, more: object = {}): object {
  return { type: 'user', message: { role: 'user', content }, ...more }
}

function enqueue(content: string): object {
  return { type: 'queue-operation', operation: 'enqueue', content }
}

const DEQUEUE = { type: 'queue-operation', operation: 'dequeue' }
const TYPED = { turnOrigin: 'human', promptSource: 'typed', origin: { kind: 'human' } }
const ANSWER = { type: 'assistant', message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'Yes' }] } }

/** What was said, with what it is and the turn where it is found. */
function listSaid({ main }: Session): readonly (readonly unknown[])[] {
  return main.facts.humanInputs.map(({ text, source, state, entry }) => [text, source, state, entry.turn])
}

describe('a queued text and what it became are one record', () => {
  test('a `!` line, in the turn that it began', () => {
    const shell = user('<bash-input>ls orchard</bash-input>')
    const session = build(user('Go', TYPED), enqueue('ls orchard'), ANSWER, DEQUEUE, shell)
    expect(listSaid(session)).toEqual([
      ['Go', 'prompt', 'sent', 1],
      ['ls orchard', 'shell', 'sent', 2],
    ])
    expect(session.main.turns[1]?.origin).toBe('shell')
    expect(session.main.entries[1]?.isRepeat).toBe(true)
  })

  test('a command that only acts in the client, as a `user` entry or as a line of its own', () => {
    const entry = user('<command-name>/compact</command-name>\n<command-args>keep pears</command-args>')
    const line = {
      type: 'system',
      subtype: 'local_command',
      content:
        '<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>',
    }
    const session = build(enqueue('/compact keep pears'), DEQUEUE, entry, enqueue('/model opus'), DEQUEUE, line)
    expect(listSaid(session)).toEqual([
      ['/compact keep pears', 'command', 'sent', 0],
      ['/model opus', 'command', 'sent', 0],
    ])
    expect(session.main.turns).toHaveLength(1)
  })

  test('several that were sent together are one prompt, cited where it was sent', () => {
    const session = build(
      user('Go'),
      enqueue('/exit'),
      enqueue('and stop'),
      ANSWER,
      DEQUEUE,
      DEQUEUE,
      user('/exit\nand stop'),
    )
    expect(listSaid(session)).toEqual([
      ['Go', 'prompt', 'sent', 1],
      ['/exit\nand stop', 'prompt', 'sent', 2],
    ])
    expect(session.main.turns.map(({ origin }) => origin)).toEqual(['typed', 'queued'])
    expect(session.main.entries.map(({ isRepeat }) => isRepeat)).toEqual([
      false,
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

test('no words of the real client stand as queued and sent: they are what they became', () => {
  const left: string[] = []
  for (const { version, config } of listClientTruths()) {
    for (const slug of readdirSync(join(config, 'projects'))) {
      for (const name of readdirSync(join(config, 'projects', slug)).filter(file => file.endsWith('.jsonl'))) {
        const { main } = readSession(join(config, 'projects', slug, name))
        for (const { source, state, text } of main.facts.humanInputs) {
          if (source === 'queued' && state === 'sent') left.push(`${version} ${name} ${text}`)
        }
      }
    }
  }
  expect(left).toEqual([])
})
