import { beforeAll, describe, expect, test } from 'vitest'
import { openWeb, settled, type WebBrowser } from './web-harness.ts'

let browser: WebBrowser
beforeAll(async () => {
  browser = await openWeb()
}, 60_000)

describe('keys', () => {
  test('lead to every view', async () => {
    const { page, log, close } = await browser.open('/')
    await settled(page)
    for (const [key, heading] of [
      ['l', 'Sessions'],
      ['s', 'Search'],
      ['f', 'Files'],
      ['u', 'Usage'],
      ['d', 'Health'],
      ['h', 'Home'],
    ] as const) {
      // Where a view begins in a field, it is left first.
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.waitForFunction(wanted => document.querySelector('main h1')?.textContent === wanted, heading)
      // Its field has the focus a moment after it is seen: what is pressed before that would be lost to it.
      if (heading === 'Search') await page.waitForFunction(() => document.activeElement?.matches('main input'))
    }
    expect(log.pageErrors).toEqual([])
    await close()
  })

  test('are all in the help, by group, and Esc gives the focus back', async () => {
    const { page, close } = await browser.open('/sessions')
    await settled(page)
    await page.focus('.site-name')
    await page.keyboard.press('?')
    await page.waitForSelector('dialog[open]')
    const groups = await page.$$eval('dialog h3', all => all.map(one => one.textContent))
    expect(groups).toEqual(['Sessions', 'Everywhere'])
    expect(await page.textContent('dialog')).toContain('next session')
    // Behind a dialog no key does anything.
    await page.keyboard.press('t')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined()
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('site-name')
    await close()
  })

  test('are letters for whoever is typing', async () => {
    const { page, close } = await browser.open('/health')
    await settled(page)
    await page.keyboard.press('/')
    await page.keyboard.type('g l?t')
    expect(await page.inputValue('#search-box')).toBe('g l?t')
    expect(new URL(page.url()).pathname).toBe('/health')
    expect(await page.locator('dialog').count()).toBe(0)
    await close()
  })

  test('of the browser are left to it', async () => {
    const { page, close } = await browser.open('/')
    await settled(page)
    await page.keyboard.press('Control+t')
    await page.keyboard.press('Alt+t')
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBeUndefined()
    await close()
  })
})
