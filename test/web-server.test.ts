import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_ROUTES } from '../src/surfaces/web/page-routes.ts'
import { startWeb, type WebHome } from './web-home.ts'
import { ask, cookieOf, type RawAnswer } from './web-socket.ts'

let web: WebHome
beforeAll(async () => {
  web = await startWeb()
})

const send = (lines: readonly string[], body = ''): Promise<RawAnswer> => ask(web.port, lines, body)
const host = (): string => `Host: 127.0.0.1:${web.port}`
const bearer = (): string => `Authorization: Bearer ${web.token}`
/** As earlier releases took it. */
const cookie = (): string => `Cookie: backscroll-${web.port}=${web.token}`

describe('the page', () => {
  test('is the same at each of its addresses for everybody, and holds nothing of what is kept', async () => {
    for (const { path } of PAGE_ROUTES) {
      const address = path.replace(':id', '0a1b')
      const [open, shut] = [
        await send([`GET ${address} HTTP/1.1`, host(), bearer()]),
        await send([`GET ${address} HTTP/1.1`, host()]),
      ]
      expect([address, open.status, shut.status]).toEqual([address, 200, 200])
      expect(open.body).toContain('<div id="app">')
      expect(shut.body).toBe(open.body)
      for (const told of [web.token, web.home.home, web.home.keep, 'tomatoes']) expect(open.body).not.toContain(told)
    }
  })
  test.each([
    '/nothing',
    '/index.html',
    '/session',
    '/session/a/b',
    '/sessions/',
    '/favicon.ico',
    '/.well-known/x',
    '/assets/',
    '/assets/nothing.js',
    '/assets/manifest.json',
    '//',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/../../etc/passwd',
    '/session/..%5c..%5cx',
    '/session/%2e%2e',
  ])('is not at %s', async path => {
    const answer = await send([`GET ${path} HTTP/1.1`, host()])
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('<div id="app">')
  })
  test('says nothing of what was asked for', async () => {
    const answer = await send(['GET /<b>planted</b>?planted HTTP/1.1', host()])
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('planted')
  })
  test('has files that a browser may keep for good, by their exact names alone', async () => {
    const answer = await send(['GET /assets/main-AAAA.js HTTP/1.1', host()])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
    expect(answer.body).toContain('small')
    for (const name of ['main-aaaa.js', 'main-AAAA.js/', 'main-AAAA', 'main-AAAA.js%00']) {
      expect((await send([`GET /assets/${name} HTTP/1.1`, host()])).body).not.toContain('small')
    }
  })
})

describe('the API', () => {
  const about = 'GET /api/v1/about HTTP/1.1'
  test('answers to programs with the token', async () => {
    const answer = await send([about, host(), bearer()])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(JSON.parse(answer.body)).toMatchObject({ schema: 'backscroll.about/1', version: '0.0.0-test', zone: 'UTC' })
  })
  test.each([
    () => 'X-Nothing: 1',
    () => cookie(),
    () => `Cookie: backscroll=${web.token}`,
    () => `Authorization: Bearer ${web.token}x`,
    () => `Authorization: Basic ${web.token}`,
    () => 'Authorization: Bearer',
  ])('answers 401 to %s', async line => {
    const answer = await send([about, host(), line()])
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.body).error).toMatchObject({ code: 'no-key' })
  })
  test('takes no token from the address', async () => {
    expect((await send([`GET /api/v1/about?token=${web.token} HTTP/1.1`, host()])).status).toBe(401)
  })
  test('says 404 as JSON for what is no question, and asks for no token', async () => {
    for (const path of ['/api/v1/nothing', '/api/v1', '/api/v1/', '/api/v2/about', '/api/v1/about/more']) {
      const answer = await send([`GET ${path} HTTP/1.1`, host()])
      expect([path, answer.status]).toEqual([path, 404])
      expect(JSON.parse(answer.body).error.code).toBe('no-such-question')
    }
  })
  test('says which methods there are', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST']) {
      const answer = await send([`${method} /api/v1/about HTTP/1.1`, host(), bearer(), 'Content-Length: 0'])
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
    expect((await send(['GET /api/v1/sync HTTP/1.1', host(), bearer()])).headers.get('allow')).toBe('POST')
    const page = await send(['POST / HTTP/1.1', host(), 'Content-Length: 0'])
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })
  test('answers HEAD as GET, without a body', async () => {
    for (const path of ['/api/v1/about', '/', '/api/v1/events', '/assets/main-AAAA.js']) {
      const answer = await send([`HEAD ${path} HTTP/1.1`, host(), bearer()])
      expect([path, answer.status, answer.body]).toEqual([path, 200, ''])
    }
  })
  test('keeps what is new when it is asked to', async () => {
    const answer = await web.post('/sync')
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ phase: 'watching', hasIndex: true })
  })
  test('says how well sessions are kept', async () => {
    expect(await web.json('/status')).toMatchObject({
      schema: 'backscroll.status/1',
      sessions: { kept: 2, notKept: 0 },
    })
  })
})

describe('a foreign page', () => {
  const about = 'GET /api/v1/about HTTP/1.1'
  const isTurnedAway = (answer: RawAnswer): void => {
    expect(answer.status).toBe(403)
    expect(answer.body).toBe('')
    expect(cookieOf(answer)).toBe(undefined)
  }
  test.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    'localhost',
    '127.0.0.1.evil.example:PORT',
    '127.0.0.1:PORT@evil.example',
    '[::2]:PORT',
    '127.0.0.2:PORT',
    '0.0.0.0:PORT',
    'localhost.:PORT',
    '',
  ])('that gives its name to this machine (%s) is turned away', async name => {
    const line = `Host: ${name.replace('PORT', String(web.port))}`
    isTurnedAway(await send([about, line, bearer()]))
    isTurnedAway(await send(['GET / HTTP/1.1', line]))
    isTurnedAway(await send(['POST /api/v1/key HTTP/1.1', line, 'Content-Length: 0']))
  })
  test.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT'])('is not meant by %s', async name => {
    const answer = await send([about, `Host: ${name.replace('PORT', String(web.port))}`, bearer()])
    expect(answer.status).toBe(200)
  })
  test('is turned away by two names at once', async () => {
    const answer = await send([about, host(), 'Host: evil.example', bearer()])
    expect([400, 403]).toContain(answer.status)
    expect(answer.body).toBe('')
  })
  test.each([
    'http://evil.example',
    'null',
    'https://127.0.0.1:PORT',
    'http://127.0.0.1:1',
    'http://127.0.0.1',
    'http://localhost:PORT',
  ])('is known by its origin (%s)', async origin => {
    const line = `Origin: ${origin.replace('PORT', String(web.port))}`
    isTurnedAway(await send([about, host(), line, bearer()]))
    isTurnedAway(await send(['POST /api/v1/sync HTTP/1.1', host(), line, bearer(), 'Content-Length: 0']))
    isTurnedAway(await send(['GET / HTTP/1.1', host(), line, bearer()]))
  })
  test('is known by what the browser says of it, also on another port of this machine', async () => {
    for (const site of ['cross-site', 'same-site', 'made-up']) {
      isTurnedAway(await send([about, host(), `Sec-Fetch-Site: ${site}`, bearer()]))
      isTurnedAway(
        await send(['GET /assets/main-AAAA.js HTTP/1.1', host(), `Sec-Fetch-Site: ${site}`, 'Sec-Fetch-Mode: no-cors']),
      )
      const frame = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: iframe']
      isTurnedAway(await send(['GET / HTTP/1.1', host(), `Sec-Fetch-Site: ${site}`, ...frame, bearer()]))
    }
  })
  test('may have a link to ours', async () => {
    const link = ['Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document']
    const answer = await send(['GET /usage HTTP/1.1', host(), ...link])
    expect(answer.status).toBe(200)
    isTurnedAway(await send([about, host(), ...link, bearer()]))
  })
})
