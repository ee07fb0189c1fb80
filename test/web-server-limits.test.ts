import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIMITS } from '../src/serving/limits.ts'
import { keepToken } from '../src/serving/token.ts'
import { makeTree } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'
import { ask, endsWithin, openSocket, parseAnswer, type RawAnswer } from './web-socket.ts'

let web: WebHome
beforeAll(async () => {
  web = await startWeb({
    more: { limits: { headersMs: 700, requestMs: 1000, checkMs: 100, stalledMs: 700, keepAliveMs: 500 } },
  })
})

const host = (): string => `Host: 127.0.0.1:${web.port}`
const bearer = (): string => `Authorization: Bearer ${web.token}`
const send = (lines: readonly string[], body: string | Uint8Array = ''): Promise<RawAnswer> =>
  ask(web.port, lines, body)
const get = (path: string): Promise<RawAnswer> => send([`GET ${path} HTTP/1.1`, host(), bearer()])

function post(body: string | Uint8Array, type = 'application/json'): Promise<RawAnswer> {
  const length = typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
  const lines = ['POST /api/v1/sync HTTP/1.1', host(), bearer(), `Content-Type: ${type}`, `Content-Length: ${length}`]
  return send(lines, body)
}

/** After anything at all the server still answers. */
async function stillAnswers(): Promise<void> {
  expect((await get('/api/v1/about')).status).toBe(200)
}

describe('a malformed request', () => {
  test.each([
    ['/api/v1/%ff', 400],
    ['/api/v1/%', 400],
    ['/api/v1/about%00', 400],
    ['/api/v1/about%0d%0aX:1', 400],
    ['/api/v1/..%2fabout', 404],
    ['/api/v1/../v1/about', 404],
    ['/api/v1/%2e%2e/v1/about', 404],
    ['/api/v1/about\\..', 404],
    ['http://127.0.0.1/api/v1/about', 400],
    ['about', 400],
    ['*', 400],
  ])('for %s is turned away', async (path, status) => {
    const answer = await get(path)
    expect(answer.status).toBe(status)
    expect(answer.body).not.toMatch(/at .*\.ts|node:|Error:/)
    await stillAnswers()
  })
  test.each([
    ['?nothing=1', 'there is no parameter "nothing"'],
    ['?__proto__=1', 'there is no parameter "__proto__"'],
    ['?constructor=1', 'there is no parameter "constructor"'],
    ['?%ff=%ff', 'there is no parameter'],
    ['?a[b]=1', 'there is no parameter'],
  ])('with the query %s is told what is wrong', async (query, message) => {
    const answer = await get(`/api/v1/about${query}`)
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.body).error.message).toContain(message)
  })
  test('with a value that is too long, empty or there twice is told which', async () => {
    for (const query of [`?session=${'x'.repeat(201)}`, '?session=', '?session=a&session=b']) {
      const answer = await get(`/api/v1/events${query}`)
      expect([query, answer.status]).toEqual([query, 400])
      expect(JSON.parse(answer.body).error.message).toContain('the parameter "session"')
    }
  })
  test.each([
    ['', 200],
    ['{}', 200],
    [' {} \n', 200],
    ['{"more":1}', 400],
    ['{"__proto__":{"a":1}}', 400],
    ['[]', 400],
    ['null', 400],
    ['"{}"', 400],
    ['{', 400],
    ['{}{}', 400],
  ])('with the body %j is answered', async (body, status) => {
    const answer = await post(body)
    expect(answer.status).toBe(status)
    if (status === 400) expect(['bad-json', 'bad-request']).toContain(JSON.parse(answer.body).error.code)
  })
  test('with a body as deep as it is long is answered', async () => {
    expect((await post('['.repeat(30_000))).status).toBe(400)
    expect((await post(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).status).toBe(400)
  })
  test('with bytes that are no UTF-8 is no JSON', async () => {
    expect((await post(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).status).toBe(400)
  })
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    'application/json; charset=utf-16',
  ])('with a body of type %j is not read', async type => {
    const answer = await post('{}', type)
    expect(answer.status).toBe(415)
    expect(JSON.parse(answer.body).error.code).toBe('not-json')
  })
  test('that is no HTTP ends the connection', async () => {
    const answer = await send(['\u0016\u0003\u0001 hello'])
    expect(answer.status).toBe(400)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect((await send(['BREW / HTTP/1.1', host()])).status).toBe(400)
    expect((await send(['GET / HTTP/1.1', 'Host : x'])).status).toBe(400)
    expect((await send(['GET / HTTP/1.1'])).status).toBe(400)
    await stillAnswers()
  })
  test('with two lengths is not guessed at', async () => {
    const lines = ['POST /api/v1/sync HTTP/1.1', host(), bearer(), 'Content-Type: application/json']
    expect((await send([...lines, 'Content-Length: 2', 'Transfer-Encoding: chunked'], '0\r\n\r\n')).status).toBe(400)
    expect((await send([...lines, 'Content-Length: 2', 'Content-Length: 3'], '{}')).status).toBe(400)
  })
  test('to be another kind of connection is none', async () => {
    const upgrade = ['Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13']
    expect((await send(['GET /api/v1/nothing HTTP/1.1', host(), ...upgrade])).status).toBe(404)
    expect((await send([`CONNECT 127.0.0.1:${web.port} HTTP/1.1`, host()])).status).not.toBe(200)
    expect((await send(['TRACE / HTTP/1.1', host(), bearer()])).status).toBe(405)
  })
})

describe('a request that is too large', () => {
  test('in its query is not read', async () => {
    expect((await get(`/api/v1/events?session=${'x'.repeat(LIMITS.queryBytes)}`)).status).toBe(414)
    expect((await get(`/session/${'x'.repeat(LIMITS.pathBytes)}`)).status).toBe(414)
    expect((await get(`/api/v1/about?${'x'.repeat(LIMITS.headerBytes)}`)).status).toBe(431)
  })
  test('in its headers is not read', async () => {
    const answer = await send(['GET / HTTP/1.1', host(), `X-Long: ${'x'.repeat(LIMITS.headerBytes)}`])
    expect(answer.status).toBe(431)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  })
  test('in its body is not read, whatever it says of its length', async () => {
    const body = `{"a":"${'x'.repeat(LIMITS.bodyBytes)}"}`
    expect((await post(body)).status).toBe(413)
    const lines = ['POST /api/v1/sync HTTP/1.1', host(), bearer(), 'Content-Type: application/json']
    const chunk = `${(32 * 1024).toString(16)}\r\n${'x'.repeat(32 * 1024)}\r\n`
    const chunked = await send([...lines, 'Transfer-Encoding: chunked'], `${chunk.repeat(3)}0\r\n\r\n`)
    expect(chunked.status).toBe(413)
    await stillAnswers()
  })
})

describe('a slow client', () => {
  test('that never ends its headers is let go', async () => {
    const socket = await openSocket(web.port)
    socket.write(`GET / HTTP/1.1\r\n${host()}\r\n`)
    expect(await endsWithin(socket, 5000)).toBe(true)
  })
  test('that never ends its body is let go', async () => {
    const socket = await openSocket(web.port)
    const lines = [
      'POST /api/v1/sync HTTP/1.1',
      host(),
      bearer(),
      'Content-Type: application/json',
      'Content-Length: 9',
    ]
    socket.write(`${lines.join('\r\n')}\r\n\r\n{`)
    expect(await endsWithin(socket, 5000)).toBe(true)
  })
  test('that takes nothing of a long answer is let go, and costs no more memory than that', async () => {
    const before = process.memoryUsage().rss
    const socket = await openSocket(web.port)
    socket.pause()
    socket.on('error', () => {})
    const request = `GET /api/v1/about HTTP/1.1\r\n${host()}\r\n${bearer()}\r\n\r\n`
    for (let round = 0; round < 40 && !socket.destroyed; round++) {
      socket.write(request.repeat(1000))
      await sleep(50)
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024)
    const isGone = (): boolean => {
      socket.write('G')
      return socket.destroyed
    }
    await expect.poll(isGone, { timeout: 10_000 }).toBe(true)
    await stillAnswers()
  })
})

test('an idle connection is not kept for long', async () => {
  const socket = await openSocket(web.port)
  socket.write(`GET /nothing HTTP/1.1\r\n${host()}\r\n\r\n`)
  expect(await endsWithin(socket, 10_000)).toBe(true)
})

describe('many clients', () => {
  test('cannot have more connections than there are', async () => {
    const crowded = await startWeb({ more: { limits: { connections: 5 } } })
    const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(crowded.port)))
    const ended = await Promise.all(sockets.map(socket => endsWithin(socket, 1500)))
    expect(ended.filter(isEnded => isEnded).length).toBe(15)
    for (const socket of sockets) socket.destroy()
    await sleep(50)
    expect((await crowded.get('/about')).status).toBe(200)
  })
  test('cannot have more event streams than there are', async () => {
    const clients = Array.from({ length: LIMITS.eventStreams + 3 }, () => new AbortController())
    const answers = await Promise.all(clients.map(({ signal }) => listen(signal)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMITS.eventStreams)
    const refused = answers.filter(({ status }) => status === 503)
    expect(refused).toHaveLength(3)
    expect(await refused[0]?.json()).toMatchObject({ error: { code: 'too-many-listeners' } })
    for (const client of clients) client.abort()
    await expect.poll(async () => (await listen(AbortSignal.timeout(500))).status, { timeout: 5000 }).toBe(200)
  })
})

function listen(signal: AbortSignal, query = ''): Promise<Response> {
  const headers = { Authorization: `Bearer ${web.token}` }
  return fetch(`${web.origin}/api/v1/events${query}`, { headers, signal })
}

describe('the events', () => {
  test('begin with how far keeping is, and tell of what changes', async () => {
    const end = new AbortController()
    const response = await listen(end.signal)
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    let text = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString('utf8')
    })().catch(() => {})
    await expect.poll(() => text).toMatch(/^retry: \d+\n\nevent: keeper\ndata: \{"kind":"keeper","keeper":\{.*\}\}\n\n/)
    const line = readFileSync(web.home.transcript, 'utf8')
    writeFileSync(web.home.transcript, `${line + line.split('\n')[0]?.replaceAll('u-', 'v-')}\n`)
    await web.post('/sync')
    await expect.poll(() => text, { timeout: 10_000 }).toContain('event: index\ndata: {"kind":"index"}\n\n')
    end.abort()
    await reading
  })
  test('end when the server does', async () => {
    const other = await startWeb()
    const headers = { Authorization: `Bearer ${other.token}` }
    const response = await fetch(`${other.origin}/api/v1/events`, { headers })
    const reading = response.text().catch(() => 'broken off')
    await other.close()
    expect(await reading).toContain('keeper')
  })
})

describe('every answer', () => {
  const SHARED: readonly (readonly [string, RegExp])[] = [
    ['x-content-type-options', /^nosniff$/],
    ['x-frame-options', /^DENY$/],
    ['referrer-policy', /^no-referrer$/],
    ['cross-origin-opener-policy', /^same-origin$/],
    ['cross-origin-resource-policy', /^same-origin$/],
    ['permissions-policy', /camera=\(\)/],
    ['content-security-policy', /^default-src 'none'; .*frame-ancestors 'none'/],
    ['cache-control', /^(no-store|private, max-age=31536000, immutable)$/],
  ]
  test.each([
    ['the page', () => send(['GET / HTTP/1.1', host()])],
    ['a missing page', () => get('/nothing')],
    ['a file of the page', () => get('/assets/app-BBBB.css')],
    ['an answer', () => get('/api/v1/about')],
    ['an error', () => get('/api/v1/about?x=1')],
    ['a missing question', () => get('/api/v1/nothing')],
    ['no key', () => send(['GET /api/v1/about HTTP/1.1', host()])],
    ['a wrong method', () => send(['PUT / HTTP/1.1', host(), bearer()])],
    ['a foreign host', () => send(['GET / HTTP/1.1', 'Host: evil.example'])],
    ['a bad address', () => get('/%ff')],
    ['a request that is none', () => send(['hello'])],
  ])('is fit for a browser: %s', async (_, request) => {
    const answer = await request()
    for (const [name, wanted] of SHARED) expect(answer.headers.get(name), name).toMatch(wanted)
    expect(answer.headers.has('access-control-allow-origin')).toBe(false)
    expect(answer.headers.has('server')).toBe(false)
    expect(answer.headers.has('x-powered-by')).toBe(false)
  })
  test('of the page forbids scripts, styles and connections from elsewhere', async () => {
    const policy = (await get('/')).headers.get('content-security-policy')
    expect(policy).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; font-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    )
  })
  test('comes in the order of the requests on one connection', async () => {
    const socket = await openSocket(web.port)
    const request = (path: string, more = ''): string =>
      `GET ${path} HTTP/1.1\r\n${host()}\r\n${bearer()}\r\n${more}\r\n`
    socket.write(request('/api/v1/about') + request('/nothing', 'Connection: close\r\n'))
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('latin1')
    expect(Array.from(text.matchAll(/HTTP\/1\.1 (\d+)/g), ([, status]) => status)).toEqual(['200', '404'])
    expect(parseAnswer(text).status).toBe(200)
  })
})

describe('the token', () => {
  const path = (folder: string): string => join(folder, 'api-token')
  test('is kept for its owner alone and stays the same', () => {
    const folder = join(makeTree({}), 'new', 'keep')
    const first = keepToken(folder, 'api-token')
    expect(first).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), madeAnewBecause: undefined })
    expect(statSync(path(folder)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(keepToken(folder, 'api-token')).toEqual(first)
  })
  test('is made anew, and that is said, where it is damaged, short, open to others or no file', () => {
    const folder = makeTree({})
    const { token } = keepToken(folder, 'api-token')
    const anew = (why: RegExp): void => {
      const made = keepToken(folder, 'api-token')
      expect(made.madeAnewBecause).toMatch(why)
      expect(made.token).not.toBe(token)
      expect(keepToken(folder, 'api-token')).toEqual({ token: made.token, madeAnewBecause: undefined })
    }
    writeFileSync(path(folder), 'short\n')
    anew(/damaged/)
    writeFileSync(path(folder), '')
    anew(/damaged/)
    chmodSync(path(folder), 0o644)
    anew(/others could read it/)
    rmSync(path(folder))
    mkdirSync(path(folder))
    anew(/no file/)
  })
  test('that cannot be kept is an error with a next step', () => {
    const folder = makeTree({ file: '' })
    expect(() => keepToken(join(folder, 'file', 'below'), 'api-token')).toThrow(/the key to the server cannot be kept/)
  })
})
