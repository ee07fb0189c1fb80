import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTranscripts, makeCorpus } from '../../bench/corpus.ts'
import { makeKeepHome } from '../keep-home.ts'
import { countElements, press, settle } from './fixture-pages.ts'
import { openWeb, settled, type WebBrowser } from './web-harness.ts'

const BYTES = Number(process.env.BACKSCROLL_TEST_BYTES ?? 10e6)
const folder = mkdtempSync(join(tmpdir(), 'backscroll-big-'))
let browser: WebBrowser
let id = ''
beforeAll(async () => {
  const home = makeKeepHome()
  makeCorpus({ bytes: BYTES, files: 1, seed: 3, out: folder })
  id = basename(listTranscripts(folder)[0] ?? '', '.jsonl')
  cpSync(join(folder, 'projects'), join(home.config, 'projects'), { recursive: true })
  browser = await openWeb({ home, waitForSyncMs: 120_000 })
}, 240_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openBig(query = ''): Promise<{ page: Page; close(): Promise<void> }> {
  const opened = await browser.open(`/session/${id}${query}`)
  await settled(opened.page)
  await opened.page.locator('.rows .row-input:not(.is-preview)').first().waitFor()
  return opened
}

interface Scrolled {
  readonly steps: number
  /** Elements of the page at its fullest. */
  readonly most: number
  /** Elements put into the page within the frame that put in most. */
  readonly mostDrawn: number
}

/** As with a wheel, a few hundred pixels a frame: to the end, and back to the start. */
async function scrollThrough(page: Page, step: number): Promise<Scrolled> {
  return page.evaluate(async by => {
    const frame = (): Promise<void> => new Promise(resolve => requestAnimationFrame(() => resolve()))
    const count = (added: NodeList): number =>
      [...added].reduce((sum, node) => sum + (node instanceof Element ? 1 + node.querySelectorAll('*').length : 0), 0)
    let drawn = 0
    let most = 0
    let mostDrawn = 0
    const observer = new MutationObserver(records => {
      for (const record of records) drawn += count(record.addedNodes)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    let steps = 0
    for (const sign of [1, -1]) {
      for (let still = 0; still < 3 && steps < 800; steps++) {
        const before = scrollY
        scrollBy({ top: by * sign, behavior: 'instant' })
        await frame()
        mostDrawn = Math.max(mostDrawn, drawn)
        drawn = 0
        if (steps % 10 === 0) most = Math.max(most, document.getElementsByTagName('*').length)
        still = Math.abs(scrollY - before) < 1 ? still + 1 : 0
      }
    }
    observer.disconnect()
    return { steps, most, mostDrawn }
  }, step)
}

describe('a big session', () => {
  for (const level of ['answers', 'tools', 'all']) {
    test(`is drawn in small pieces and below 2,000 elements from end to end at level ${level}`, {
      timeout: 240_000,
    }, async () => {
      const { page, close } = await openBig(`?level=${level}`)
      const scrolled = await scrollThrough(page, level === 'answers' ? 700 : 1000)
      expect(scrolled.steps).toBeGreaterThan(20)
      expect(scrolled.most).toBeLessThan(2000)
      expect(scrolled.mostDrawn).toBeGreaterThan(0)
      expect(scrolled.mostDrawn).toBeLessThan(1000)
      await close()
    })
  }

  test('is there at its end when somebody goes there, rows and all', { timeout: 60_000 }, async () => {
    const { page, close } = await openBig('?level=tools')
    await press(page, 'G')
    await page.waitForFunction(() => document.querySelector('.item-end') !== null)
    await page.waitForFunction(() => document.querySelectorAll('.rows .gap').length === 0)
    await settle(page)
    expect(await countElements(page)).toBeLessThan(2000)
    expect(await page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 60)).toBe(true)
    await close()
  })

  test('asks for rows by turns, never for all of it', async () => {
    const { page, close } = await openBig()
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(entry => entry.name.includes('/rows?'))
        .map(entry => (entry as PerformanceResourceTiming).decodedBodySize),
    )
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(BYTES / 5)
    await close()
  })

  test('keeps what is read in its place while rows above it become known', { timeout: 60_000 }, async () => {
    const { page, close } = await openBig('?level=tools&turn=30')
    const head = page.locator('.item[data-row="t30"]')
    await head.waitFor()
    for (let step = 0; step < 8; step++) {
      await settle(page)
      await page.waitForTimeout(100)
    }
    const before = (await head.boundingBox())?.y ?? 0
    await page.mouse.move(600, 500)
    await page.mouse.wheel(0, -60)
    await page.waitForFunction(
      y => (document.querySelector('.item[data-row="t30"]')?.getBoundingClientRect().top ?? 0) > y + 30,
      before,
    )
    await page.waitForTimeout(1000)
    expect(Math.abs(((await head.boundingBox())?.y ?? 0) - before - 60)).toBeLessThan(3)
    await close()
  })
})
