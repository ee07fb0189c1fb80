import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { press } from './fixture-pages.ts'
import { at, useSessionPages, waitForText } from './web-session-home.ts'

const pages = useSessionPages()

/** The class of what has the focus, or of the part of the page around it. */
function focusIn(page: Page, selector: string): Promise<boolean> {
  return page.evaluate(part => document.activeElement?.closest(part) != null, selector)
}

async function boxOf(page: Page, selector: string): Promise<{ left: number; right: number; width: number }> {
  return page.evaluate(part => {
    const { left, right, width } = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect()
    return { left, right, width }
  }, selector)
}

describe('the filter', () => {
  test('takes the focus when it opens, keeps it while it counts, and gives it back', () =>
    pages.check(at('working'), async page => {
      await waitForText(page, 'plums are back')
      await press(page, 'j', 'j')
      const row = await page.evaluate(() => document.activeElement?.closest<HTMLElement>('.item')?.dataset.row)
      expect(row).toBeDefined()
      await press(page, 'f')
      await page.locator('.filter-panel input:enabled').first().waitFor()
      expect(await page.evaluate(() => document.activeElement?.matches('.filter-panel input'))).toBe(true)
      await press(page, 'Tab', ' ')
      await page.waitForFunction(() => new URLSearchParams(location.search).has('only'))
      expect(await page.evaluate(() => document.activeElement?.matches('.filter-panel input:checked'))).toBe(true)
      await press(page, ' ', 'Escape')
      await page.locator('.filter-panel').waitFor({ state: 'hidden' })
      expect(await focusIn(page, '.filter-panel')).toBe(false)
      await page.waitForFunction(() => document.activeElement !== document.body)
    }))

  test('leaves the focus in the row it is in when the rows are drawn again', () =>
    pages.check(at('working'), async page => {
      await waitForText(page, 'plums are back')
      await press(page, 'f')
      await page.locator('.filter-panel input:enabled').first().waitFor()
      await press(page, 'Tab', ' ', 'Escape', 'j')
      const row = () => page.evaluate(() => document.activeElement?.closest<HTMLElement>('.item')?.dataset.row)
      const before = await row()
      expect(before).toBeDefined()
      await page.goBack()
      await page.waitForFunction(() => !new URLSearchParams(location.search).has('only'))
      await page.getByText('Only', { exact: false }).first().waitFor({ state: 'hidden' })
      expect(await row()).toBe(before)
    }))

  test('covers no row in a wide window, with the prompts beside it or hidden', () =>
    pages.check(at('working'), async page => {
      await press(page, 'f')
      await page.locator('.filter-panel').waitFor()
      expect((await boxOf(page, '.filter-panel')).width).toBeGreaterThan(150)
      expect((await boxOf(page, '.filter-panel')).right).toBeLessThanOrEqual((await boxOf(page, '.rows')).left)
      await page.getByRole('button', { name: 'Contents' }).click()
      expect((await boxOf(page, '.filter-panel')).width).toBeGreaterThan(150)
      expect((await boxOf(page, '.filter-panel')).right).toBeLessThanOrEqual((await boxOf(page, '.rows')).left)
    }))
})

describe('the prompts', () => {
  test('can be hidden in a wide window, and the rows take their place', () =>
    pages.check(at('working'), async page => {
      const contents = page.getByRole('navigation', { name: /Prompts/ })
      const button = page.getByRole('button', { name: 'Contents' })
      await contents.waitFor()
      expect(await button.getAttribute('aria-expanded')).toBe('true')
      const { width } = await boxOf(page, '.session-main')
      await button.click()
      await contents.waitFor({ state: 'hidden' })
      expect(await button.getAttribute('aria-expanded')).toBe('false')
      expect((await boxOf(page, '.session-main')).width).toBeGreaterThan(width + 150)
      await press(page, 'p')
      await contents.waitFor()
      await page.waitForFunction(() => document.activeElement?.closest('.contents') != null)
      await press(page, 'p')
      await contents.waitFor({ state: 'hidden' })
    }))

  test('over a narrow window have the focus while they are there', () =>
    pages.check(
      at('working'),
      async page => {
        await waitForText(page, 'plums are back')
        await press(page, 'j', 'p')
        await page.waitForFunction(() => document.activeElement?.closest('.contents') != null)
        await press(page, 'Escape')
        await page.locator('.contents').waitFor({ state: 'hidden' })
        expect(await focusIn(page, '.rows > .item')).toBe(true)
      },
      { width: 390 },
    ))
})
