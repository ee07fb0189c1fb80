import { describe, expect, test } from 'vitest'
import { ferryTranscript, SentTranscript, SYSTEM, sha256, type WireMessage } from '../../../test/sent-world.ts'
import type { JsonObject } from '../../format/json.ts'
import { createParser } from '../../format/parser.ts'
import { createSessionBuilder } from '../build-session.ts'
import { compareRequests } from './compare-requests.ts'
import { openRequestLog, type RequestRebuilder, type SentRequest } from './rebuild-request.ts'

function open(lines: readonly object[]): RequestRebuilder {
  const bytes = new TextEncoder().encode(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
  const builder = createSessionBuilder({ id: 's' })
  const thread = builder.openThread({ file: 0, agentId: undefined, meta: undefined, workflowId: undefined })
  const parser = createParser({ onEntry: thread.add })
  parser.push(bytes)
  parser.finish()
  const read = ({ start, end }: { start: number; end: number }): JsonObject =>
    JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)))
  return openRequestLog({ thread: builder.build().main, read, sha256 })
}

function rebuildAll(lines: readonly object[]): readonly SentRequest[] {
  const rebuilder = open(lines)
  return rebuilder.log.sends.map(({ attempts }) => rebuilder.rebuild(attempts.at(-1) as never))
}

/** Where each message was found; `~` where its hash is another. */
function places({ messages }: SentRequest): string {
  return messages.map(({ from, fits, role }) => `${fits || from === 'missing' ? '' : '~'}${from} ${role}`).join(', ')
}

const FITS = { digest: 'fits', shape: 'fits', differing: [], missing: [], lostMarks: 0 }

describe('a recorded request', () => {
  test('is rebuilt from blobs, answers, lines and lines joined, and its digest fits', () => {
    const sent = rebuildAll(ferryTranscript().lines)
    expect(sent.map(({ check }) => check)).toEqual([FITS, FITS, FITS])
    expect(sent.map(places)).toEqual([
      'blob user, blob system',
      'blob user, blob system, answer assistant, lines user',
      'blob user, blob system, answer assistant, lines user, answer assistant, line user',
    ])
    expect(sent[2]?.system).toEqual(SYSTEM)
    expect(sent[2]?.tools.map(({ name }) => name)).toEqual(['Read', 'Grep'])
    expect(sent[1]?.messages[1]?.message).toMatchObject({ output_config: { effort: 'low' } })
    expect(sent[2]?.messages.map(({ lines }) => lines.length)).toEqual([1, 1, 3, 2, 1, 1])
  })

  test('has its retries with it', () => {
    const { log } = open(ferryTranscript().lines)
    expect(log.sends.map(({ attempts }) => attempts.length)).toEqual([1, 2, 1])
  })

  test('asked again in the same words after an answer is no retry', () => {
    const file = new SentTranscript()
    const messages = [file.user('Hello')]
    file.send({ messages })
    file.answer([{ type: 'text', text: 'Hi' }])
    file.send({ messages })
    expect(open(file.lines).log.sends).toHaveLength(2)
  })

  test('that begins anew after a resume is rebuilt from the lines of the conversation', () => {
    const file = new SentTranscript()
    const messages = [file.user('Hello')]
    file.send({ messages })
    messages.push(file.answer([{ type: 'text', text: 'Hi' }]), file.user('Hello'))
    file.send({ messages }, false)
    const [, sent] = rebuildAll(file.lines)
    expect(sent?.check).toEqual(FITS)
    expect(sent?.request.base).toBeUndefined()
    // The same words twice: each is the line in its own place.
    expect(sent?.messages.map(({ lines }) => lines)).toEqual([[1], [4], [5]])
  })

  test('whose result came with a text of the client is one message', () => {
    const file = new SentTranscript()
    const ask = file.user('Go')
    file.send({ messages: [ask] })
    const call = file.answer([{ type: 'tool_use', id: 't1', name: 'Skill', input: {} }])
    const result = { type: 'tool_result', tool_use_id: 't1', content: 'Launching' }
    file.user([result])
    file.user('Base directory', { isMeta: true })
    const joined: WireMessage = { role: 'user', content: [result, { type: 'text', text: 'Base directory' }] }
    file.send({ messages: [ask, call, joined] })
    expect(rebuildAll(file.lines).map(({ check }) => check)).toEqual([FITS, FITS])
  })
})

describe('what cannot be so is said, never thrown', () => {
  const edit = (change: (line: { [key: string]: never }) => unknown): readonly object[] =>
    ferryTranscript().lines.flatMap(line => (change(line as never) ?? line) as object)

  test('a blob with other words: the message is shown, and does not fit', () => {
    const changed = edit(line => {
      const message = { role: 'user', content: 'filler' }
      return line.type === 'api-request-blob' && line.hash ? { ...line, message } : undefined
    })
    const [sent] = rebuildAll(changed)
    expect(sent?.check).toMatchObject({ digest: 'differs', shape: 'fits', differing: [0, 1], missing: [] })
    expect(sent?.messages[0]?.content).toEqual([{ type: 'text', text: 'filler' }])
  })

  test('an answer with other words is known by its place', () => {
    const changed = edit(line => {
      const text = JSON.stringify(line).replace('It leaves at nine.', 'It leaves at [removed].')
      return JSON.parse(text)
    })
    const sent = rebuildAll(changed)
    expect(places(sent[2] as SentRequest)).toBe(
      'blob user, blob system, answer assistant, lines user, ~answer assistant, line user',
    )
    expect(sent[2]?.check).toMatchObject({ digest: 'differs', differing: [4], missing: [] })
  })

  test('blobs that are gone', () => {
    const sent = rebuildAll(edit(line => (line.type === 'api-request-blob' ? [] : undefined)))
    expect(sent[1]?.check).toMatchObject({ digest: 'incomplete', missing: [0, 1] })
    expect(places(sent[1] as SentRequest)).toBe('missing undefined, missing undefined, answer assistant, lines user')
  })

  test('a shape that is gone or changed', () => {
    const gone = rebuildAll(edit(line => (line.type === 'api-request-shape' ? [] : undefined)))
    expect(gone[0]?.check).toMatchObject({ shape: 'missing', digest: 'incomplete', lostMarks: 1 })
    const other = edit(line =>
      line.type === 'api-request-shape' ? { ...line, shape: { system: 'x', tools: [] } } : undefined,
    )
    expect(rebuildAll(other)[0]?.check).toMatchObject({ shape: 'differs', digest: 'differs' })
  })

  test('a request that builds on one that is not there', () => {
    let isFirst = true
    const cut = edit(line => {
      const drops = isFirst && line.type === 'api-request'
      if (drops) isFirst = false
      return drops ? [] : undefined
    })
    const [sent] = rebuildAll(cut)
    expect(sent?.check).toMatchObject({ digest: 'incomplete', missing: [0, 1] })
    expect(sent?.messages[0]?.hash).toBeUndefined()
  })

  test.each([
    ['no fields', {}],
    ['wrong types', { id: 1, params: [], keep: 'x', tail: {}, cacheControl: [null, { path: 'a' }], requestDigest: 7 }],
    ['itself as base', { id: 'r', base: 'r', keep: 5, tail: ['x'] }],
    ['endless keep', { id: 'r', keep: 1e300, tail: [] }],
    ['marks into nowhere', { id: 'r', tail: [], cacheControl: [{ path: ['__proto__', 'x', -1, 1.5], value: {} }] }],
  ])('a line with %s', (_, fields) => {
    const [sent] = rebuildAll([{ type: 'api-request', ...fields }])
    expect(sent?.check.digest).toMatch(/none|incomplete/)
  })

  test('one long message that is named a thousand times is taken as often as an API would', () => {
    const hash = 'a'.repeat(64)
    const [sent] = rebuildAll([
      { type: 'api-request-blob', hash, message: { role: 'user', content: 'x'.repeat(2_000_000) } },
      { type: 'api-request', id: 'r1', keep: 0, tail: Array.from({ length: 1000 }, () => hash) },
    ])
    const found = sent?.messages.filter(({ from }) => from === 'blob').length ?? 0
    expect(found).toBeGreaterThan(20)
    expect(found).toBeLessThan(50)
    expect(sent?.check.missing).toHaveLength(1000 - found)
  })

  test('nesting beyond all measure', () => {
    const deep = JSON.parse(`${'['.repeat(1500)}${']'.repeat(1500)}`)
    const lines = [
      { type: 'api-request-shape', shapeHash: 'h', shape: { system: deep, tools: [] } },
      { type: 'api-request-blob', hash: 'b', message: { role: 'user', content: deep } },
      { type: 'api-request', id: 'r', shapeHash: 'h', keep: 0, tail: ['b'], requestDigest: 'd' },
    ]
    expect(rebuildAll(lines)[0]?.check).toMatchObject({ shape: 'differs', digest: 'differs', differing: [0] })
  })
})

describe('the difference to the request before', () => {
  const [first, second, third] = rebuildAll(ferryTranscript().lines) as readonly [SentRequest, SentRequest, SentRequest]

  test('messages added, and the mark that moved with them', () => {
    expect(compareRequests(first, second)).toEqual({
      sameMessages: 2,
      added: [2, 3],
      dropped: [],
      isSystemChanged: false,
      toolsAdded: [],
      toolsDropped: [],
      toolsChanged: [],
      params: [],
      marksAdded: [{ path: ['messages', 3, 'content', 1], value: { type: 'ephemeral' } }],
      marksDropped: [{ path: ['messages', 1, 'content', 0], value: { type: 'ephemeral' } }],
    })
  })

  test('tools and parameters', () => {
    expect(compareRequests(second, third)).toMatchObject({
      toolsAdded: ['Grep'],
      toolsDropped: ['Bash'],
      toolsChanged: [],
      params: [{ name: 'output_config', before: { effort: 'medium' }, after: { effort: 'high' } }],
    })
  })

  test('messages dropped, system text changed', () => {
    const file = new SentTranscript()
    const one = file.user('One')
    file.send({ messages: [one] })
    const two = file.user('Two')
    file.send({ messages: [two], system: [{ type: 'text', text: 'Other' }] }, false)
    const [before, after] = rebuildAll(file.lines) as [SentRequest, SentRequest]
    expect(compareRequests(before, after)).toMatchObject({
      sameMessages: 0,
      added: [0],
      dropped: [0],
      isSystemChanged: true,
    })
  })
})
