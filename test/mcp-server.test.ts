import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listTools } from '../src/surfaces/mcp/create-server.ts'
import { defineTool } from '../src/surfaces/mcp/define-tool.ts'
import { serveMcpStdio } from '../src/surfaces/mcp/serve.ts'
import { TOOLS } from '../src/surfaces/mcp/tools/table.ts'
import { UserError } from '../src/user-error.ts'
import { connectClient, makeTool } from './mcp-client.ts'
import { type McpHome, startMcp } from './mcp-home.ts'
import { makeTree, ONE } from './temp-tree.ts'

let home: McpHome
beforeAll(async () => {
  home = await startMcp()
})

const SNAPSHOT = new URL('./snapshots/mcp-tools.json', import.meta.url)

/** Says where it is asked from. */
const where = makeTool('where', async (_, { scope }) => ({
  head: `${scope.kind} ${scope.project?.path} ${scope.ownSession ?? 'nobody'}`,
}))

describe('the tools', () => {
  test('are those of the contract', () => {
    const text = `${JSON.stringify(listTools(TOOLS), null, 2)}\n`
    if (process.env.UPDATE === '1') writeFileSync(SNAPSHOT, text)
    expect(text, 'names and schemas are a contract: if the change is meant, accept it with UPDATE=1 npm test').toBe(
      readFileSync(SNAPSHOT, 'utf8'),
    )
  })

  test('are told to a client with what they take in common', async () => {
    const { client } = await connectClient(home)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name))
    for (const { name, inputSchema, annotations, description } of tools) {
      expect(Object.keys(inputSchema.properties ?? {}), name).toEqual(
        expect.arrayContaining(['scope', 'include_current', 'max_bytes', 'cursor']),
      )
      expect(annotations?.readOnlyHint, name).toBe(true)
      expect(description?.length, name).toBeGreaterThan(60)
    }
    expect(client.getInstructions()).toMatch(/quoted history/)
  })

  test('are found where the client defers them: two never are, the others by words that people use', async () => {
    const { client } = await connectClient(home)
    const { tools } = await client.listTools()
    const always = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true)
    expect(always.map(({ name }) => name)).toEqual(['search', 'read'])
    for (const { name, _meta } of tools) expect(_meta?.['anthropic/searchHint'], name).toMatch(/past sessions/)
    const said = client.getInstructions() ?? ''
    for (const words of ['past sessions', 'previously', 'what did we decide', 'last time', '"+backscroll"'])
      expect(said).toContain(words)
    for (const name of said.match(/`(\w+)`/g) ?? []) expect(tools.map(tool => `\`${tool.name}\``)).toContain(name)
    expect(said.length).toBeLessThan(700)
  })

  test('refuse what they do not know, by name', async () => {
    const { client, call } = await connectClient(home, { tools: [where] })
    await expect(client.callTool({ name: 'wher', arguments: {} })).rejects.toThrow(
      /there is no tool "wher". Did you mean where\?/,
    )
    const cases: readonly (readonly [{ readonly [name: string]: unknown }, string])[] = [
      [{ scop: 'all' }, 'there is no argument "scop". Did you mean scope?'],
      [
        { scope: 'everything' },
        'the argument "scope" has to be one of project, all, and not "everything". The schema of',
      ],
      [
        { max_bytes: 1 },
        'the argument "max_bytes" has to be a whole number from 512 to 65536, and not 1. The schema of',
      ],
      [{ max_bytes: 1e9 }, 'the argument "max_bytes" has to be a whole number from 512 to 65536, and not 1000000000.'],
      [{ max_bytes: null }, 'the argument "max_bytes" has to be a whole number from 512 to 65536, and not null.'],
      [{ include_current: 'yes' }, 'the argument "include_current" has to be true or false, and not "yes".'],
      [
        { text: 'x'.repeat(1e6) },
        'the argument "text" has to be text of no more than 100 characters, and not one of 1000000',
      ],
      [{ text: [1] }, 'the argument "text" has to be text of no more than 100 characters, and not a list of 1.'],
      [{ cursor: 'made up' }, 'the argument "cursor" is not one that this server gave'],
      [{ __proto__: null, constructor: 1 }, 'there is no argument "constructor"'],
    ]
    for (const [args, says] of cases) {
      const { text, isError } = await call('where', args)
      expect({ isError, text: text.slice(0, says.length) }, says).toEqual({ isError: true, text: says })
      expect(text.length).toBeLessThan(1300)
    }
  })

  test('and prompts refuse what no schema of theirs fits in our words, with what to do', async () => {
    const { client, call } = await connectClient(home)
    expect(await call('find_fix')).toEqual({
      isError: true,
      text: 'the argument "error" is missing: it has to be text of 1 to 20000 characters. The schema of find_fix says what it takes; correct it and call again.',
    })
    const request = async (method: string, params: object): Promise<string> => {
      const answer = await client.request({ method, params: { ...params } } as never, z.looseObject({})).catch(String)
      return typeof answer === 'string' ? answer : JSON.stringify(answer)
    }
    const cases: readonly (readonly [string, object, RegExp])[] = [
      ['tools/call', { name: 'status', arguments: null }, /"text":"<backscroll-history>/],
      ['tools/call', { name: 'search', arguments: null }, /the argument \\"query\\" is missing: it has to be text/],
      ['tools/call', { name: 'search', arguments: 'x' }, /the arguments of search have to be an object\. Give each/],
      ['tools/call', { name: 'search', arguments: [] }, /the arguments of search have to be an object\. Give each/],
      ['tools/call', { arguments: {} }, /does not say which tool is meant\. Give its name/],
      ['prompts/get', { name: 'recall' }, /the argument "topic" is missing: it has to be text.*\. Call it with/],
      ['prompts/get', { name: 'recall', arguments: null }, /the argument "topic" is missing/],
      ['prompts/get', { name: 'recall', arguments: { topic: ' ' } }, /the argument "topic" has to be text/],
      ['prompts/get', { name: 'recall', arguments: { topic: 5 } }, /the argument "topic" of recall has to be text/],
      [
        'prompts/get',
        { name: 'recall', arguments: { topc: 'x' } },
        /the argument "topic" is missing|Did you mean topic/,
      ],
      [
        'prompts/get',
        { name: 'recal', arguments: { topic: 'x' } },
        /there is no prompt "recal"\. Did you mean recall\?/,
      ],
      ['prompts/get', { name: 'recall', arguments: { topic: 'the lease' } }, /the lease/],
    ]
    for (const [method, params, says] of cases) {
      const text = await request(method, params)
      expect(text, `${method} ${JSON.stringify(params)}`).toMatch(says)
      expect(text).not.toMatch(/invalid_type|expected \w+, received|Too (?:small|big)|Invalid (?:input|option|tools)/)
    }
  })

  test('never change, nor do prompts and resources, and no client waits to hear of it', async () => {
    const { client } = await connectClient(home)
    const { tools, prompts, resources } = client.getServerCapabilities() ?? {}
    expect([tools, prompts, resources]).toEqual(Array(3).fill({ listChanged: false }))
  })

  test('say what went wrong and what to do; of a bug only that it is one', async () => {
    const bugs: unknown[] = []
    const broken = makeTool('broken', async (_, { input }) => {
      if (input.text === 'bug') throw new TypeError('secret of /home/me')
      throw new UserError({ code: 'x', message: 'that is not there', hint: 'Run `backscroll sync` first.' })
    })
    const { call } = await connectClient(home, { tools: [broken], onBug: error => bugs.push(error) })
    expect(await call('broken')).toEqual({ text: 'that is not there. Run `backscroll sync` first.', isError: true })
    expect(bugs).toEqual([])
    const bug = await call('broken', { text: 'bug' })
    expect(bug.isError).toBe(true)
    expect(bug.text).not.toMatch(/secret|\/home|TypeError/)
    expect(bugs).toHaveLength(1)
  })
})

describe('calls', () => {
  test('run beside each other; a slow one holds up no quick one', async () => {
    const started: string[] = []
    const slow = makeTool('slow', async (_, { signal }) => {
      started.push('slow')
      await sleep(10_000, undefined, { signal })
      return {}
    })
    const { call } = await connectClient(home, { tools: [slow, where] })
    const stop = new AbortController()
    const waiting = call('slow', {}, stop.signal).catch(() => 'taken back')
    await expect(call('where')).resolves.toMatchObject({ isError: false })
    expect(started).toEqual(['slow'])
    stop.abort()
    expect(await waiting).toBe('taken back')
  })

  test('that are taken back stop and make room', async () => {
    let working = 0
    let most = 0
    const slow = makeTool('slow', async (_, { signal }) => {
      most = Math.max(most, ++working)
      await sleep(10_000, undefined, { signal }).finally(() => working--)
      return {}
    })
    const { call } = await connectClient(home, { tools: [slow, where], atOnce: 2 })
    const stops = Array.from({ length: 5 }, () => new AbortController())
    const calls = stops.map(({ signal }) => call('slow', {}, signal).catch(() => 'taken back'))
    await until(() => working === 2)
    // The last waits behind the others, and never begins.
    stops[4]?.abort()
    await calls[4]
    for (const stop of stops) stop.abort()
    expect(await Promise.all(calls)).toEqual(Array(5).fill('taken back'))
    await until(() => working === 0)
    await expect(call('where')).resolves.toMatchObject({ isError: false })
    expect(most).toBe(2)
  })

  test('twenty at once are all answered', async () => {
    const echo = makeTool('echo', async (_, { input }) => ({ head: input.text ?? '' }))
    const { call } = await connectClient(home, { tools: [echo] })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => call('echo', { text: `number ${at}` })))
    expect(answers.map(({ text }) => /number \d+/.exec(text)?.[0])).toEqual(
      Array.from({ length: 20 }, (_, at) => `number ${at}`),
    )
  })
})

test('between calls that hold everything up others are heard: a ping is answered, what is taken back is not', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const send = (...messages: readonly object[]): void => {
    input.write(messages.map(message => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''))
  }
  const begun: unknown[] = []
  const busy = makeTool('busy', (world, call) =>
    world.ask(async () => {
      begun.push(call.input.text)
      // What comes in while the first one works.
      if (begun.length === 1) {
        setTimeout(() => {
          send({ id: 100, method: 'ping' })
          send(...ids.slice(4).map(requestId => ({ method: 'notifications/cancelled', params: { requestId } })))
        }, 0)
      }
      const begin = performance.now()
      while (performance.now() - begin < 20);
      return {}
    }, call.signal),
  )
  const ids = Array.from({ length: 20 }, (_, at) => at + 1)
  const served = serveMcpStdio({ ...home.world, tools: [busy], input, output, say: () => {} })
  let out = ''
  output.on('data', data => {
    out += data
  })
  const answered = (): readonly number[] => [...out.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id))
  const clientInfo = { name: 'test', version: '1' }
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  await until(() => answered().length === 1)
  send({ method: 'notifications/initialized' })
  send(...ids.map(id => ({ id, method: 'tools/call', params: { name: 'busy', arguments: { text: `call ${id}` } } })))
  await until(() => [1, 2, 3, 4, 100].every(id => answered().includes(id)))
  await sleep(100)
  expect(answered().slice(0, 3)).toEqual(expect.arrayContaining([0, 100]))
  expect(answered().toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 100])
  expect(begun).toEqual(['call 1', 'call 2', 'call 3', 'call 4'])
  input.end()
  await served
})

describe('the project', () => {
  const roots = (...folders: readonly string[]) => ({
    roots: folders.map(folder => ({ uri: pathToFileURL(folder).href })),
  })
  const client = { capabilities: { roots: { listChanged: true } } }

  test("is that of the client's first root, until it says that they changed", async () => {
    const folder = makeTree({ 'a b/x': '', 'other/x': '' })
    let answer = roots(join(folder, 'a b'), join(folder, 'other'))
    let asked = 0
    const connected = await connectClient(home, {
      tools: [where],
      client,
      prepare: made =>
        made.setRequestHandler('roots/list', () => {
          asked++
          return answer
        }),
    })
    const both = await Promise.all([connected.call('where'), connected.call('where', { scope: 'all' })])
    expect(both.map(({ text }) => text)).toEqual([
      expect.stringContaining(`project ${join(folder, 'a b')} nobody`),
      expect.stringContaining(`all ${join(folder, 'a b')} nobody`),
    ])
    expect(asked).toBe(1)
    answer = roots(join(folder, 'other'))
    await connected.client.sendRootsListChanged()
    expect((await connected.call('where')).text).toContain(`project ${join(folder, 'other')} nobody`)
  })

  test('is the folder the server was started in where the client says nothing, or never answers', async () => {
    const silent = await connectClient(home, { tools: [where] })
    expect((await silent.call('where')).text).toContain(`project ${home.home.work} nobody`)
    let asked = 0
    const stuck = await connectClient(home, {
      tools: [where],
      client,
      prepare: made =>
        made.setRequestHandler('roots/list', () => {
          asked++
          return new Promise(() => {})
        }),
    })
    expect((await stuck.call('where')).text).toContain(`project ${home.home.work} nobody`)
    expect((await stuck.call('where')).text).toContain(`project ${home.home.work} nobody`)
    expect(asked).toBe(1)
  })

  test('is that of CLAUDE_PROJECT_DIR, where the client sets it and has no roots', async () => {
    const folder = makeTree({ 'x/y': '' })
    const world = { ...home.world, env: { CLAUDE_PROJECT_DIR: join(folder, 'x') } }
    const { call } = await connectClient({ ...home, world }, { tools: [where] })
    expect((await call('where')).text).toContain(`project ${join(folder, 'x')} nobody`)
  })
})

test('the session that asks is looked up at each call, and left out unless somebody wants it', async () => {
  const sessions = ['first', 'second', 'third']
  const { call } = await connectClient(home, {
    tools: [where],
    connection: { findSession: () => sessions.shift() },
  })
  expect((await call('where')).text).toMatch(/ first\n/)
  expect((await call('where')).text).toMatch(/ second\n/)
  expect((await call('where', { include_current: true })).text).toMatch(/ nobody\n/)
})

describe('prompts', () => {
  test('say which tools to call, with the topic in their words', async () => {
    const { client } = await connectClient(home)
    const { prompts } = await client.listPrompts()
    expect(prompts.map(({ name }) => name)).toEqual(['recall', 'what-did-we-decide'])
    for (const { name, title, description, arguments: args } of prompts) {
      expect([title, description].every(text => text !== undefined && text !== '')).toBe(true)
      expect(args).toMatchObject([{ name: 'topic', required: true }])
      const { messages } = await client.getPrompt({ name, arguments: { topic: 'the lease' } })
      const text = JSON.stringify(messages.map(({ content }) => content))
      expect(text).toContain('the lease')
      const named = [...text.matchAll(/`([a-z_]+)`/g)].map(([, tool]) => tool)
      expect(named.filter(tool => !TOOLS.some(row => row.name === tool))).toEqual([])
      expect(named).toEqual(expect.arrayContaining(['search', 'read']))
    }
    await expect(client.getPrompt({ name: 'recall', arguments: {} })).rejects.toThrow(/topic/)
  })
})

describe('resources', () => {
  test('are the newest sessions of the project, and read as text', async () => {
    const { client } = await connectClient(home)
    const { resources } = await client.listResources()
    expect(resources.map(({ title }) => title).sort()).toEqual(['Grow the tomatoes', 'Water the beans'])
    const { contents } = await client.readResource({ uri: `backscroll://session/${ONE}` })
    expect(contents[0]).toMatchObject({ mimeType: 'text/plain', text: expect.stringContaining('Grow the tomatoes') })
    const turn = await client.readResource({ uri: `backscroll://session/${ONE.slice(0, 8)}/turn/1` })
    expect(turn.contents[0]).toMatchObject({ text: expect.stringMatching(/^<backscroll-history>/) })
  })

  test('that are long go on with the call they name', async () => {
    const read = makeTool('read', async (_, { from }) => ({
      blocks: Array.from({ length: 90 }, (_, at) => `turn ${at} ${'.'.repeat(900)}`).slice(from),
    }))
    const long = defineTool({ ...read, input: z.object({ at: z.string() }) })
    const { client, call } = await connectClient(home, { tools: [long] })
    const { contents } = await client.readResource({ uri: `backscroll://session/${ONE}` })
    const { text } = contents[0] as { readonly text: string }
    const [, args = '', cursor] = /call the tool read with (\{.*\}) and with cursor: "([^"]+)"/.exec(text) ?? []
    const shown = (answer: string): readonly string[] => answer.match(/^turn \d+/gm) ?? []
    const next = await call('read', { ...JSON.parse(args), cursor })
    expect(next.isError).toBe(false)
    expect(shown(next.text)[0]).toBe(`turn ${shown(text).length}`)
  })

  test('of another project are not listed; what is not there is said', async () => {
    const folder = makeTree({ 'x/y': '' })
    const { client } = await connectClient(home, { connection: { folder } })
    expect((await client.listResources()).resources).toEqual([])
    await expect(client.readResource({ uri: 'backscroll://session/ffffffff' })).rejects.toThrow(/ffffffff/)
    await expect(client.readResource({ uri: 'backscroll://elsewhere/1' })).rejects.toThrow()
  })

  test('complete the ids of sessions', async () => {
    const { client } = await connectClient(home)
    const ref = { type: 'ref/resource' as const, uri: 'backscroll://session/{id}' }
    const typed = ONE.slice(0, 3)
    const { completion } = await client.complete({ ref, argument: { name: 'id', value: typed } })
    expect(completion.values).toContain(ONE.slice(0, 8))
    expect(completion.values.every(id => id.startsWith(typed))).toBe(true)
  })
})

async function until(isDone: () => boolean): Promise<void> {
  const before = performance.now()
  while (!isDone()) {
    if (performance.now() - before > 120_000) throw new Error('it never came to that')
    await sleep(5)
  }
}
