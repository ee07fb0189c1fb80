import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ServedMcp, serveMcpHttp } from '../src/surfaces/mcp/serve.ts'
import { readTool } from '../src/surfaces/mcp/tools/read.ts'
import { type KeepHome, makeKept } from './keep-home.ts'
import { callerOf, makeTool } from './mcp-client.ts'
import { mcpOptionsOf } from './mcp-home.ts'
import { makeTree, ONE } from './temp-tree.ts'

let home: KeepHome
let served: ServedMcp
let stopped = 0
const said: string[] = []

const where = makeTool('where', async (_, { scope }) => ({
  head: `${scope.kind} ${scope.project?.path ?? 'nowhere'} ${scope.branch ?? 'no branch'} ${scope.ownSession ?? 'nobody'}`,
}))
const slow = makeTool('slow', async (_, { signal }) => {
  await sleep(20_000, undefined, { signal }).finally(() => stopped++)
  return {}
})

beforeAll(async () => {
  home = await makeKept()
  const say = (line: string): void => void said.push(line)
  served = await serveMcpHttp({ ...mcpOptionsOf(home), say, port: 0, tools: [where, slow, readTool] })
})
const clients: Client[] = []
afterAll(async () => {
  for (const client of clients) await client.close()
  await served.close()
})

async function connectHttp(query = '', options?: ClientOptions, prepare?: (client: Client) => void) {
  const client = new Client({ name: 'test', version: '1' }, options)
  prepare?.(client)
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${served.url}${query}`), {
      requestInit: { headers: { Authorization: `Bearer ${served.token}` } },
    }),
  )
  clients.push(client)
  return { client, call: callerOf(client) }
}

/** The address of a client that works in the folder of the first session. */
const IN_WORK = (): string => `?project=${encodeURIComponent(home.work)}`

const ERAS: readonly (readonly [string, ClientOptions])[] = [
  ['2025', {}],
  ['2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
]

describe.each(ERAS)('over HTTP as of %s', (_, options) => {
  test('a client lists and calls tools', async () => {
    const { client, call } = await connectHttp(IN_WORK(), options)
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['where', 'slow', 'read'])
    expect(client.getServerVersion()?.name).toBe('backscroll')
    const answers = await Promise.all(Array.from({ length: 12 }, () => call('where')))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(answers[0]?.text).toContain(`project ${home.work} no branch nobody`)
    expect((await client.listPrompts()).prompts).toHaveLength(2)
    expect((await call('where', { scope: 1 })).isError).toBe(true)
  })

  test('arguments that are null are none; what is no object is refused in our words', async () => {
    const { client } = await connectHttp(IN_WORK(), options)
    const ask = (args: unknown) =>
      client.request({ method: 'tools/call', params: { name: 'where', arguments: args } } as never, z.looseObject({}))
    expect(JSON.stringify(await ask(null))).toContain(`project ${home.work}`)
    await expect(ask('all')).rejects.toThrow(/the arguments of where have to be an object\. Give each under its name/)
    await expect(client.getPrompt({ name: 'recall' })).rejects.toThrow(/the argument "topic" is missing: it has to be/)
  })

  test('the address says which session asks, and where', async () => {
    const folder = makeTree({ 'x/y': '' })
    const { call } = await connectHttp(`?session=abc-1&project=${encodeURIComponent(join(folder, 'x'))}`, options)
    expect((await call('where')).text).toContain(`project ${join(folder, 'x')} no branch abc-1`)
    const odd = await connectHttp(`${IN_WORK()}&session=${encodeURIComponent('a b\n')}`, options)
    expect((await odd.call('where')).text).toContain(`project ${home.work} no branch nobody`)
  })

  test('who names no project is asked to; nobody is taken to be where the server runs', async () => {
    const { call, client } = await connectHttp('', options)
    expect(await call('where')).toEqual({
      isError: true,
      text: expect.stringMatching(/^which project you work in is not known here: .*scope: "all".*\?project=FOLDER/),
    })
    expect((await call('where', { scope: 'all' })).text).toContain('all nowhere no branch nobody')
    expect((await client.listResources()).resources).toEqual([])
    await expect(client.readResource({ uri: `backscroll://session/${ONE}` })).rejects.toThrow(
      /is not known here.*The tool read .*"scope":"all"/,
    )
  })

  test.each(['relative/app', '~/app', '', 'C:app', '/app\0'])(
    'a project that is no folder (%j) is refused',
    async name => {
      const { call } = await connectHttp(`?project=${encodeURIComponent(name)}`, options)
      const { text, isError } = await call('where')
      expect(isError).toBe(true)
      expect(text).toMatch(
        /^"[^"]*" behind \?project= in the address of this server is no full path of a folder\. Tell/,
      )
      expect((await call('where', { scope: 'all' })).text).toContain('all nowhere no branch nobody')
    },
  )

  test('a client is asked for its roots with the call', async () => {
    const folder = makeTree({ 'x/y': '' })
    const { call } = await connectHttp('', { ...options, capabilities: { roots: {} } }, client =>
      client.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(join(folder, 'x')).href }] })),
    )
    const answers = await Promise.all([call('where'), call('where')])
    for (const { text } of answers) expect(text).toContain(`project ${join(folder, 'x')} no branch nobody`)
  })

  test.each([
    ['of another kind', { uri: 'https://example.com/x' }],
    ['of another machine', { uri: 'file://elsewhere/x' }],
    ['with a path that is none', { uri: 'file:///a%00b' }],
    ['that is no address', { uri: 5 }],
    ['that is nothing', null],
  ])('a root %s does not lose the good one beside it', async (_kind, odd) => {
    const good = join(makeTree({ 'x/y': '' }), 'x')
    const roots = [odd, { uri: pathToFileURL(good).href, name: 7 }] as { uri: string }[]
    const { call } = await connectHttp('', { ...options, capabilities: { roots: {} } }, client =>
      client.setRequestHandler('roots/list', () => ({ roots })),
    )
    expect((await call('where')).text).toContain(`project ${good} `)
  })

  test('a client is asked for its roots with a resource as well', async () => {
    const readIn = async (folder: string): Promise<unknown> => {
      const { client } = await connectHttp('', { ...options, capabilities: { roots: {} } }, made =>
        made.setRequestHandler('roots/list', () => ({ roots: [{ uri: pathToFileURL(folder).href }] })),
      )
      return await client.readResource({ uri: `backscroll://session/${ONE}` })
    }
    expect(JSON.stringify(await readIn(home.work))).toContain('Grow the tomatoes')
    await expect(readIn(makeTree({ x: '' }))).rejects.toThrow(/a session of another project.*The tool read /)
  })

  test('roots come before the address, and the address before nothing', async () => {
    const folder = makeTree({ 'x/y': '' })
    const root = pathToFileURL(join(folder, 'x')).href
    const connect = async (query: string, uri: string) => {
      const capable = { ...options, capabilities: { roots: {} } }
      const connected = await connectHttp(query, capable, client =>
        client.setRequestHandler('roots/list', () => ({ roots: [{ uri }] })),
      )
      return (await connected.call('where')).text
    }
    expect(await connect('?project=relative', root)).toContain(`project ${join(folder, 'x')} `)
    expect(await connect(IN_WORK(), root)).toContain(`project ${join(folder, 'x')} `)
    expect(await connect(IN_WORK(), 'file://elsewhere/x')).toContain(`project ${home.work} `)
    expect(await connect('', 'file://elsewhere/x')).toContain('is not known here')
  })

  test('a call that is taken back ends here too', async () => {
    const { call } = await connectHttp(IN_WORK(), options)
    const before = stopped
    const stop = new AbortController()
    const waiting = call('slow', {}, stop.signal).catch(() => 'taken back')
    await sleep(150)
    stop.abort()
    expect(await waiting).toBe('taken back')
    for (let tries = 0; stopped === before && tries < 100; tries++) await sleep(20)
    expect(stopped).toBe(before + 1)
  })
})

describe('nobody else', () => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const json = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const post = (headers: { readonly [name: string]: string }, more: { path?: string; body?: string } = {}) =>
    fetch(`http://127.0.0.1:${served.port}${more.path ?? '/mcp'}`, {
      method: 'POST',
      headers: { ...json, ...headers },
      body: more.body ?? body,
    })
  const key = () => ({ Authorization: `Bearer ${served.token}` })

  test('is answered without the key, or with another', async () => {
    const wrong = `Bearer ${served.token.replace(/.$/, last => (last === 'A' ? 'B' : 'A'))}`
    const refused = [
      await post({}),
      await post({ Authorization: wrong }),
      await post({}, { path: `/mcp?token=${served.token}` }),
    ]
    for (const response of refused) {
      expect(response.status).toBe(401)
      expect(await response.text()).toBe('')
    }
    expect((await post(key())).status).toBe(200)
  })

  test('gets through from another page or under another name', async () => {
    expect((await post({ ...key(), Origin: 'http://evil.example' })).status).toBe(403)
    expect((await post({ ...key(), 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403)
    expect(await statusUnder('evil.example')).toBe(403)
    expect(await statusUnder(`127.0.0.1:${served.port}`)).toBe(200)
  })

  test('speaks in a session that is not there', async () => {
    expect((await post({ ...key(), 'Mcp-Session-Id': 'made-up' })).status).toBe(404)
  })

  test('finds anything but the endpoint, sends more than a question, or what is no JSON', async () => {
    expect((await post(key(), { path: '/' })).status).toBe(404)
    expect((await post(key(), { path: '/mcp/../x' })).status).toBe(404)
    expect(
      (await post(key(), { body: JSON.stringify({ ...JSON.parse(body), params: { x: 'y'.repeat(200_000) } }) })).status,
    ).toBe(413)
    // The longest that may be asked, written as long as it can be.
    const long = `"text":"${'\\u00e9'.repeat(20_000)}"`
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"where","arguments":{${long}}}}`
    expect((await post(key(), { body: call })).status).toBe(200)
    expect((await post(key(), { body: '{' })).status).toBe(400)
    expect((await post({ ...key(), 'Content-Type': 'text/plain' })).status).toBe(415)
  })

  /** Fetch writes its own Host. */
  function statusUnder(host: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const socket = connect(served.port, '127.0.0.1', () => {
        const lines = ['POST /mcp HTTP/1.1', `Host: ${host}`, `Authorization: Bearer ${served.token}`]
        const headers = Object.entries(json).map(([name, value]) => `${name}: ${value}`)
        const length = `Content-Length: ${body.length}`
        socket.write(`${[...lines, ...headers, length, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`)
      })
      socket.on('data', data => resolve(Number(/ (\d{3}) /.exec(String(data))?.[1])))
      socket.on('error', reject)
    })
  }
})

test('the key is kept for its owner alone, and is another than that of the page', () => {
  const path = join(home.keep, 'mcp-token')
  expect(readFileSync(path, 'utf8').trim()).toBe(served.token)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(said).toEqual([])
})

test('a port that is taken is an error with a next step', async () => {
  const options = { ...mcpOptionsOf(home), say: () => {}, port: served.port }
  await expect(serveMcpHttp(options)).rejects.toMatchObject({
    code: 'port-taken',
    hint: expect.stringContaining('--port'),
  })
})
