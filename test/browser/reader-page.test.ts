import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIXTURES } from '../corpus.ts'
import {
  documentOf,
  documentOfSession,
  type OpenedPage,
  type OpenOptions,
  openBrowser,
  type TestBrowser,
} from './harness.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const documents = new Map<string, Promise<string>>()

async function openFixture(name: string, options: OpenOptions = {}): Promise<OpenedPage> {
  const known = documents.get(name) ?? documentOfSession(join(FIXTURES, 'sessions', `${name}.jsonl`))
  documents.set(name, known)
  return browser.open(await known, options)
}

/** Texts of the rows in the window, by kind. */
function rowsOf({ page }: OpenedPage, kind: string): Promise<string[]> {
  return page.locator(`.rows .row-${kind}`).allInnerTexts()
}

/** Opens, acts, closes; whatever the page did, it asked for nothing and failed at nothing. */
async function checkPage(
  name: string,
  options: OpenOptions,
  act: (opened: OpenedPage) => Promise<void>,
): Promise<void> {
  const opened = await openFixture(name, options)
  await act(opened)
  const { requests, pageErrors, dialogs, navigations, violations, consoleErrors } = opened.log
  expect({ requests, pageErrors, dialogs, navigations, violations, consoleErrors }).toEqual({
    requests: [],
    pageErrors: [],
    dialogs: [],
    navigations: [],
    violations: [],
    consoleErrors: [],
  })
  await opened.close()
}

describe('levels', () => {
  test('open at tools and change with the keys 1 to 4', () =>
    checkPage('turning-back', {}, async opened => {
      const { page } = opened
      expect(await page.locator('.levels [aria-pressed=true]').innerText()).toBe('Tools')
      expect(await rowsOf(opened, 'tool')).toHaveLength(1)
      await page.keyboard.press('1')
      expect([await rowsOf(opened, 'answer'), await rowsOf(opened, 'tool')]).toEqual([[], []])
      expect(await rowsOf(opened, 'input')).toHaveLength(2)
      await page.keyboard.press('2')
      expect((await rowsOf(opened, 'answer')).length).toBeGreaterThan(0)
      await page.keyboard.press('4')
      expect(await rowsOf(opened, 'unknown')).toHaveLength(1)
    }))

  test('above the exported one are not offered', async () => {
    const html = await documentOfSession(join(FIXTURES, 'sessions', 'working.jsonl'), 'answers')
    const { page, close } = await browser.open(html)
    expect(await page.locator('.levels button').allInnerTexts()).toEqual(['Prompts', 'Answers'])
    await page.keyboard.press('4')
    expect(await page.locator('.levels [aria-pressed=true]').innerText()).toBe('Answers')
    await close()
  })
})

describe('what is folded', () => {
  test('an agent opens to what it did, and agents in it open by themselves', () =>
    checkPage('helping', {}, async opened => {
      const { page } = opened
      expect(await page.getByText('Seven pears.').count()).toBe(0)
      await page.locator('.opener').first().click()
      expect(await page.getByText('Seven pears.').count()).toBe(1)
      expect(await page.getByText('Six more.').count()).toBe(0)
      await page.locator('.opener', { hasText: 'Hide' }).first().click()
      expect(await page.getByText('Seven pears.').count()).toBe(0)
    }))

  test('a rewound side is one line that opens in its place', () =>
    checkPage('turning-back', {}, async ({ page }) => {
      expect(await page.locator('.rows').innerText()).not.toContain('Williams added.')
      await page.locator('.row-rewound + .opener').click()
      expect(await page.locator('.rows').innerText()).toContain('Williams added.')
    }))

  test('a tool call opens with o and shows its output', () =>
    checkPage('turning-back', {}, async ({ page }) => {
      expect(await page.locator('.row-tool .body').innerText()).toBe('')
      for (let press = 0; press < 20; press++) {
        await page.keyboard.press('j')
        if ((await page.locator('.item.is-current .row-tool').count()) > 0) break
      }
      await page.keyboard.press('o')
      await page.locator('.row-tool .body', { hasText: 'background with ID' }).waitFor()
      await page.keyboard.press('Enter')
      expect(await page.locator('.row-tool details').getAttribute('open')).toBeNull()
    }))
})

describe('keys', () => {
  test('j and k walk rows, J and K prompts, gg and G go to the ends', () =>
    checkPage('turning-back', {}, async ({ page }) => {
      const current = () => page.locator('.item.is-current').getAttribute('data-row')
      await page.keyboard.press('j')
      expect(await current()).toBe('1')
      await page.keyboard.press('j')
      expect(await current()).toBe('2')
      await page.keyboard.press('k')
      expect(await current()).toBe('1')
      await page.keyboard.press('J')
      expect(await current()).toBe('13')
      await page.keyboard.press('K')
      expect(await current()).toBe('1')
      await page.keyboard.press('G')
      expect(await current()).toBe('23')
      await page.keyboard.press('g')
      await page.keyboard.press('g')
      expect(await current()).toBe('1')
    }))

  test('? shows the keys in a dialog that keeps the focus and closes with Esc', () =>
    checkPage('talking', {}, async ({ page }) => {
      await page.keyboard.press('?')
      const dialog = page.getByRole('dialog', { name: 'Keys' })
      expect(await dialog.locator('kbd').count()).toBeGreaterThan(15)
      await page.keyboard.press('Tab')
      await page.keyboard.press('j')
      expect(await page.locator('.item.is-current').count()).toBe(0)
      await page.keyboard.press('Escape')
      expect(await dialog.count()).toBe(0)
    }))

  test('t turns the theme, and it is remembered where it may be', () =>
    checkPage('talking', { colorScheme: 'dark' }, async ({ page }) => {
      const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await page.keyboard.press('t')
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(dark)
      await page.reload()
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    }))

  test('are left alone while somebody types', () =>
    checkPage('talking', {}, async ({ page }) => {
      await page.keyboard.press('/')
      await page.keyboard.type('j1?')
      expect(await page.locator('.levels [aria-pressed=true]').innerText()).toBe('Tools')
      expect(await page.locator('dialog').count()).toBe(0)
    }))
})

describe('data', () => {
  test('of a session without rows is an empty page that says so', async () => {
    const { page, log, close } = await browser.open(await documentOf([], { title: 'Nothing' }))
    expect(await page.locator('.empty').innerText()).toBe('This session has nothing to show.')
    expect(log.pageErrors).toEqual([])
    await close()
  })

  test('that is damaged costs one sentence, and the rest is still there', async () => {
    const path = join(FIXTURES, 'sessions', 'working.jsonl')
    const whole = await documentOfSession(path)
    const noDirectory = whole.replace(/(id="directory">).{40}/, '$1AAAA')
    const opened = await browser.open(noDirectory)
    expect(opened.log.pageErrors).toEqual([])
    expect((await rowsOf(opened, 'input')).length).toBeGreaterThan(0)
    await opened.close()
    const noRows = await browser.open(whole.replace(/(id="rows-0">).{40}/, '$1AAAA'))
    expect(noRows.log.pageErrors).toEqual([])
    expect(await noRows.page.locator('.rows .broken').allInnerTexts()).toEqual([
      'A part of this file is damaged: its rows cannot be shown.',
    ])
    await noRows.close()
  })
})
