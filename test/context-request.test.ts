import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { SentReport } from '../src/query/sent/sent-report.ts'
import { talk } from './context-world.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { ferryTranscript, SentTranscript } from './sent-world.ts'
import { toLines } from './temp-tree.ts'

const FOLDER = '.claude/projects/-home-dev-app'
const SENT = '66666666-6666-4666-8666-666666666666'
const FORK = '77777777-7777-4777-8777-777777777777'
const LOST = '88888888-8888-4888-8888-888888888888'
const OLD = '99999999-9999-4999-8999-999999999999'
const SILENT = 'bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb'
const FAILED = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
/** Put together here, so that none stands in the repository. */
const TOKEN = ['ghp', 'x7Kq2mZ9pL4vT8wR1nB6cY3sD5fG0hJ2kA9e'].join('_')

/** The same conversation in a fork: copies of the lines, no requests. */
function forkOf(sessionId: string, origin: string): readonly object[] {
  return ferryTranscript({ sessionId: origin }).lines.flatMap(line => {
    if (String(line.type).startsWith('api-request')) return []
    return [{ ...line, sessionId, ...(line.type === 'assistant' ? { requestSessionId: origin } : {}) }]
  })
}

function failing(): readonly object[] {
  const file = new SentTranscript({ sessionId: FAILED, mark: 'f' })
  const messages = [file.user(`Log in with ${TOKEN}`)]
  const hidden = { role: 'system', content: `The key is ${TOKEN}` } as const
  const asked = { messages: [...messages, hidden], blobs: [hidden] }
  file.send({ ...asked, system: [{ type: 'text', text: `Never say ${TOKEN}` }] })
  file.send({ ...asked, system: [{ type: 'text', text: `Never say ${TOKEN}` }] })
  file.user('Once more')
  file.send({ messages: [...messages, { role: 'user', content: 'Once more' }] })
  file.answer([{ type: 'text', text: 'Done' }])
  return file.lines
}

/** Nothing came back. */
function silent(): readonly object[] {
  const file = new SentTranscript({ sessionId: SILENT, mark: 'q' })
  const messages = [file.user('Is anybody there?')]
  file.send({ messages })
  file.send({ messages: [...messages, { role: 'user', content: 'Hello?' }] })
  return file.lines
}

const SENT_LINES = toLines(ferryTranscript({ sessionId: SENT }).lines)

let made: Promise<KeepHome> | undefined

async function run(args: readonly string[], columns = '100') {
  made ??= makeKept({
    [`${FOLDER}/${SENT}.jsonl`]: SENT_LINES,
    [`${FOLDER}/${SENT}/subagents/agent-a1b2c3.jsonl`]: ferryTranscript({
      sessionId: SENT,
      mark: 'g',
      agentId: 'a1b2c3',
      isSidechain: true,
    }).lines,
    [`${FOLDER}/${FORK}.jsonl`]: forkOf(FORK, SENT),
    [`${FOLDER}/${LOST}.jsonl`]: forkOf(LOST, 'dddddddd-dddd-4ddd-8ddd-dddddddddddd'),
    [`${FOLDER}/${OLD}.jsonl`]: talk([{ minute: 0, cache: [0, 8000, 0] }], { sessionId: OLD, mark: 'o' }),
    [`${FOLDER}/${FAILED}.jsonl`]: failing(),
    [`${FOLDER}/${SILENT}.jsonl`]: silent(),
  })
  return (await made).run(args, { env: { COLUMNS: columns, TZ: 'UTC' } })
}

async function ask(id: string, ...more: readonly string[]): Promise<SentReport> {
  const { out } = await run(['context', id, '--json', ...more])
  return JSON.parse(out)
}

describe('context --request', () => {
  test('shows what the model was given, that it is verified, and what changed', async () => {
    const { code, out, err } = await run(['context', SENT, '--request', '3'])
    expect({ code, err }).toEqual({ code: 0, err: '' })
    for (const part of [
      'Request 3 of 3',
      'Verified: the recorded digest fits',
      'SINCE REQUEST 2',
      'messages: 4 messages the same, 2 added (message 5, 6)',
      'tools: added Grep, dropped Bash',
      'output_config: {"effort":"medium"} → {"effort":"high"}',
      'cache marks: message 4, block 2 → message 6, block 1',
      'You are a ferry pilot.',
      'HIDDENREMINDER',
      '    output_config\n    {"effort":"low"}\n',
      '1  user · from the request log',
      '3  assistant · answer of the model',
      '4  user · lines of the conversation as one message',
      '^ cache mark',
    ]) {
      expect(out).toContain(part)
    }
  })

  test('control characters of messages never reach the terminal', async () => {
    const { out } = await run(['context', SENT, '--request', '3', '--all'])
    expect(out).toContain('And back? ␛[2J<b>')
    expect(out).not.toContain('\u001b')
  })

  test('says how often it was sent', async () => {
    const { out } = await run(['context', SENT, '--request', '2'])
    expect(out).toContain('sent 2 times: the same each time')
    const { number, sent } = await ask(SENT, '--request', '2')
    expect([number, sent?.attempts.length, sent?.check.digest]).toEqual([2, 2, 'fits'])
  })

  test('gives all of it as JSON', async () => {
    const report = await ask(SENT, '--request', '1')
    expect(report).toMatchObject({ schema: 'backscroll.sent/1', requests: 3, turn: 1, unanswered: [] })
    expect(report.absence).toBeUndefined()
    expect(report.sent).toMatchObject({
      params: { model: 'claude-opus-5-5' },
      tools: [{ name: 'Read' }, { name: 'Bash' }],
      messages: [
        { index: 0, role: 'user', from: 'blob', fits: true },
        { index: 1, role: 'system', from: 'blob', fits: true, more: { output_config: { effort: 'low' } } },
      ],
      cacheMarks: [{ path: ['system', 1] }, { path: ['messages', 1, 'content', 0] }],
      check: { digest: 'fits', shape: 'fits', differing: [], missing: [], lostMarks: 0 },
    })
    expect(report.sent?.before).toBeUndefined()
  })

  test('of a subagent', async () => {
    const report = await ask(SENT, '--request', '3', '--agent', 'a1b2')
    expect([report.agent, report.sent?.check.digest, report.sent?.id]).toEqual(['a1b2c3', 'fits', 'g-r14'])
  })

  test('long texts are cut, and whole with --all', async () => {
    const cut = await run(['context', SENT, '--request', '1'])
    const whole = await run(['context', SENT, '--request', '1', '--all'])
    expect(cut.out).toContain('characters in all')
    expect(cut.out).toContain('--all shows them whole')
    expect(whole.out).not.toContain('characters in all')
    expect(whole.out).toContain('"properties":{"path":{"type":"string"}}')
  })

  test('in a fork the request is found in the session that sent it', async () => {
    const { sent } = await ask(FORK, '--request', '2')
    expect([sent?.storedIn, sent?.check.digest]).toEqual([SENT, 'fits'])
  })

  test('in a fork of a session that is not here it says so', async () => {
    const { code, out } = await run(['context', LOST, '--request', '1'])
    expect(code).toBe(1)
    expect(out.replace(/\s+/g, ' ')).toContain(
      'sent in the session dddddddd-dddd-4ddd-8ddd-dddddddddddd, which is neither',
    )
  })

  test('of an older client it says what is recorded and what is not', async () => {
    const { code, out } = await run(['context', OLD, '--request', '1'])
    expect(code).toBe(1)
    const text = out.replace(/\s+/g, ' ')
    expect(text).toContain('The client (2.1.40) recorded no requests; 2.1.327 and later do.')
    expect(text).toContain('Not recorded: system text, tools,')
    expect(await ask(OLD, '--request', '1')).toMatchObject({ absence: { why: 'no-log' } })
  })

  test('requests without an answer have no number, and are found by id', async () => {
    const { unanswered, number } = await ask(FAILED, '--request', '1')
    expect([number, unanswered.map(({ id, attempts }) => [id, attempts])]).toEqual([1, [['f-r3', 2]]])
    const { out } = await run(['context', FAILED, '--request', 'f-r3'])
    expect(out).toContain('A request without an answer')
    expect(out).toContain('Verified')
  })

  test('where nothing was answered, `context` names the request that was sent last', async () => {
    const { code, err } = await run(['context', SILENT])
    expect(code).toBe(1)
    const [, id] = /`backscroll context bbbbbbbb --request (\S+)`/.exec(err) ?? []
    expect((await run(['context', SILENT, '--request', id ?? ''])).out).toContain('Is anybody there?')
  })

  test.each([
    ['9', 'this conversation has no request 9', 'numbered 1 to 3'],
    ['0', 'this conversation has no request 0', 'numbered 1 to 3'],
    ['zz', 'no recorded request of this conversation is called "zz"', 'context ID --all'],
  ])('refuses %s', async (asked, message, hint) => {
    const { code, err } = await run(['context', SENT, '--request', asked])
    expect(code).toBe(2)
    expect(err).toContain(message)
    expect(err).toContain(hint)
  })
})

describe('recorded requests', () => {
  test('are kept to the byte', async () => {
    const { out } = await run(['show', SENT, '--level', 'raw'])
    expect(out).toContain(SENT_LINES)
  })

  test('are in no search, as they repeat everything', async () => {
    expect((await run(['search', 'HIDDENREMINDER'])).code).toBe(1)
    expect((await run(['search', 'timetable'])).code).toBe(1)
    expect((await run(['search', 'ferry'])).code).toBe(0)
  })

  test('are redacted with the rest: a secret in them leaves no export, and their hashes then fit no more', async () => {
    await run(['ls'])
    const { home } = await (made as Promise<KeepHome>)
    const copy = join(home, 'redacted')
    expect((await run(['redact', FAILED, '-o', copy])).code).toBe(0)
    const lines = readTree(copy)
    expect(lines).not.toContain(TOKEN)
    expect(lines).toContain('The key is ‹github-token-1›')
    expect(lines).toContain('Never say ‹github-token-1›')
    for (const format of ['json', 'txt', 'md', 'html']) {
      const path = join(home, `out.${format}`)
      const { code, err } = await run(['export', FAILED, '--level', 'all', '-o', path])
      expect([code, err.includes('1 github token')]).toEqual([0, true])
      expect(readFileSync(path, 'utf8')).not.toContain(TOKEN)
    }
    const fresh = await makeKept({ [`${FOLDER}/${FAILED}.jsonl`]: lines })
    const { out } = await fresh.run(['context', FAILED, '--request', 'f-r3', '--json'])
    expect((JSON.parse(out) as SentReport).sent?.check).toEqual({
      digest: 'differs',
      shape: 'differs',
      differing: [0, 1],
      missing: [],
      lostMarks: 0,
    })
  })
})

function readTree(path: string): string {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8')
  return readdirSync(path)
    .map(name => readTree(join(path, name)))
    .join('')
}
