import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEVELS } from '../../src/render/level.ts'
import { loadSession } from '../../src/source/load-session.ts'
import type { SessionSource } from '../../src/source/session-source.ts'
import { documentOf, type OpenedPage, openBrowser, type TestBrowser } from '../browser/harness.ts'
import { listSources, viewOf } from '../draw-session.ts'
import { hasRun, listForeign } from './page-check.ts'
import { LINKS, MARKUP, ODD } from './payloads.ts'
import { makeHostileHome, SESSIONS } from './world.ts'

let browser: TestBrowser
let sources: readonly SessionSource[] = []
beforeAll(async () => {
  sources = listSources(`${makeHostileHome([...MARKUP, ...LINKS, ...ODD])}/.claude/projects`)
  browser = await openBrowser()
}, 60_000)
afterAll(() => browser.close())

async function documentFor(id: string, level: (typeof LEVELS)[number]): Promise<string> {
  const source = sources.find(({ name }) => name === id) as SessionSource
  const loaded = loadSession(source)
  return documentOf(viewOf(loaded, level), { level, title: loaded.session.title.text })
}

async function checkPage({ page, log }: OpenedPage, about: string): Promise<void> {
  expect(await listForeign(page), about).toEqual([])
  expect(log, about).toEqual({
    ...{ requests: [], consoleErrors: [], pageErrors: [], dialogs: [], navigations: [], violations: [] },
  })
}

const IDS = Object.entries(SESSIONS)

describe('the check itself', () => {
  test('sees what would run', { timeout: 60_000 }, async () => {
    const opened = await browser.open(
      `<p onclick=x>${MARKUP.slice(0, 6).join('')}${MARKUP[10]}<a href="javascript:1">x</a></p>`,
    )
    await opened.page.waitForTimeout(200)
    expect(await hasRun(opened.page)).toBe(true)
    const foreign = await listForeign(opened.page)
    expect(foreign).toContain('<iframe>')
    expect(foreign).toContain('href javascript:1')
    expect(foreign).toContain('<p onclick="x">')
    expect(opened.log.dialogs.length + opened.log.requests.length).toBeGreaterThan(0)
    await opened.close()
  })
})

describe('nothing of a hostile transcript runs in the page', () => {
  test.each(IDS)('session of %s, everything opened, from top to bottom', { timeout: 180_000 }, async (name, id) => {
    const opened = await browser.open(await documentFor(id, 'all'))
    const { page } = opened
    await page.waitForSelector('.row')
    for (let step = 0; step < 100; step++) {
      await openFolds(opened)
      await checkPage(opened, `${name} ${step}`)
      if (await isAtEnd(opened)) break
    }
    expect(await hasRun(page)).toBe(false)
    await opened.close()
  })

  test.each(LEVELS)('at level %s', { timeout: 120_000 }, async level => {
    const opened = await browser.open(await documentFor(SESSIONS.kindsInLine, level))
    await opened.page.waitForSelector('.row')
    await openFolds(opened)
    await checkPage(opened, level)
    expect(await hasRun(opened.page)).toBe(false)
    await opened.close()
  })

  test.each(IDS)('nor with scripts off: session of %s', { timeout: 120_000 }, async (name, id) => {
    const opened = await browser.open(await documentFor(id, 'all'), { javaScript: false })
    await checkPage(opened, name)
    await opened.close()
  })
})

async function openFolds({ page }: OpenedPage): Promise<void> {
  await page.$$eval('details:not([open])', folds => {
    for (const fold of folds) fold.setAttribute('open', '')
  })
  await page.waitForTimeout(40)
}

/** Goes a screen further, or a sixtieth of the page where it is very long. */
async function isAtEnd({ page }: OpenedPage): Promise<boolean> {
  const moved = await page.evaluate(SCROLL)
  await page.waitForTimeout(40)
  return moved === 0
}

/** A text, because these tests are not compiled for a browser. */
const SCROLL = `(() => {
  const isScroller = element =>
    element.scrollHeight > element.clientHeight + 50 && /auto|scroll/.test(getComputedStyle(element).overflowY)
  const inner = [...document.querySelectorAll('main, [role=feed], [role=list], .rows, .list, .window')].filter(isScroller)
  const scroller = inner[0] ?? document.scrollingElement
  const before = scroller.scrollTop
  scroller.scrollTop = before + Math.max(scroller.clientHeight * 0.9, scroller.scrollHeight / 60)
  return Math.round(scroller.scrollTop - before)
})()`
