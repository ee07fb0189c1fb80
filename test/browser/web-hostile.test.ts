import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasRun, listForeign } from '../hostile/page-check.ts'
import { LINKS, MARKUP, ODD } from '../hostile/payloads.ts'
import { makeHostileHome, SESSIONS } from '../hostile/world.ts'
import type { KeepHome } from '../keep-home.ts'
import { makeKeepHome } from '../keep-home.ts'
import { press } from './fixture-pages.ts'
import { QUIET } from './harness.ts'
import { openWeb, settled, type WebBrowser } from './web-harness.ts'

let browser: WebBrowser
beforeAll(async () => {
  const home = makeHostileHome([...MARKUP, ...LINKS, ...ODD])
  const machine: KeepHome = {
    ...makeKeepHome(),
    home,
    config: join(home, '.claude'),
    keep: join(home, '.local', 'share', 'backscroll'),
  }
  browser = await openWeb({ home: machine, waitForSyncMs: 120_000 })
}, 240_000)

/** What the page around the session has; everything else would have come out of a transcript. */
const OURS = [
  /^src (?:\/api\/v1\/sessions\/|\/assets\/)/,
  /^<link>$/,
  /^href data:,$/,
  /^<button autofocus="">$/,
  /^<form action="\/search">$/,
  // A list keeps its place by heights that it sets itself.
  /^<div style="(?:min-)?height: /,
  // Lengths and times of a timeline.
  /^<text>$/,
  /^<(?:li|span) style="(?:height|width|flex-grow): [\d.]+(?:px|%)?;">$/,
]

async function checkPage(page: Page): Promise<void> {
  const foreign = (await listForeign(page)).filter(found => !OURS.some(own => own.test(found)))
  expect(foreign).toEqual([])
  expect(await hasRun(page)).toBe(false)
}

/** Through the window, step by step. */
async function walk(page: Page, steps: number): Promise<void> {
  for (let step = 0; step < steps; step++) {
    await page.evaluate(() => scrollBy({ top: innerHeight * 0.8, behavior: 'instant' }))
    await page.waitForTimeout(250)
    await checkPage(page)
  }
}

describe('nothing of a hostile transcript runs in the page', () => {
  for (const [name, id] of Object.entries(SESSIONS)) {
    test(`of the session of ${name}, every row opened`, { timeout: 180_000 }, async () => {
      const { page, log, close } = await browser.open(`/session/${id}?level=all`, { height: 1600 })
      await settled(page)
      await page.locator('.rows > .item').first().waitFor()
      await checkPage(page)
      await walk(page, 8)
      for (const tab of ['files', 'tools', 'agents']) {
        await page.goto(`${browser.web.origin}/session/${id}?level=tools&inspect=${tab}`)
        await settled(page)
        await walk(page, 2)
      }
      expect(log).toEqual(QUIET)
      await close()
    })
  }

  test('in stories, timelines and the steps of files', { timeout: 180_000 }, async () => {
    const { page, log, close } = await browser.open('/files', { height: 1600 })
    await settled(page)
    const files = await page.locator('.file-link').evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
    expect(files.length).toBeGreaterThan(3)
    const views = Object.values(SESSIONS).flatMap(id => [`/session/${id}/story`, `/session/${id}/timeline`])
    const steps = files.slice(0, 12).map(href => `${href}&view=steps&reads=true&step=0`)
    for (const path of [...views, ...steps]) {
      await page.goto(`${browser.web.origin}${path}`)
      await settled(page)
      for (const more of await page.locator('.told-more').all()) await more.click()
      await checkPage(page)
    }
    expect(log).toEqual(QUIET)
    await close()
  })

  test('as records, in what is found, in the prompts and in the dialog of a record', { timeout: 120_000 }, async () => {
    const { page, log, close } = await browser.open(`/session/${SESSIONS.kindsInLine}?level=raw`, { height: 1600 })
    await settled(page)
    await page.locator('.row-raw').first().waitFor()
    await press(page, 'O')
    await walk(page, 4)
    await press(page, 'j', 'j', 'r')
    await page.getByRole('dialog').waitFor()
    await checkPage(page)
    await press(page, 'Escape', '/')
    await page.keyboard.type('<img')
    await page.locator('.find .count', { hasText: / of / }).waitFor()
    await checkPage(page)
    expect(log).toEqual(QUIET)
    await close()
  })
})
