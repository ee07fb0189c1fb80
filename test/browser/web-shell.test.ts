import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ONE } from '../temp-tree.ts'
import { openWeb, settled, sidewaysScroll, usePages } from './web-harness.ts'

const { browser, check } = usePages(() => ({}), settled)

const VIEWS = [
  { path: '/', heading: 'Home' },
  { path: '/sessions', heading: 'Sessions' },
  { path: '/search', heading: 'Search' },
  { path: '/files', heading: 'Files' },
  { path: '/usage', heading: 'Usage' },
  { path: '/health', heading: 'Health' },
]

describe('the shell', () => {
  test('a page that nobody looks at holds no connection, and catches up when somebody does', async () => {
    const { page, close } = await browser().open('/sessions')
    await settled(page)
    const turn = (state: string) =>
      page.evaluate(now => {
        Object.defineProperty(document, 'visibilityState', { value: now, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const isStream = (request: { url(): string }) => request.url().includes('/api/v1/events')
    const ended = page.waitForEvent('requestfailed', isStream)
    await turn('hidden')
    await ended
    const opened = page.waitForRequest(isStream)
    const asked = page.waitForRequest(request => request.url().includes('/api/v1/sessions'))
    await turn('visible')
    await Promise.all([opened, asked])
    await close()
  })

  test('many tabs of one browser all get their answers, and all hear what is new', async () => {
    const { page, close } = await browser().open('/')
    await settled(page)
    const tabs = [page]
    for (let at = 0; at < 7; at++) {
      const tab = await page.context().newPage()
      await tab.goto(`${browser().web.origin}/sessions`)
      await settled(tab)
      tabs.push(tab)
    }
    const last = tabs.at(-1) as Page
    await last.click('.site-nav a[href="/health"]')
    await last.waitForSelector('h1:has-text("Health")')
    await settled(last)
    const asked = last.waitForRequest(request => request.url().includes('/doctor'), { timeout: 15_000 })
    expect((await asked).method()).toBe('GET')
    await close()
  })

  test('leads to every view, each with one heading, a title and its landmarks', () =>
    check('/', async page => {
      for (const { path, heading } of VIEWS) {
        await page.click(`.site-nav a[href="${path}"]`)
        await page.waitForFunction(wanted => document.querySelector('main h1')?.textContent === wanted, heading)
        expect(await page.title()).toMatch(new RegExp(`^${heading}.* · backscroll$`))
        expect(new URL(page.url()).pathname).toBe(path)
        expect(await page.locator('h1').count()).toBe(1)
        expect(await page.locator('main').count()).toBe(1)
        expect(await page.locator('header nav a[aria-current=page]').textContent()).toBe(heading)
      }
    }))

  test('moves the focus to the heading on arrival, and leaves it alone on the first load', () =>
    check('/', async page => {
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
      await page.click('.site-nav a[href="/health"]')
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Health')
    }))

  test('tells a screen reader where a link led', () =>
    check('/', async page => {
      await page.click('.site-nav a[href="/sessions"]')
      await page.waitForFunction(
        () => document.querySelector('p.sr[aria-live=polite]')?.textContent === 'Sessions · backscroll',
      )
    }))

  test('goes back and forward, with the query of each place', () =>
    check('/sessions?sort=turns', async page => {
      await page.click('.site-nav a[href="/health"]')
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Health')
      await page.goBack()
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Sessions')
      expect(new URL(page.url()).search).toBe('?sort=turns')
      await page.goForward()
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Health')
    }))

  test('searches from anywhere', () =>
    check('/health', async page => {
      await page.keyboard.press('/')
      await page.keyboard.type('tomatoes & "beans"')
      await page.keyboard.press('Enter')
      await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Search')
      expect(new URL(page.url()).searchParams.get('q')).toBe('tomatoes & "beans"')
    }))

  test('has a link past the head', () =>
    check('/', async page => {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    }))

  test('switches between light and dark and remembers it', () =>
    check('/', async page => {
      const background = (): Promise<string> =>
        page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      const light = await background()
      await page.keyboard.press('t')
      const dark = await background()
      expect(dark).not.toBe(light)
      await page.reload()
      await settled(page)
      expect(await background()).toBe(dark)
    }))

  test('says how far keeping is', () =>
    check('/', async page => {
      await page.waitForFunction(() =>
        /^kept up to \d\d:\d\d$/.test(document.querySelector('.keeper')?.textContent ?? ''),
      )
    }))

  test('scrolls back to where it was', async () => {
    const { page, close } = await browser().open('/', { height: 300 })
    await settled(page)
    await page.waitForFunction(() => document.documentElement.scrollHeight > innerHeight + 60)
    await page.evaluate(() => scrollTo(0, 50))
    // A click of the test's own would bring the link into sight first.
    await page.$eval('a[href^="/session/"]', link => (link as HTMLElement).click())
    await page.waitForFunction(() => location.pathname.startsWith('/session/'))
    await page.goBack()
    await page.waitForFunction(() => location.pathname === '/' && scrollY === 50)
    await close()
  })
})

describe('a server that goes away', () => {
  test('is waited for, and the page goes on when it is back', async () => {
    const own = await openWeb()
    const { page, close } = await own.open('/sessions')
    await page.waitForFunction(() => document.querySelectorAll('.session-link').length === 2)
    await own.web.close()
    await page.waitForFunction(() => document.querySelector('.banner')?.textContent?.includes('does not answer'))
    await page.click('.site-nav a[href="/health"]')
    await openWeb({ home: own.web.home, more: { port: own.web.port } })
    await page.waitForFunction(() => document.querySelector('.banner') === null)
    await page.waitForFunction(() => document.querySelector('.verdict')?.textContent?.includes('Clean'))
    await close()
  })
})

describe('at any width', () => {
  for (const width of [360, 640]) {
    test(`no view scrolls sideways at ${width}`, async () => {
      for (const path of [...VIEWS.map(view => view.path), `/session/${ONE}`]) {
        const { page, close } = await browser().open(path, { width, height: 700 })
        await settled(page)
        expect([path, await sidewaysScroll(page)]).toEqual([path, 0])
        await close()
      }
    })
  }
})
