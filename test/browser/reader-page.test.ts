import { describe, expect, test } from 'vitest'
import { fixtureDocument, press, rowsOf, useFixturePages } from './fixture-pages.ts'
import { documentOf } from './harness.ts'

const pages = useFixturePages()

describe('what is folded', () => {
  test('an agent opens to what it did, and agents in it open by themselves', () =>
    pages.check('helping', {}, async page => {
      expect(await page.getByText('Seven pears.').count()).toBe(0)
      await page.locator('.opener').first().click()
      expect(await page.getByText('Seven pears.').count()).toBe(1)
      expect(await page.getByText('Six more.').count()).toBe(0)
      await page.locator('.opener', { hasText: 'Hide' }).first().click()
      expect(await page.getByText('Seven pears.').count()).toBe(0)
    }))

  test('a rewound side is one line that opens in its place', () =>
    pages.check('turning-back', {}, async page => {
      expect(await page.locator('.rows').innerText()).not.toContain('Williams added.')
      await page.locator('.row-rewound + .opener').click()
      expect(await page.locator('.rows').innerText()).toContain('Williams added.')
    }))

  test('a tool call opens with o and shows its output', () =>
    pages.check('turning-back', {}, async page => {
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
    pages.check('turning-back', {}, async page => {
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
      expect(await current()).toBe('24')
      await press(page, 'g', 'g')
      expect(await current()).toBe('1')
    }))

  test('g g and Home end at the very top, where the title stands', () =>
    pages.check('turning-back', { height: 300 }, async page => {
      for (const keys of [['g', 'g'], ['Home']]) {
        await press(page, 'End')
        await page.waitForFunction('scrollY > 300')
        await press(page, ...keys)
        expect(await page.evaluate(() => scrollY)).toBe(0)
        expect(await page.locator('.row-session h1').isVisible()).toBe(true)
      }
    }))

  test('? shows the keys in a dialog that keeps the focus and closes with Esc', () =>
    pages.check('talking', {}, async page => {
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
    pages.check('talking', { colorScheme: 'dark' }, async page => {
      const dark = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      await page.keyboard.press('t')
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).not.toBe(dark)
      await page.reload()
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
    }))

  test('are left alone while somebody types', () =>
    pages.check('talking', {}, async page => {
      await page.keyboard.press('/')
      await page.keyboard.type('j1?')
      expect(await page.locator('.levels [aria-pressed=true]').innerText()).toBe('Tools')
      expect(await page.locator('dialog').count()).toBe(0)
    }))
})

describe('data', () => {
  test('of a session without rows is an empty page that says so', async () =>
    pages.checkHtml(await documentOf([], { title: 'Nothing' }), {}, async page => {
      expect(await page.locator('.empty').innerText()).toBe('This session has nothing to show.')
    }))

  test('that is damaged costs one sentence, and the rest is still there', async () => {
    const whole = await fixtureDocument('working')
    await pages.checkHtml(whole.replace(/(id="directory">).{40}/, '$1AAAA'), {}, async page => {
      expect((await rowsOf(page, 'input')).length).toBeGreaterThan(0)
    })
    await pages.checkHtml(whole.replace(/(id="rows-0">).{40}/, '$1AAAA'), {}, async page => {
      expect(await page.locator('.rows .broken').allInnerTexts()).toEqual([
        'A part of this file is damaged: its rows cannot be shown.',
      ])
    })
    const [uuid] = /[0-9a-f]{8}-[0-9a-f-]{27}(?=","at":\d+[^}]*"kind":"answer")/.exec(whole) ?? []
    await pages.checkHtml(whole.replace(/(id="uuids">).{40}/, '$1AAAA'), { hash: `#${uuid}` }, async page => {
      expect(await page.locator('.item.is-marked .row-answer').count()).toBe(1)
    })
  })
})
