import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { McpServer } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedMcp, serveMcpHttp } from '../src/surfaces/mcp/serve.ts'
import { makeKept } from './keep-home.ts'
import { callerOf, makeTool } from './mcp-client.ts'
import { mcpOptionsOf } from './mcp-home.ts'

/** Far more than sessions are held. */
const FLOOD = 400
const HELD = 32

let served: ServedMcp
const sockets: Socket[] = []
const said: string[] = []
const hello = makeTool('hello', async () => ({ head: 'hello' }))

beforeAll(async () => {
  const say = (line: string): void => void said.push(line)
  served = await serveMcpHttp({ ...mcpOptionsOf(await makeKept()), say, port: 0, tools: [hello] })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await served.close()
  expect(said).toEqual([])
})

const MESSAGES = {
  initialize: {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'flood', version: '1' } },
  },
  ping: { id: 2, method: 'ping' },
} as const

function headersFor(session?: string): { readonly [name: string]: string } {
  return {
    Authorization: `Bearer ${served.token}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    ...(session === undefined ? {} : { 'Mcp-Session-Id': session }),
  }
}

function post(name: keyof typeof MESSAGES, session?: string): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...MESSAGES[name] })
  return fetch(served.url, { method: 'POST', headers: headersFor(session), body })
}

/** Opens a session and says no more in it. Gives its id. */
async function openSession(): Promise<string> {
  const response = await post('initialize')
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}

async function statusOf(session: string): Promise<number> {
  const response = await post('ping', session)
  await response.text()
  return response.status
}

async function connectClient() {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${served.url}?project=/`), { requestInit: { headers: headersFor() } }),
  )
  return { client, call: callerOf(client) }
}

/** What is still held after a collection. */
function countServers(): number {
  return Number(queryObjects(McpServer, { format: 'count' }))
}

test('sessions opened without end are so many at most, and what is gone leaves nothing behind', async () => {
  const ids: string[] = []
  for (let at = 0; at < FLOOD; at += 20) {
    ids.push(...(await Promise.all(Array.from({ length: 20 }, openSession))))
  }
  expect(new Set(ids).size).toBe(FLOOD)
  // A few are on their way out.
  expect(countServers()).toBeLessThanOrEqual(HELD + 8)
  const statuses: number[] = []
  for (let at = 0; at < FLOOD; at += 20) statuses.push(...(await Promise.all(ids.slice(at, at + 20).map(statusOf))))
  expect(statuses.filter(status => status === 200).length).toBeLessThanOrEqual(HELD)
  expect(statuses.at(-1)).toBe(200)
  expect(statuses[0]).toBe(404)
})

test('requests that open no session after all leave nothing behind', async () => {
  const before = countServers()
  for (let at = 0; at < FLOOD; at++) {
    const headers = { ...headersFor(), Accept: 'text/plain' }
    const body = JSON.stringify({ jsonrpc: '2.0', ...MESSAGES.initialize })
    const response = await fetch(served.url, { method: 'POST', headers, body })
    await response.text()
    expect(response.status).toBe(406)
  }
  expect(countServers()).toBeLessThanOrEqual(before + 8)
})

test('a session that had to make room says so, and ends what it had open', async () => {
  const id = await openSession()
  const stream = await fetch(served.url, { headers: headersFor(id) })
  expect(stream.status).toBe(200)
  const ended = stream.text()
  for (let at = 0; at < 2 * HELD; at++) await statusOf(await openSession())
  await ended
  const response = await post('ping', id)
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/session.*open another/i) } })
})

test('a client that is at work keeps its session while others open theirs without end', async () => {
  const { client, call } = await connectClient()
  expect((await call('hello')).text).toContain('hello')
  for (let at = 0; at < 3 * HELD; at++) await openSession()
  expect((await call('hello')).text).toContain('hello')
  await client.close()
})

test('a new client is served while sessions are opened without end', async () => {
  let isOver = false
  const flood = (async () => {
    while (!isOver) await openSession()
  })()
  const { client, call } = await connectClient()
  for (let at = 0; at < 5; at++) expect((await call('hello')).text).toContain('hello')
  isOver = true
  await flood
  await client.close()
})

/** Opens connections that say this much and then nothing. */
async function openHalf(count: number, text: string): Promise<void> {
  await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<void>(resolve => {
          const socket = connect(served.port, '127.0.0.1', () => socket.write(text, () => resolve()))
          socket.resume()
          socket.on('error', () => resolve())
          sockets.push(socket)
        }),
    ),
  )
}

/** Over a connection of its own: none that was open before. */
function statusOfNewClient(): Promise<number | string | undefined> {
  return new Promise(resolve => {
    const asking: ClientRequest = request(
      served.url,
      { method: 'POST', headers: headersFor(), agent: false },
      (response: IncomingMessage): void => {
        response.resume()
        response.on('end', () => resolve(response.statusCode))
      },
    )
    asking.on('error', error => resolve(error.message))
    asking.end(JSON.stringify({ jsonrpc: '2.0', ...MESSAGES.initialize }))
  })
}

const HEAD = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1'

test.each([
  ['end in the middle of their headers', (): string => HEAD],
  [
    'hold no key and never send what they announce',
    (): string => `${HEAD}:${served.port}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
  ],
  [
    'hold the key and never send what they announce',
    (): string =>
      `${HEAD}:${served.port}\r\n${Object.entries(headersFor())
        .map(([name, value]) => `${name}: ${value}`)
        .join('\r\n')}\r\nContent-Length: 1000\r\n\r\n{`,
  ],
] as const)('requests that %s keep nobody out', async (_what, text) => {
  for (let times = 0; times < 3; times++) {
    await openHalf(100, text())
    // Until the server has heard what they say.
    await sleep(300)
    for (let clients = 0; clients < 3; clients++) expect(await statusOfNewClient()).toBe(200)
  }
})
