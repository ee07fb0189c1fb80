import { appendFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { makeLines, ONE, TWO, toLines } from '../temp-tree.ts'
import { openWeb, settled, type WebBrowser } from './web-harness.ts'

const MANY = 2500
let few: WebBrowser
let many: WebBrowser

beforeAll(async () => {
  few = await openWeb()
  many = await openWeb({ home: makeKeepHome(manySessions()), waitForSyncMs: 60_000 })
}, 180_000)

function manySessions(): { readonly [path: string]: readonly object[] } {
  const sessions = Array.from({ length: MANY }, (_, at) => {
    const id = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
    const started = new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString()
    const lines = makeLines(id, { prompt: `Task number ${at}`, cwd: `/home/dev/p${at % 7}`, at: started })
    return [`.claude/projects/-home-dev-p${at % 7}/${id}.jsonl`, lines] as const
  })
  return Object.fromEntries(sessions)
}

async function openList(browser: WebBrowser, path: string, options = {}): Promise<Page> {
  const { page } = await browser.open(path, options)
  await settled(page)
  await page.waitForFunction(() => document.querySelector('.session-link, .nothing') !== null)
  return page
}

/** From the click to the first line, in milliseconds. */
async function goToList(page: Page): Promise<void> {
  await page.click('.site-nav a[href="/sessions"]')
  await page.waitForFunction(() => document.querySelector('.session-link') !== null)
}

const titlesOf = (page: Page): Promise<string[]> =>
  page.$$eval('.session-link', all => all.map(one => one.textContent ?? ''))

describe('the list of sessions', () => {
  test('shows all of them and leads to each', async () => {
    const page = await openList(few, '/sessions')
    expect((await titlesOf(page)).toSorted()).toEqual(['Grow the tomatoes', 'Water the beans'])
    await page.click('text=Water the beans')
    expect(new URL(page.url()).pathname).toBe(`/session/${TWO}`)
    await page.context().close()
  })

  test('is narrowed by what is typed, and the address says so', async () => {
    const page = await openList(few, '/sessions')
    await page.keyboard.press('/')
    await page.keyboard.type('beans')
    await page.waitForFunction(() => document.querySelectorAll('.session-link').length === 1)
    expect(await titlesOf(page)).toEqual(['Water the beans'])
    expect(new URL(page.url()).searchParams.get('text')).toBe('beans')
    await page.reload()
    await page.waitForFunction(() => document.querySelectorAll('.session-link').length === 1)
    expect(await page.inputValue('#session-filter')).toBe('beans')
    await page.context().close()
  })

  test('says so where nothing fits', async () => {
    const page = await openList(few, '/sessions?text=cucumbers')
    expect(await page.textContent('.nothing-title')).toBe('No session fits.')
    await page.context().close()
  })

  test('takes an address that makes no sense', async () => {
    const { page, log } = await few.open('/sessions?sort=sideways&only=everything&offset=-4')
    await settled(page)
    await page.waitForFunction(() => document.querySelectorAll('.session-link').length === 2)
    expect(log.pageErrors).toEqual([])
    await page.context().close()
  })

  test('pins and tags from the keyboard', async () => {
    const page = await openList(few, '/sessions?text=beans')
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await page.waitForSelector('.pin-button[aria-pressed=true]')
    await page.keyboard.press('#')
    await page.waitForSelector('dialog[open]')
    await page.fill('#new-tag', 'garden')
    await page.keyboard.press('Enter')
    await page.waitForSelector('dialog .chip')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
    expect(await page.textContent('.session-line .tag')).toBe('garden')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Water the beans')
    await page.goto(`${few.web.origin}/sessions?only=pinned`)
    await page.waitForFunction(() => document.querySelectorAll('.session-link').length === 1)
    expect(await titlesOf(page)).toEqual(['Water the beans'])
    await page.click('.pin-button[aria-pressed=true]')
    // It may be gone from the list at once, if that is asked for again just now.
    await page.waitForFunction(() => document.querySelector('.toast')?.textContent === 'No longer pinned')
    expect(await page.locator('.pin-button[aria-pressed=true]').count()).toBe(0)
    await page.context().close()
  })

  test('shows a session that is new without being asked', async () => {
    const own = await openWeb()
    const page = await openList(own, '/sessions')
    const path = own.web.home.transcript.replace(ONE, '33333333-3333-4333-8333-333333333333')
    const lines = makeLines('33333333-3333-4333-8333-333333333333', {
      prompt: 'Pick the plums',
      cwd: own.web.home.work,
    })
    appendFileSync(path, toLines(lines))
    await page.waitForFunction(() => document.querySelectorAll('.session-link').length === 3)
    expect(await titlesOf(page)).toContain('Pick the plums')
    await page.context().close()
  })
})

describe('2,500 sessions', () => {
  test('are listed with few of them as elements and as data', async () => {
    const { page } = await many.open('/health')
    await settled(page)
    const asked: string[] = []
    page.on('request', request => {
      if (request.url().includes('/api/v1/sessions?')) asked.push(request.url())
    })
    await goToList(page)
    expect(await page.textContent('.page-head .count')).toBe('2,502 sessions')
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2000)
    expect(asked).toHaveLength(1)
    await page.context().close()
  })

  test('are walked from the first to the last, and pages come as they are needed', async () => {
    const page = await openList(many, '/sessions?sort=recent')
    await page.keyboard.press('j')
    const first = await page.evaluate(() => document.activeElement?.textContent)
    await page.keyboard.press('G')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Task number 0')
    await page.keyboard.press('k')
    await page.waitForFunction(() => document.activeElement?.textContent === 'Task number 1')
    await page.keyboard.press('g')
    await page.keyboard.press('g')
    await page.waitForFunction(wanted => document.activeElement?.textContent === wanted, first)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => location.pathname.startsWith('/session/'))
    await page.context().close()
  })

  test('are where they were after going back', async () => {
    const page = await openList(many, '/sessions')
    await page.evaluate(() => scrollTo(0, 40_000))
    await page.waitForFunction(() =>
      /Task number/.test(document.querySelector('[data-index="1112"] .session-link')?.textContent ?? ''),
    )
    await page.waitForTimeout(300)
    const top = await page.evaluate(() => scrollY)
    await page.click('[data-index="1110"] .session-link')
    await page.waitForFunction(() => location.pathname.startsWith('/session/'))
    await page.goBack()
    await page.waitForFunction(wanted => Math.abs(scrollY - wanted) < 3, top)
    await page.waitForSelector('[data-index="1110"] .session-link')
    await page.context().close()
  })
})
