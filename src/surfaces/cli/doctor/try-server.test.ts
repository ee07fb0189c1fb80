import { expect, test } from 'vitest'
import { tryServer } from './try-server.ts'

const place = { cwd: process.cwd(), env: { PATH: process.env.PATH }, platform: process.platform, timeoutMs: 20_000 }

const KEPT = { isKept: true }

/** A server that answers a line as `answer` says. */
function serverOf(answer: string) {
  const text = `
    const send = message => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    const answer = ${answer}
    require('node:readline').createInterface({ input: process.stdin }).on('line', line => {
      const message = JSON.parse(line)
      if (message.id !== undefined) answer(message)
    })`
  return { command: process.execPath, args: ['-e', text], env: {} }
}

const GOOD = `({ id, method, params }) => {
  send({ method: 'notifications/message', params: {} })
  send({ id: 1, method: 'ping' })
  const results = {
    initialize: { serverInfo: { version: params.protocolVersion === '2025-06-18' && process.env.VERSION } },
    'tools/list': { tools: [{ name: 'search' }, { name: 'status' }] },
    'tools/call': { content: [{ type: 'text', text: params.name }] },
  }
  send({ id, result: results[method] })
}`

test('a server that answers is fine, whatever else it says', async () => {
  const server = { ...serverOf(GOOD), env: { VERSION: '1.2.3' } }
  const { durationMs, ...rest } = await tryServer(server, place, KEPT)
  expect(rest).toEqual({ version: '1.2.3', tools: ['search', 'status'], problem: undefined, next: 'install' })
  expect(durationMs).toBeGreaterThan(0)
})

test('what goes wrong is said in its own words', async () => {
  const problemOf = async (server: Parameters<typeof tryServer>[0]) => (await tryServer(server, place, KEPT)).problem
  const script = (text: string) => ({ command: process.execPath, args: ['-e', text], env: {} })
  expect(await problemOf({ command: 'no-such-backscroll', args: ['mcp'], env: {} })).toMatch(
    /^it cannot be started: .*ENOENT/,
  )
  expect(await problemOf({ command: process.execPath, args: ['/gone/backscroll.js', 'mcp'], env: {} })).toBe(
    '/gone/backscroll.js is gone',
  )
  expect(await problemOf(script('throw new Error("no room")'))).toBe('it ended with exit code 1: Error: no room')
  expect(await problemOf(script('console.error("no store"); process.exit(2)'))).toBe(
    'it ended with exit code 2: no store',
  )
  expect(await problemOf(script('console.log("Welcome"); setInterval(() => {}, 1000)'))).toBe(
    'it prints what is no protocol: Welcome',
  )
  expect(await problemOf(script('process.stdout.write("x".repeat(3e6)); setInterval(() => {}, 1000)'))).toBe(
    'it prints more than any answer is long',
  )
  expect(await problemOf(serverOf("({ id }) => send({ id, error: { code: 1, message: 'not today' } })"))).toBe(
    'it refused `initialize`: not today',
  )
  const failing = GOOD.replace(
    "{ content: [{ type: 'text', text: params.name }] }",
    "{ isError: true, content: [{ text: 'busy' }] }",
  )
  expect(await problemOf(serverOf(failing))).toBe('its tool `status` failed: busy')
})

test('where anything is kept, a question that needs the index is asked too', async () => {
  const unsure = GOOD.replace("{ name: 'search' }", "{ name: 'recent' }").replace(
    '{ content: [',
    "params.name === 'recent' ? { isError: true, content: [{ text: JSON.stringify(params.arguments) }] } : { content: [",
  )
  const kept = await tryServer(serverOf(unsure), place, KEPT)
  expect(kept).toMatchObject({ problem: 'its tool `recent` failed: {"scope":"all","limit":1}', next: 'said' })
  const unkept = await tryServer(serverOf(unsure), place, { isKept: false })
  expect(unkept.problem).toBeUndefined()
})

test('a server that never answers is left in time', async () => {
  const { problem } = await tryServer(serverOf('() => {}'), { ...place, timeoutMs: 400 }, KEPT)
  expect(problem).toBe('it did not answer within 400ms')
})
