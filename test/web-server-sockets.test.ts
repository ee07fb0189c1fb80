import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { WaitingBytes } from '../src/surfaces/web/waiting-bytes.ts'
import { makeKeepHome } from './keep-home.ts'
import { makeLines } from './temp-tree.ts'
import { startWeb } from './web-home.ts'
import { ask, endsWithin, openSocket } from './web-socket.ts'

describe('a connection that says nothing', () => {
  test('ends soon', async () => {
    const web = await startWeb({ waitForSyncMs: 0, more: { limits: { firstByteMs: 300 } } })
    expect(await endsWithin(await openSocket(web.port), 4000)).toBe(true)
  })
  test('makes room for one that does', async () => {
    const web = await startWeb({ waitForSyncMs: 0, more: { limits: { connections: 5 } } })
    const silent = await Promise.all(Array.from({ length: 20 }, () => openSocket(web.port)))
    for (const socket of silent) socket.on('error', () => {})
    for (let round = 0; round < 3; round++) expect((await web.get('/about')).status).toBe(200)
    for (const socket of silent) socket.destroy()
  })
  test('does not end one that somebody listens on', async () => {
    const web = await startWeb({ waitForSyncMs: 0, more: { limits: { connections: 3, firstByteMs: 100 } } })
    const end = new AbortController()
    const headers = { Authorization: `Bearer ${web.token}` }
    const events = await fetch(`${web.origin}/api/v1/events`, { headers, signal: end.signal })
    const reader = events.body?.getReader()
    const silent = await Promise.all(Array.from({ length: 12 }, () => openSocket(web.port)))
    expect(await Promise.all(silent.map(socket => endsWithin(socket, 3000)))).not.toContain(false)
    web.post('/sync').catch(() => {})
    expect((await reader?.read())?.done).toBe(false)
    end.abort()
  })
})

describe('what Node would answer by itself', () => {
  test.each([
    ['Expect: 100-continue', 417],
    ['Expect: nothing', 417],
  ])('has our headers: %s', async (line, status) => {
    const web = await startWeb({ waitForSyncMs: 0 })
    const host = `Host: 127.0.0.1:${web.port}`
    const answer = await ask(web.port, ['POST /api/v1/sync HTTP/1.1', host, line, 'Content-Length: 2'], '{}')
    expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([status, 'nosniff'])
    const foreign = await ask(web.port, ['POST /api/v1/sync HTTP/1.1', 'Host: evil.example', line])
    expect(foreign.status).toBe(403)
  })
  test('has our headers: no name of a host', async () => {
    const web = await startWeb({ waitForSyncMs: 0 })
    for (const version of ['HTTP/1.1', 'HTTP/1.0']) {
      const answer = await ask(web.port, [`GET / ${version}`])
      expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
        400,
        expect.stringContaining("default-src 'none'"),
      ])
    }
  })
})

describe('answers that nobody takes', () => {
  const BIG = '5e552000-0000-4000-8000-000000000001'

  test('are held up to a limit over all clients, and let go with them', async () => {
    const prompt = 'a long prompt '.repeat(150_000)
    const home = makeKeepHome({ [`.claude/projects/-big/${BIG}.jsonl`]: makeLines(BIG, { prompt }) })
    const web = await startWeb({ home, more: { limits: { waitingBytes: 6_000_000 } } })
    const askRow = () => web.get(`/sessions/${BIG}/row`, { turn: 1, index: 1 })
    expect((await (await askRow()).text()).length).toBeGreaterThan(2_000_000)
    const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(web.port)))
    const head = `Host: 127.0.0.1:${web.port}\r\nAuthorization: Bearer ${web.token}\r\n\r\n`
    for (const socket of sockets) {
      socket.on('error', () => {})
      socket.pause()
    }
    const statusWhenAsked = async (): Promise<number> => {
      for (const socket of sockets) {
        socket.write(`GET /api/v1/sessions/${BIG}/row?turn=1&index=1 HTTP/1.1\r\n${head}`.repeat(3))
      }
      const answer = await askRow()
      const text = await answer.text()
      return text.includes('too-much-waiting') ? answer.status : 0
    }
    await expect.poll(statusWhenAsked, { timeout: 20_000 }).toBe(503)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await askRow()).status, { timeout: 10_000 }).toBe(200)
  }, 60_000)

  test('leave no room for more, and one that is larger than all of it goes out alone', () => {
    const waiting = new WaitingBytes(100)
    const [large, small] = [new PassThrough(), new PassThrough()]
    waiting.hold(500, large)
    expect(() => waiting.requireRoom()).toThrow('answers wait')
    expect(() => waiting.hold(1, small)).toThrow('answers wait')
    large.emit('close')
    waiting.requireRoom()
    waiting.hold(60, small)
    expect(() => waiting.hold(60, new PassThrough())).toThrow('answers wait')
  })
})
