import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'
import { ENTRY } from './cli-runner.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { callerOf } from './mcp-client.ts'
import { makeLines, ONE, TWO, toLines } from './temp-tree.ts'

let home: KeepHome
/** A client of 2025, as Claude Code is. */
let today: Awaited<ReturnType<typeof connectStdio>>
beforeAll(async () => {
  home = await makeKept()
  today = await connectStdio()
})

const clients: Client[] = []
afterAll(async () => {
  for (const client of clients.splice(0)) await client.close()
})

function environment() {
  return { PATH: process.env.PATH ?? '', HOME: home.home, TZ: 'UTC' }
}

/** A real process, as a client starts it. */
async function connectStdio(options?: ClientOptions) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [ENTRY, 'mcp'],
    env: environment(),
    cwd: home.work,
    stderr: 'pipe',
  })
  const said: string[] = []
  transport.stderr?.on('data', data => said.push(String(data)))
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(transport)
  clients.push(client)
  return { client, call: callerOf(client), said, transport }
}

/** The process with nothing between: what stands on its streams, byte for byte. */
function startRaw(args: readonly string[] = ['mcp']) {
  const child = spawn(process.execPath, [ENTRY, ...args], { cwd: home.work, env: environment() })
  const streams = { out: '', err: '' }
  child.stdout.on('data', data => {
    streams.out += data
  })
  child.stderr.on('data', data => {
    streams.err += data
  })
  return { child, streams, closed: once(child, 'close') as Promise<[number | null, string | null]> }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'claude-code', version: '2.0.0' } },
}

describe('over stdin and stdout', () => {
  test('a client of 2025 lists tools and calls them, many at once', async () => {
    const { client, call, said } = today
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    const names = ['search', 'timeline', 'recent', 'usage', 'status']
    const args = { search: { query: 'tomatoes' }, timeline: { session: ONE } } as { readonly [name: string]: object }
    const answers = await Promise.all(names.map(name => call(name, { ...args[name] })))
    for (const [at, { text, isError }] of answers.entries()) {
      expect(isError, `${names[at]}: ${text}`).toBe(false)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4096)
      expect(text.startsWith('<backscroll-history>\n') && text.endsWith('\n</backscroll-history>')).toBe(true)
    }
    expect(answers[0]?.text).toContain(ONE.slice(0, 8))
    // What was written since is found by the next question.
    appendFileSync(home.transcript, toLines(makeLines(ONE, { cwd: home.work, prompt: 'Prune the quinces' })))
    await new Promise(resolve => setTimeout(resolve, 2100))
    expect((await call('search', { query: 'quinces' })).text).toContain(ONE.slice(0, 8))
    expect(said.join('')).toBe('')
  })

  test('so does one of 2026', async () => {
    const { client, call } = await connectStdio({ versionNegotiation: { mode: { pin: '2026-07-28' } } })
    expect((await client.listTools()).tools).toHaveLength(TOOLS.length)
    expect((await call('status')).isError).toBe(false)
  })

  test('the session that runs in the client is left out, as its own note says', async () => {
    const { call } = today
    const sessions = join(home.config, 'sessions')
    mkdirSync(sessions, { recursive: true })
    const note = (sessionId: string): void =>
      writeFileSync(join(sessions, `${process.pid}.json`), JSON.stringify({ pid: process.pid, sessionId }))
    const find = async (args = {}) => (await call('search', { query: 'beans', ...args })).text.includes(TWO.slice(0, 8))
    expect(await find()).toBe(true)
    note(TWO)
    expect(await find()).toBe(false)
    expect(await find({ include_current: true })).toBe(true)
    // After /clear another one runs there.
    note(ONE)
    expect(await find()).toBe(true)
  })
})

describe('the process', () => {
  test('speaks the protocol alone, answers what is none, and ends with its input', async () => {
    const { child, streams, closed } = startRaw()
    child.stdin.write('no JSON at all\n{"jsonrpc":"2.0"}\n\n')
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    await until(() => streams.out.includes('"id":1'))
    const call = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'status', arguments: { junk: 'x'.repeat(500_000) } },
    }
    child.stdin.write(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n${JSON.stringify(call)}\n`,
    )
    await until(() => streams.out.includes('"id":2'))
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    const lines = streams.out
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    expect(lines.find(({ id }) => id === 1)?.result).toMatchObject({ protocolVersion: '2025-06-18' })
    // What is no message is told so: nobody waits for ever.
    expect(lines.slice(0, 2)).toMatchObject([
      { id: null, error: { code: -32700, message: expect.stringContaining('send each message as one line') } },
      { id: null, error: { code: -32600, message: expect.stringContaining('no message of JSON-RPC 2.0') } },
    ])
    expect(streams.out.length).toBeLessThan(20_000)
    expect(streams.err).toBe('')
  })

  test('answers each message of a batch by itself', async () => {
    const { child, streams, closed } = startRaw()
    const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' }
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    await until(() => streams.out.includes('"id":1'))
    child.stdin.write(`${JSON.stringify([initialized, list(2), list(3), { id: 4 }])}\n`)
    await until(() => [2, 3, 4].every(id => streams.out.includes(`"id":${id}`)))
    const answers = answersIn(streams.out)
    for (const id of [2, 3]) expect(answers.find(answer => answer.id === id)?.result.tools).toHaveLength(TOOLS.length)
    expect(answers.find(({ id }) => id === 4)?.error.code).toBe(-32600)
    child.stdin.end()
    expect(await closed).toEqual([0, null])
  })

  test('does not answer what was taken back before its turn, and a ping between calls', async () => {
    const { child, streams, closed } = startRaw()
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    await until(() => streams.out.includes('"id":1'))
    const ids = Array.from({ length: 20 }, (_, at) => at + 10)
    const calls = [
      { name: 'search', arguments: { query: 'beans' } },
      { name: 'find_fix', arguments: { error: 'no beans' } },
    ]
    const lines = [
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      ...ids.map(id => ({ jsonrpc: '2.0', id, method: 'tools/call', params: calls[id % 2] })),
      ...ids
        .slice(0, 15)
        .map(requestId => ({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })),
      { jsonrpc: '2.0', id: 99, method: 'ping' },
    ]
    child.stdin.write(lines.map(line => `${JSON.stringify(line)}\n`).join(''))
    await until(() => ids.slice(15).every(id => streams.out.includes(`"id":${id}`)))
    // What would still come has time to.
    await new Promise(resolve => setTimeout(resolve, 200))
    const answered = answersIn(streams.out).map(({ id }) => id)
    expect(answered.toSorted((a, b) => a - b)).toEqual([1, ...ids.slice(15), 99])
    expect(answered[1]).toBe(99)
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(streams.err).toBe('')
  })

  test('refuses a message that is too long under its id, and answers the next', async () => {
    const { child, streams, closed } = startRaw()
    const answers = () => answersIn(streams.out)
    const answerTo = async (id: number) => {
      await until(() => streams.out.includes(`"id":${id}`) && streams.out.endsWith('\n'))
      return answers().find(answer => answer.id === id)
    }
    const list = (id: number): string => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list', params: {} })}\n`
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    await answerTo(1)
    // All at once with what comes before and after it.
    const long = { name: 'search', arguments: { query: 'x'.repeat(5 * 1024 * 1024) } }
    child.stdin.write(
      `${list(2)}${JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/call', params: long })}\n${list(4)}`,
    )
    expect((await answerTo(3)).error).toEqual({
      code: -32600,
      message: expect.stringMatching(/more than 4.*send less/),
    })
    for (const id of [2, 4]) expect((await answerTo(id)).result.tools).toHaveLength(TOOLS.length)
    // Piece by piece, and far more than anybody would hold; of what has no id the rest of the line is left out as well.
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/x","params":{"x":"')
    const piece = Buffer.alloc(1024 * 1024, 'x')
    for (let at = 0; at < 40; at++) {
      if (!child.stdin.write(piece)) await once(child.stdin, 'drain')
    }
    child.stdin.write(`"}}\n${list(5)}`)
    expect((await answerTo(5)).result.tools).toHaveLength(TOOLS.length)
    expect(
      answers()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([1, 2, 3, 4, 5])
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(streams.err).toBe('')
  })

  test('so the official client is told, and goes on', async () => {
    const { call } = today
    await expect(call('search', { query: 'x'.repeat(5 * 1024 * 1024) })).rejects.toThrow(/send less/)
    expect((await call('status')).isError).toBe(false)
  })

  test('ends quietly when it is told to, in the middle of a message too, and when nobody reads its answers', async () => {
    const [told, unread, flooded] = [startRaw(), startRaw(), startRaw()]
    for (const { child } of [told, unread, flooded]) {
      child.stdin.on('error', () => {})
      child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`)
    }
    await until(() => [told, unread, flooded].every(({ streams }) => streams.out !== ''))
    told.child.kill('SIGTERM')
    unread.child.stdout.destroy()
    const list = JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'tools/list', params: {} })
    unread.child.stdin.write(`${`${list}\n`.repeat(50)}`)
    flooded.child.stdin.end('x'.repeat(6 * 1024 * 1024))
    const ends = await Promise.all([told, unread, flooded].map(({ closed }) => closed))
    expect(ends).toEqual(Array(3).fill([0, null]))
    expect([told, unread, flooded].map(({ streams }) => streams.err)).toEqual(['', '', ''])
  })
})

test('over HTTP the address comes first and alone, with how to make it known; a port needs --http', async () => {
  const { child, streams, closed } = startRaw(['--demo', 'mcp', '--http', '--port', '0'])
  await until(() => streams.out.endsWith('\n') && streams.err.includes('Ctrl-c'))
  const url = streams.out.trimEnd()
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/)
  const [, address = '', token = ''] =
    /claude mcp add --transport http backscroll "(\S+)" --header "Authorization: Bearer (\S+)"/.exec(streams.err) ?? []
  // For the folder it was started in.
  expect(new URL(address).searchParams.get('project')).toBe(home.work)
  const client = new Client({ name: 'test', version: '1' })
  const requestInit = { headers: { Authorization: `Bearer ${token}` } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  // The demo set is read for this server alone.
  const { text, isError } = await callerOf(client)('recent', { scope: 'all' })
  expect({ isError, isCited: /\[[\w-]{8,}:\d+\]/.test(text) }).toEqual({ isError: false, isCited: true })
  await client.close()
  child.kill('SIGTERM')
  expect(await closed).toEqual([0, null])
  expect(await home.run(['mcp', '--port', '5000'])).toMatchObject({ code: 2, err: expect.stringContaining('--http') })
})

function answersIn(out: string) {
  return out.split('\n').flatMap(line => (line === '' ? [] : [JSON.parse(line)]))
}

async function until(isDone: () => boolean): Promise<void> {
  const before = performance.now()
  while (!isDone()) {
    if (performance.now() - before > 120_000) throw new Error('it never came to that')
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
