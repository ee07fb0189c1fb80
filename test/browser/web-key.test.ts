import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { makeLines, ONE } from '../temp-tree.ts'
import { ask } from '../web-socket.ts'
import { type OtherServer, type Received, startOtherServer } from './other-server.ts'
import { openWeb, settled, type WebBrowser } from './web-harness.ts'

const LURED = '66666666-6666-4666-8666-666666666666'

let other: OtherServer
let browser: WebBrowser
beforeAll(async () => {
  other = await startOtherServer(() => browser.web.origin)
  const [first, answer] = makeLines(LURED, { prompt: 'Where is it?' }) as readonly { message: object }[]
  const text = `See [the other server](${other.origin}/lure?from=a-link), ![an image](${other.origin}/image.png).`
  const answered = { ...answer, message: { ...answer?.message, content: [{ type: 'text', text }] } }
  const lines = [first, answered] as readonly object[]
  browser = await openWeb({ home: makeKeepHome({ [`.claude/projects/-x/${LURED}.jsonl`]: lines }) })
}, 120_000)
afterAll(() => other.close())

/** All that was received, tried as whatever it could be, at an answer and at a change. */
async function listOpened(received: readonly Received[]): Promise<readonly string[]> {
  const { port, origin } = browser.web
  const texts = received.flatMap(({ url, headers, body }) => [url, ...headers, body])
  const secrets = new Set(texts.flatMap(text => text.match(/[\w.-]{16,}/g) ?? []))
  const tries: (readonly string[])[] = received.map(({ headers }) => pairs(headers).filter(isOfPerson))
  for (const secret of secrets) {
    tries.push([`Authorization: Bearer ${secret}`], [`Cookie: backscroll-${port}=${secret}`])
  }
  const opened: string[] = []
  for (const lines of tries) {
    for (const [method, path] of [
      ['GET', '/api/v1/about'],
      ['POST', '/api/v1/sync'],
    ] as const) {
      const body = method === 'POST' ? '{}' : ''
      const sent = ['Content-Type: application/json', `Content-Length: ${body.length}`, `Origin: ${origin}`]
      const answer = await ask(port, [`${method} ${path} HTTP/1.1`, `Host: 127.0.0.1:${port}`, ...sent, ...lines], body)
      if (answer.status !== 401) opened.push(`${answer.status} ${method} ${lines.join(', ')}`)
    }
  }
  for (const secret of secrets) {
    const body = JSON.stringify({ code: secret })
    const sent = ['Content-Type: application/json', `Content-Length: ${body.length}`]
    const answer = await ask(port, ['POST /api/v1/key HTTP/1.1', `Host: 127.0.0.1:${port}`, ...sent], body)
    if (answer.status === 200) opened.push(`code ${secret}`)
  }
  return opened
}

function pairs(raw: readonly string[]): readonly string[] {
  return raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1] ?? ''}`] : []))
}

/** Whoever replays what a browser sent leaves out what tells that it came from elsewhere. */
function isOfPerson(line: string): boolean {
  return /^(cookie|authorization|x-|referer)/i.test(line)
}

/** A browser that came in by the address that was printed. */
async function enter(): Promise<{ readonly page: Page; readonly context: BrowserContext; close(): Promise<void> }> {
  const { page, close } = await browser.open('/')
  await settled(page)
  return { page, context: page.context(), close }
}

describe('another server on this host', () => {
  test('that a person is lured to from the page gets nothing that opens it', async () => {
    const { page, context, close } = await enter()
    await page.goto(`${browser.web.origin}/session/${LURED}?level=all`)
    const link = page.locator('.rows a', { hasText: 'the other server' }).first()
    const [lured] = await Promise.all([context.waitForEvent('page'), link.click({ modifiers: ['ControlOrMeta'] })])
    await lured.waitForLoadState()
    await lured.click('#open')
    await lured.waitForFunction(() => document.title === 'reported')
    const again = await context.newPage()
    await again.goto(`${other.origin}/bounce`)
    await settled(again)
    expect(new URL(again.url()).pathname).toBe('/usage')
    const { received } = other
    expect(received.map(({ url }) => url)).toEqual(expect.arrayContaining(['/lure?from=a-link', '/report', '/bounce']))
    expect(received.filter(({ url }) => url === '/image.png')).toEqual([])
    const report = received.find(({ url }) => url === '/report')?.body.split('\n') ?? []
    const failed = ['get', 'blind get', 'post', 'blind post', 'shell', 'code', 'frame', 'window', 'address', 'opener']
    expect(report.toSorted()).toEqual(
      [...failed.map(name => `${name} failed`), 'cookie: ', 'storage: {}{}', 'referrer: '].toSorted(),
    )
    expect(await listOpened(received)).toEqual([])
    await close()
  })

  test('is told no cookie of ours and no address, and what it could make of them is tried for real', async () => {
    const { page, context, close } = await enter()
    expect(await context.cookies()).toEqual([])
    const key = await page.evaluate(() => localStorage.getItem('backscroll-key'))
    // The check itself finds a key where there is one.
    const known = { method: 'GET', url: '/', headers: ['Authorization', `Bearer ${key}`], body: '' }
    expect(await listOpened([known])).toHaveLength(4)
    const page2 = await context.newPage()
    await page2.goto(`${other.origin}/plain`)
    expect(await page2.evaluate(() => localStorage.getItem('backscroll-key'))).toBe(null)
    await close()
  })
})

test('a foreign page cannot use a link to ours for anything but looking at it', async () => {
  const { context, close } = await enter()
  const page = await context.newPage()
  await page.goto(`${other.origin}/plain`)
  await page.evaluate(address => {
    location.href = address
  }, `${browser.web.origin}/session/${ONE}`)
  await page.waitForURL(`${browser.web.origin}/**`)
  await settled(page)
  expect(await page.textContent('body')).toContain('Grow the tomatoes')
  expect(await page.evaluate(() => document.referrer)).not.toContain('code=')
  await close()
})
