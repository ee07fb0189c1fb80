import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/render/view/row.ts'
import { useFixturePages } from './fixture-pages.ts'
import { documentOf } from './harness.ts'

const pages = useFixturePages()

async function find(page: Page, text: string): Promise<string> {
  await page.keyboard.press('/')
  expect(await page.evaluate("document.activeElement === document.querySelector('.find input')")).toBe(true)
  await page.locator('.find input').fill(text)
  const count = page.locator('.find .count')
  await count.filter({ hasText: /^(?:none|[\d,]+ of [\d,]+)$/ }).waitFor()
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
    pages.check('helping', {}, async page => {
      expect(await find(page, 'six more')).toBe('1 of 1')
      expect(await currentMatch(page)).toEqual({ text: 'Six more', isSeen: true })
    }))

  test('opens a rewound side and a folded call', () =>
    pages.check('turning-back', {}, async page => {
      expect(await find(page, 'williams')).toBe('1 of 1')
      expect(await currentMatch(page)).toEqual({ text: 'Williams', isSeen: true })
      await page.keyboard.press('Escape')
      expect(await find(page, 'running in background')).toMatch(/^1 of \d/)
      expect(await currentMatch(page)).toEqual({ text: 'running in background', isSeen: true })
    }))

  test('goes on with Enter and n, back with Shift-Enter and N, and around', () =>
    pages.check('turning-back', {}, async page => {
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

  test('counts as it goes, and shows the first match before it is through', async () => {
    const text = `${'words of a long session '.repeat(4000)}needle`
    const rows = Array.from({ length: 160 }, (_, at) => answer(`${at} ${text}`))
    await pages.checkHtml(await documentOf(rows), {}, async page => {
      await page.evaluate(WATCH)
      expect(await find(page, 'needle')).toBe('1 of 160')
      const counts = (await page.evaluate('counts')) as readonly string[]
      expect(counts.some(count => /^1 of \d+…$/.test(count))).toBe(true)
      await page.keyboard.press('Escape')
      await page.locator('.find input').fill('words')
      await page.locator('.find .count', { hasText: /^1 of 640,000$/ }).waitFor()
    })
  })

  test('says when there is nothing, and Esc ends it', () =>
    pages.check('talking', {}, async page => {
      expect(await find(page, 'no such words')).toBe('none')
      await page.keyboard.press('Escape')
      expect(await page.locator('.find input').inputValue()).toBe('')
      expect(await currentMatch(page)).toBeUndefined()
    }))
})

describe('filters', () => {
  test('have counts, show a kind or a tool alone, and are taken back', () =>
    pages.check('helping', {}, async page => {
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
    pages.check('helping', {}, async page => {
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
    pages.check('turning-back', { hash: WILLIAMS }, async page => {
      expect(await page.locator('.item.is-marked').innerText()).toContain('Williams added.')
    }))

  test('to an entry of a higher level raise the level', () =>
    pages.check('turning-back', {}, async page => {
      await page.keyboard.press('1')
      await page.evaluate("location.hash = '#eeeeeeee-0010-4000-8000-000000000000'")
      await page.locator('.item.is-marked .row-tool').waitFor()
      expect(await page.locator('.levels [aria-pressed=true]').innerText()).toBe('Tools')
    }))

  test('to turns show exactly those, and back and forward work', () =>
    pages.check('turning-back', { hash: '#turns=4' }, async page => {
      const inputs = page.locator('.rows .row-input')
      expect(await page.locator('.notice').innerText()).toContain('Turn 4 of 5')
      expect(await inputs.count()).toBe(1)
      await page.evaluate("location.hash = '#turns=1-4'")
      await page.locator('.notice', { hasText: 'Turns 1–4 of 5' }).waitFor()
      await page.goBack()
      await page.locator('.notice', { hasText: 'Turn 4 of 5' }).waitFor()
      await page.getByRole('button', { name: 'Show all' }).click()
      await page.waitForFunction("document.querySelector('.notice').childElementCount === 0")
      expect(await inputs.count()).toBe(2)
    }))

  test('of the contents go to their turn', () =>
    pages.check('turning-back', { height: 300 }, async page => {
      await page.locator('.contents a', { hasText: 'Add plums instead' }).click()
      await page.locator('.item.is-current .row-turn[data-turn="4"]').waitFor()
    }))

  test('to nothing leave a quiet message', () =>
    pages.check('talking', { hash: '#nothing-of-this-name' }, async page => {
      await page.locator('.toast.is-shown', { hasText: 'The link leads to nothing in this file.' }).waitFor()
    }))

  test('are copied by y, rows by c', () =>
    pages.check('turning-back', {}, async page => {
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

/** Takes note of what the count says. */
const WATCH = `{
  const count = document.querySelector('.find .count')
  globalThis.counts = []
  new MutationObserver(() => counts.push(count.textContent)).observe(count, { childList: true })
}`

function answer(text: string): Row {
  const place = { depth: 0, uuid: undefined, at: undefined, isRewound: false, minLevel: 'answers' } as const
  return { ...place, kind: 'answer', text, model: undefined }
}
