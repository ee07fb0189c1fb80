import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { findPageToken } from '../src/surfaces/web/access/page-token.ts'
import { enterOwnServer } from '../src/surfaces/web/find-own-server.ts'
import { makeTree } from './temp-tree.ts'
import { startWeb, type WebHome } from './web-home.ts'
import { ask } from './web-socket.ts'

const MINUTE_MS = 60_000

/** The clocks of the server: the one that people set, and the one that only runs. */
const clock = { setBy: 0, uptimeMs: 0 }
let web: WebHome
beforeAll(async () => {
  web = await startWeb({ more: { now: () => Date.now() + clock.setBy, uptimeMs: () => clock.uptimeMs } })
})

async function newCode(at = web): Promise<string> {
  return (await enterOwnServer({ host: '127.0.0.1', port: at.port, token: at.token })) ?? 'none'
}

function exchange(code: string, headers: Record<string, string> = {}, at = web): Promise<Response> {
  const all = { 'Content-Type': 'application/json', ...headers }
  return fetch(`${at.origin}/api/v1/key`, { method: 'POST', headers: all, body: JSON.stringify({ code }) })
}

async function newKey(at = web): Promise<string> {
  const response = await exchange(await newCode(at), {}, at)
  expect(response.status).toBe(200)
  return ((await response.json()) as { key: string }).key
}

const bearer = (key: string): { Authorization: string } => ({ Authorization: `Bearer ${key}` })

async function statusFor(key: string, at = web): Promise<number> {
  return (await fetch(`${at.origin}/api/v1/about`, { headers: bearer(key) })).status
}

function keyFiles(at = web): readonly string[] {
  return readdirSync(join(at.home.keep, 'page-keys'))
}

describe('the code in the address that is printed', () => {
  test('stands behind the #, opens nothing itself, and becomes the key of one browser', async () => {
    const [, code = ''] = new RegExp(`^${web.origin}/#code=([\\w.-]+)$`).exec(web.url) ?? []
    expect(await statusFor(code)).toBe(401)
    const response = await exchange(code)
    const { schema, key } = (await response.json()) as { schema: string; key: string }
    expect([schema, await statusFor(key)]).toEqual(['backscroll.key/1', 200])
    expect(response.headers.has('set-cookie')).toBe(false)
  })
  test('works once', async () => {
    const code = await newCode()
    expect((await exchange(code)).status).toBe(200)
    const again = await exchange(code)
    expect(again.status).toBe(401)
    expect(await again.json()).toMatchObject({ error: { code: 'wrong-code', hint: expect.stringMatching(/open/) } })
  })
  test('works for ten minutes, however the clock of the machine is set meanwhile', async () => {
    const [soon, late] = [await newCode(), await newCode()]
    clock.setBy = -400 * 24 * 60 * MINUTE_MS
    clock.uptimeMs += 9 * MINUTE_MS
    expect((await exchange(soon)).status).toBe(200)
    clock.uptimeMs += 2 * MINUTE_MS
    expect((await exchange(late)).status).toBe(401)
    clock.setBy = 400 * 24 * 60 * MINUTE_MS
    expect((await exchange(late)).status).toBe(401)
    const key = await newKey()
    clock.setBy = -clock.setBy
    expect(await statusFor(key)).toBe(200)
    clock.setBy = 0
  })
  test('cannot be made from another one, nor by whoever does not know the token', async () => {
    const [at = '', salt = '', signature = ''] = (await newCode()).split('.')
    const other = await startWeb()
    const ours = { port: web.port, token: other.token, host: '127.0.0.1' }
    expect(await enterOwnServer(ours)).toBe(undefined)
    const made = [`${Number(at) + 1}.${salt}.${signature}`, `${at}.${'A'.repeat(12)}.${signature}`, `${at}.${salt}.`]
    for (const code of [...made, `${at}.${salt}.${'A'.repeat(43)}`, await newCode(other), web.token, '', '..', '%00'])
      expect([code, (await exchange(code)).status]).toEqual([code, 401])
    expect(await enterOwnServer({ ...ours, token: web.token })).toMatch(/^\d+\./)
  })
  test('of a server that has ended is not taken by the next one', async () => {
    const first = await startWeb()
    const code = await newCode(first)
    await first.close()
    const next = await startWeb({ home: first.home, more: { port: first.port } })
    expect((await exchange(code, {}, next)).status).toBe(401)
  })
  test('is read from a small JSON body alone', async () => {
    const code = await newCode()
    expect((await fetch(`${web.origin}/api/v1/key?code=${code}`)).status).toBe(405)
    expect((await fetch(`${web.origin}/api/v1/key`, { method: 'POST', body: code })).status).toBe(415)
    expect((await exchange('x'.repeat(300))).status).toBe(400)
    expect((await exchange(code, { Origin: 'http://127.0.0.1:1' })).status).toBe(403)
    expect((await exchange(code)).status).toBe(200)
  })
})

describe('the key of a browser', () => {
  test('is one for each, kept as a hash for its owner alone', async () => {
    const keys = [await newKey(), await newKey()]
    for (const key of keys) expect(await statusFor(key)).toBe(200)
    expect(keys[0]).not.toBe(keys[1])
    const folder = join(web.home.keep, 'page-keys')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of keyFiles()) {
      expect(name).toMatch(/^[0-9a-f]{64}$/)
      expect([statSync(join(folder, name)).mode & 0o777, readFileSync(join(folder, name), 'utf8')]).toEqual([0o600, ''])
      expect(keys.map(key => Buffer.from(key, 'base64url').toString('hex'))).not.toContain(name)
    }
  })
  test('stays the same where the browser that has it comes with another code', async () => {
    const key = await newKey()
    const before = keyFiles().length
    const code = await newCode()
    expect(await (await exchange(code, bearer(key))).json()).toMatchObject({ key })
    expect(keyFiles()).toHaveLength(before)
    expect((await exchange(code)).status).toBe(401)
  })
  test('goes on working after a restart of the server', async () => {
    const first = await startWeb()
    const key = await newKey(first)
    await first.close()
    const next = await startWeb({ home: first.home, more: { port: first.port } })
    expect(await statusFor(key, next)).toBe(200)
  })
  test('of a hundred others at most is kept: the one that was not used for longest goes first', async () => {
    const at = await startWeb()
    const [used, left] = [await newKey(at), await newKey(at)]
    const folder = join(at.home.keep, 'page-keys')
    const long = new Date(Date.now() - 100 * MINUTE_MS)
    for (const name of keyFiles(at)) utimesSync(join(folder, name), long, long)
    expect(await statusFor(used, at)).toBe(200)
    for (let made = 2; made < 100; made++) writeFileSync(join(folder, made.toString(16).padStart(64, '0')), '')
    const newest = await newKey(at)
    expect(keyFiles(at)).toHaveLength(100)
    expect([await statusFor(used, at), await statusFor(left, at), await statusFor(newest, at)]).toEqual([200, 401, 200])
  })
  test('that cannot be kept is a sentence, and the code is as good as before', async () => {
    const at = await startWeb()
    writeFileSync(join(at.home.keep, 'page-keys'), 'no folder')
    const code = await newCode(at)
    const response = await exchange(code, {}, at)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'key-not-kept' } })
    rmSync(join(at.home.keep, 'page-keys'))
    expect((await exchange(code, {}, at)).status).toBe(200)
  })
  test('changes something only for a page of ours, and the token of programs does it alone', async () => {
    const key = await newKey()
    const sync = async (headers: Record<string, string>): Promise<number> => {
      const all = { 'Content-Type': 'application/json', ...headers }
      return (await fetch(`${web.origin}/api/v1/sync`, { method: 'POST', headers: all, body: '{}' })).status
    }
    expect(await sync({ ...bearer(key), Origin: web.origin })).toBe(200)
    expect(await sync(bearer(web.token))).toBe(200)
    expect(await sync(bearer(key))).toBe(403)
    expect(await sync({ ...bearer(key), Origin: 'http://127.0.0.1:1' })).toBe(403)
    expect(await sync({ Origin: web.origin })).toBe(401)
  })
})

describe('open --new-key', () => {
  const renew = (at: WebHome): void => {
    findPageToken({ keepDir: at.home.keep, roots: {}, renewsKey: true })
  }
  test('makes keys, codes and the token of before worthless at a server that runs, and ends its streams', async () => {
    const at = await startWeb()
    const [key, code] = [await newKey(at), await newCode(at)]
    const stream = await fetch(`${at.origin}/api/v1/events`, { headers: bearer(key) })
    const reading = stream.text()
    renew(at)
    expect(await statusFor(key, at)).toBe(401)
    expect(await statusFor(at.token, at)).toBe(401)
    expect((await exchange(code, {}, at)).status).toBe(401)
    expect(await reading).toContain('keeper')
    const token = readFileSync(join(at.home.keep, 'api-token'), 'utf8').trim()
    expect(await statusFor(token, at)).toBe(200)
    expect(keyFilesIfAny(at)).toEqual([])
  })
  test('ends a stream of which nobody asks anything', async () => {
    const at = await startWeb()
    const stream = await fetch(`${at.origin}/api/v1/events`, { headers: bearer(await newKey(at)) })
    renew(at)
    expect(await stream.text()).toContain('keeper')
  })
  test('holds also where a key was left behind: a file alone opens nothing', async () => {
    const at = await startWeb()
    const key = await newKey(at)
    const [name = ''] = keyFiles(at)
    renew(at)
    mkdirSync(join(at.home.keep, 'page-keys'), { mode: 0o700 })
    writeFileSync(join(at.home.keep, 'page-keys', name), '')
    expect(await statusFor(key, at)).toBe(401)
  })
  test('is not undone by a token that cannot be read for a moment', async () => {
    const at = await startWeb()
    const path = join(at.home.keep, 'api-token')
    const key = await newKey(at)
    chmodSync(path, 0o644)
    expect([await statusFor(key, at), await statusFor(at.token, at)]).toEqual([200, 200])
    renew(at)
    expect([await statusFor(key, at), await statusFor(at.token, at)]).toEqual([401, 401])
  })
})

function keyFilesIfAny(at: WebHome): readonly string[] {
  return existsSync(join(at.home.keep, 'page-keys')) ? keyFiles(at) : []
}

describe('the cookie of earlier releases', () => {
  const host = (): string => `Host: 127.0.0.1:${web.port}`
  test('is taken away, whatever port it was for, and no other with it', async () => {
    const cookie = `Cookie: a=b; backscroll-${web.port}=x; backscroll-4870=y; backscroll-x=z; backscroll=1`
    const { headers, status } = await fetch(web.origin, { headers: { Cookie: cookie.slice(8) } })
    expect(status).toBe(200)
    const gone = (port: number): string => `backscroll-${port}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`
    expect(headers.getSetCookie()).toEqual([gone(web.port), gone(4870)])
  })
  test('opens nothing, and what it held is no token any more', async () => {
    const at = await startWeb()
    const old = 'A'.repeat(43)
    const home = makeTree({ 'web-token': `${old}\n` })
    chmodSync(join(home, 'web-token'), 0o600)
    const { token } = findPageToken({ keepDir: home, roots: {} })
    expect([token === old, existsSync(join(home, 'web-token'))]).toEqual([false, false])
    const cookie = `Cookie: backscroll-${at.port}=${at.token}`
    const answer = await ask(at.port, ['GET /api/v1/about HTTP/1.1', `Host: 127.0.0.1:${at.port}`, cookie])
    expect(answer.status).toBe(401)
  })
  test('is never set', async () => {
    const answers = [
      await ask(web.port, ['GET / HTTP/1.1', host()]),
      await ask(web.port, [`GET /?token=${web.token} HTTP/1.1`, host()]),
    ]
    expect(answers.map(({ status, headers }) => [status, headers.has('set-cookie')])).toEqual([
      [200, false],
      [200, false],
    ])
  })
})
