import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIXTURES } from '../corpus.ts'
import { documentOfSession, type OpenOptions, openBrowser, type TestBrowser } from './harness.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function checkPage(name: string, options: OpenOptions, act: (page: Page) => Promise<void>): Promise<void> {
  const html = await documentOfSession(join(FIXTURES, 'sessions', `${name}.jsonl`))
  const { page, log, close } = await browser.open(html, options)
  await act(page)
  expect([...log.requests, ...log.pageErrors, ...log.violations]).toEqual([])
  await close()
}

async function find(page: Page, text: string): Promise<string> {
  await page.keyboard.press('/')
  expect(await page.evaluate("document.activeElement === document.querySelector('.find input')")).toBe(true)
  await page.locator('.find input').fill(text)
  const count = page.locator('.find .count')
  await count.filter({ hasText: /^(none|\d)/ }).waitFor()
  return count.innerText()
}

/** The text that is marked as the current match, and whether it can be seen. */
function currentMatch(page: Page): Promise<{ text: string; isSeen: boolean } | undefined> {
  return page.evaluate(() => {
    const [range] = (CSS.highlights.get('found-current') ?? new Set()) as Set<Range>
    if (!range) return undefined
    const { top, bottom, height } = range.getBoundingClientRect()
    return { text: range.toString(), isSeen: height > 0 && top >= 0 && bottom <= innerHeight }
  })
}

describe('find', () => {
  test('opens the agents that hide a match, and marks it', () =>
    checkPage('helping', {}, async page => {
      expect(await find(page, 'six more')).toBe('1 of 1')
      expect(await currentMatch(page)).toEqual({ text: 'Six more', isSeen: true })
    }))

  test('opens a rewound side and a folded call', () =>
    checkPage('turning-back', {}, async page => {
      expect(await find(page, 'williams')).toBe('1 of 1')
      expect(await currentMatch(page)).toEqual({ text: 'Williams', isSeen: true })
      await page.keyboard.press('Escape')
      expect(await find(page, 'running in background')).toMatch(/^1 of \d/)
      expect(await currentMatch(page)).toEqual({ text: 'running in background', isSeen: true })
    }))

  test('goes on with Enter and n, back with Shift-Enter and N, and around', () =>
    checkPage('turning-back', {}, async page => {
      const first = await find(page, 'pears')
      const total = Number(first.split(' of ')[1])
      expect(total).toBeGreaterThan(2)
      const count = () => page.locator('.find .count').innerText()
      await page.keyboard.press('Enter')
      expect(await count()).toBe(`2 of ${total}`)
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.press('Shift+Enter')
      expect(await count()).toBe(`${total} of ${total}`)
      await page.locator('.item.is-current').focus()
      await page.keyboard.press('n')
      expect(await count()).toBe(`1 of ${total}`)
      await page.keyboard.press('N')
      expect(await count()).toBe(`${total} of ${total}`)
    }))

  test('says when there is nothing, and Esc ends it', () =>
    checkPage('talking', {}, async page => {
      expect(await find(page, 'no such words')).toBe('none')
      await page.keyboard.press('Escape')
      expect(await page.locator('.find input').inputValue()).toBe('')
      expect(await currentMatch(page)).toBeUndefined()
    }))
})

describe('filters', () => {
  test('have counts, show a kind or a tool alone, and are taken back', () =>
    checkPage('helping', {}, async page => {
      await page.keyboard.press('f')
      const agents = page.locator('.check', { hasText: 'Agents' })
      expect(await agents.locator('.count').innerText()).toBe('4')
      await agents.click()
      expect(await page.locator('.rows .row-agent').count()).toBe(4)
      expect(await page.locator('.rows .row-input').count()).toBe(0)
      expect(await page.locator('.notice').innerText()).toContain('Only Agents · 4')
      await page.getByRole('button', { name: 'Show everything' }).first().click()
      expect(await page.locator('.rows .row-input').count()).toBe(1)
      await page.locator('.check', { hasText: 'Glob' }).click()
      expect(await page.locator('.rows .row-tool').count()).toBe(1)
    }))

  test('that match nothing leave a sentence, not an empty page', () =>
    checkPage('helping', {}, async page => {
      await page.keyboard.press('f')
      await page.locator('.check', { hasText: 'Agents' }).click()
      await page.evaluate(() => {
        const box = document.querySelector<HTMLInputElement>('.filter-panel input')
        if (box) box.disabled = false
        box?.click()
      })
      expect(await page.locator('.empty').innerText()).toBe('Nothing here matches what is chosen above.')
    }))
})

describe('links', () => {
  const WILLIAMS = '#eeeeeeee-0008-4000-8000-000000000000'

  test('to an entry open what hides it and mark it', () =>
    checkPage('turning-back', { hash: WILLIAMS }, async page => {
      expect(await page.locator('.item.is-marked').innerText()).toContain('Williams added.')
    }))

  test('to an entry of a higher level raise the level', () =>
    checkPage('turning-back', {}, async page => {
      await page.keyboard.press('1')
      await page.evaluate("location.hash = '#eeeeeeee-0010-4000-8000-000000000000'")
      await page.locator('.item.is-marked .row-tool').waitFor()
      expect(await page.locator('.levels [aria-pressed=true]').innerText()).toBe('Tools')
    }))

  test('to turns show exactly those, and back and forward work', () =>
    checkPage('turning-back', { hash: '#turns=4' }, async page => {
      const inputs = page.locator('.rows .row-input')
      expect(await page.locator('.notice').innerText()).toContain('Turn 4 of 4')
      expect(await inputs.count()).toBe(1)
      await page.evaluate("location.hash = '#turns=1-4'")
      await page.locator('.notice', { hasText: 'Turns 1–4 of 4' }).waitFor()
      await page.goBack()
      await page.locator('.notice', { hasText: 'Turn 4 of 4' }).waitFor()
      await page.getByRole('button', { name: 'Show all' }).click()
      await page.waitForFunction("document.querySelector('.notice').childElementCount === 0")
      expect(await inputs.count()).toBe(2)
    }))

  test('of the contents go to their turn', () =>
    checkPage('turning-back', { height: 300 }, async page => {
      await page.locator('.contents a', { hasText: 'Add plums instead' }).click()
      await page.locator('.item.is-current .row-turn[data-turn="4"]').waitFor()
    }))

  test('to nothing leave a quiet message', () =>
    checkPage('talking', { hash: '#nothing-of-this-name' }, async page => {
      await page.locator('.toast.is-shown', { hasText: 'The link leads to nothing in this file.' }).waitFor()
    }))

  test('are copied by y, rows by c', () =>
    checkPage('turning-back', {}, async page => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      for (const key of ['j', 'j', 'y']) await page.keyboard.press(key)
      await page.locator('.toast', { hasText: 'Link copied' }).waitFor()
      const copied = () => page.evaluate(() => navigator.clipboard.readText())
      expect(await copied()).toMatch(/#eeeeeeee-0001-4000-8000-000000000000$/)
      await page.keyboard.press('c')
      await page.locator('.toast', { hasText: 'Text copied' }).waitFor()
      expect(await copied()).toContain('Name the sorts')
    }))
})
