import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { findPageToken } from '../../src/surfaces/web/access/page-token.ts'
import { type KeepHome, makeKeepHome } from '../keep-home.ts'
import { makeLines, ONE, toLines } from '../temp-tree.ts'
import { newAddress, openWeb, settled, type WebBrowser } from './web-harness.ts'

const SEEING = '77777777-7777-4777-8777-777777777777'
/** One point, as PNG. */
const IMAGE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const LOCKED = 'Open the page from the terminal'

let browser: WebBrowser
beforeAll(async () => {
  browser = await openWeb({ home: makeHome() })
}, 120_000)

function makeHome(): KeepHome {
  const [first, ...rest] = makeLines(SEEING, { prompt: 'Look', cwd: '/x' }) as readonly { message: object }[]
  const source = (media_type: string, data: string) => ({ type: 'base64', media_type, data })
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'image', source: source('image/png', IMAGE) },
    { type: 'document', source: source('application/pdf', Buffer.from('%PDF-1.4 a field').toString('base64')) },
  ]
  const lines = [{ ...first, message: { ...first?.message, content } }, ...rest]
  return makeKeepHome({ [`.claude/projects/-x/${SEEING}.jsonl`]: lines })
}

function heading(page: Page, text: string): Promise<unknown> {
  return page.waitForFunction(wanted => document.querySelector('main h1')?.textContent === wanted, text)
}

const has = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(wanted => document.body.textContent?.includes(wanted), text)

function renew(at: WebBrowser): WebBrowser['web'] {
  const { token } = findPageToken({ keepDir: at.web.home.keep, roots: {}, renewsKey: true })
  return { ...at.web, token }
}

describe('a browser that was let in', () => {
  test('has an address without the code, also on the way back', async () => {
    const { page, close } = await browser.open('/session/x?turn=3&find=a%26b', { withoutKey: true })
    await heading(page, LOCKED)
    await page.goto('about:blank')
    await page.goto(await newAddress(browser.web, `/session/${ONE}?turn=1`))
    expect(page.url()).toBe(`${browser.web.origin}/session/${ONE}?turn=1`)
    await settled(page)
    await page.goto(`${browser.web.origin}/health`)
    await page.goBack()
    expect(page.url()).toBe(`${browser.web.origin}/session/${ONE}?turn=1`)
    await close()
  })

  test('reloads, opens bookmarks of deep places and more tabs, and shows images from there', async () => {
    const { page, close } = await browser.open('/')
    await settled(page)
    await page.reload()
    await has(page, 'Grow the tomatoes')
    const tab = await page.context().newPage()
    await tab.goto(`${browser.web.origin}/session/${SEEING}?level=all&turn=1`)
    const image = tab.locator('.rows figure.media img').first()
    await image.waitFor()
    await expect.poll(() => image.evaluate(shown => (shown as HTMLImageElement).naturalWidth)).toBe(1)
    expect(await image.getAttribute('src')).toMatch(/^blob:/)
    await tab.click('.rows figure.media .zoom')
    await tab.waitForFunction(() => document.querySelector<HTMLImageElement>('dialog img')?.naturalWidth === 1)
    await close()
  })

  test('saves documents and exports', async () => {
    const { page, close } = await browser.open(`/session/${SEEING}?level=all&turn=1`)
    const link = page.locator('.rows a.download').first()
    const [pdf] = await Promise.all([page.waitForEvent('download'), link.click()])
    expect(pdf.suggestedFilename()).toBe('document.pdf')
    expect(readFileSync(await pdf.path(), 'utf8')).toBe('%PDF-1.4 a field')
    await page.goto(`${browser.web.origin}/sessions?text=Look`)
    await page.waitForSelector('.session-link')
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.click('dialog >> text=Markdown')
    await page.click('dialog >> text=Review')
    const save = page.click('dialog button:text-is("Save")')
    const [exported] = await Promise.all([page.waitForEvent('download'), save])
    expect(readFileSync(await exported.path(), 'utf8')).toContain('Look')
    await close()
  })

  test('hears of what is new while it looks', async () => {
    const { page, close } = await browser.open(`/session/${SEEING}?level=all`)
    await has(page, 'Look')
    const more = makeLines(SEEING, { prompt: 'Another look', cwd: '/x', at: '2026-03-02T10:00:00.000Z' })
    appendFileSync(join(browser.web.home.config, 'projects', '-x', `${SEEING}.jsonl`), toLines(more))
    await has(page, 'Another look')
    await close()
  })

  test('goes on after a restart of the server, and shares nothing with another browser', async () => {
    const own = await openWeb({ home: makeHome() })
    const [first, second] = [await own.open('/'), await own.open('/')]
    await Promise.all([settled(first.page), settled(second.page)])
    const keyOf = ({ page }: { page: Page }) => page.evaluate(() => localStorage.getItem('backscroll-key'))
    expect(await keyOf(first)).not.toBe(await keyOf(second))
    await own.web.close()
    await openWeb({ home: own.web.home, more: { port: own.web.port } })
    for (const { page, close } of [first, second]) {
      await page.goto(`${own.web.origin}/session/${ONE}`)
      await has(page, 'Grow the tomatoes')
      await close()
    }
  })
})

describe('a browser that was not let in', () => {
  test('is told what to do and shown nothing, and goes on when an address is opened in it', async () => {
    const { page, close } = await browser.open('/', { withoutKey: true })
    await heading(page, LOCKED)
    expect(await page.textContent('body')).toContain('This browser has no key to your sessions.')
    expect(await page.textContent('body')).not.toContain('tomatoes')
    await page.goto(await newAddress(browser.web))
    await has(page, 'Grow the tomatoes')
    expect(page.url()).toBe(`${browser.web.origin}/`)
    await close()
  })

  test('is told when the address was opened before, and that one with a key does not mind', async () => {
    const address = await newAddress(browser.web)
    const first = await browser.open('/', { withoutKey: true })
    await first.page.goto(address)
    await has(first.page, 'Grow the tomatoes')
    const second = await browser.open('/usage', { withoutKey: true })
    await second.page.goto(address)
    await has(second.page, 'this address was opened before, or is older than 10 minutes')
    await first.page.goto('about:blank')
    await first.page.goto(address)
    await has(first.page, 'Grow the tomatoes')
    await Promise.all([first.close(), second.close()])
  })

  test('goes on in every tab when one of them is let in', async () => {
    const { page, close } = await browser.open('/health', { withoutKey: true })
    await heading(page, LOCKED)
    const tab = await page.context().newPage()
    await tab.goto(await newAddress(browser.web))
    await heading(page, 'Health')
    await close()
  })

  test('that keeps nothing works until it is loaded again, and says so', async () => {
    const beforeLoad = `for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get() { throw new DOMException('no', 'SecurityError') } })`
    const { page, log, close } = await browser.open('/health', { beforeLoad })
    await heading(page, 'Health')
    await has(page, 'This browser keeps nothing for this page')
    await page.click('.site-nav a[href="/sessions"]')
    await has(page, 'Grow the tomatoes')
    await page.reload()
    await heading(page, LOCKED)
    await has(page, 'This browser keeps nothing for this page')
    expect(log.pageErrors).toEqual([])
    await close()
  })

  test('is not let in by an address of an earlier release, which is taken out of sight', async () => {
    const { page, close } = await browser.open(`/usage?token=${'A'.repeat(43)}&by=day`, { withoutKey: true })
    await heading(page, LOCKED)
    expect(page.url()).toBe(`${browser.web.origin}/usage?by=day`)
    await close()
  })
})

describe('keys that are made worthless', () => {
  test('lock a page that is open, which says so and does not ask again and again', async () => {
    const own = await openWeb({ home: makeHome() })
    const { page, close } = await own.open('/sessions')
    await has(page, 'Grow the tomatoes')
    const renewed = renew(own)
    await heading(page, LOCKED)
    await has(page, 'The key of this browser opens nothing any more')
    expect(await page.textContent('body')).not.toContain('tomatoes')
    const asked: string[] = []
    page.on('request', request => asked.push(request.url()))
    await page.waitForTimeout(4000)
    expect(asked).toEqual([])
    await page.click('text=Try again')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await heading(page, LOCKED)
    const tab = await page.context().newPage()
    await tab.goto(await newAddress(renewed))
    await has(tab, 'Grow the tomatoes')
    await has(page, 'Grow the tomatoes')
    await close()
  })
})
