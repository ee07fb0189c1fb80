import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/render/view/row.ts'
import { fixtureDocument, press, settle, useFixturePages } from './fixture-pages.ts'
import { documentOf } from './harness.ts'

const pages = useFixturePages()

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

describe('axe', () => {
  for (const [name, width] of [
    ['working', 1280],
    ['helping', 390],
    ['turning-back', 1280],
  ] as const)
    test(`finds nothing in ${name} at ${width}, closed and opened, in light and in dark`, () =>
      pages.check(name, { width, height: 1200 }, async page => {
        await page.evaluate(AXE)
        await checkAxe(page)
        await press(page, '4', 'f')
        await settle(page)
        await checkAxe(page)
        await press(page, 'Escape', '?')
        await checkAxe(page)
      }))
})

/** Colours are all that differs in the dark. */
async function checkAxe(page: Page): Promise<void> {
  expect(await violations(page, {})).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, { runOnly: ['color-contrast'] })).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
}

async function violations(page: Page, options: object): Promise<unknown> {
  type Found = { id: string; nodes: { html: string }[] }[]
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  const found = (await page.evaluate(`axe.run(${asked}).then(found => found.violations)`)) as Found
  return found.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(node => node.html.slice(0, 200))])
}

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Places of what a selector finds, those without a size left out. */
function boxesOf(page: Page, selector: string): Promise<Box[]> {
  return page.$$eval(selector, all =>
    all
      .map(one => one.getBoundingClientRect())
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
  )
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

describe('what can be done with a row', () => {
  test.each([1280, 800, 390])('covers nothing of it or of the one above, %i wide', width =>
    pages.check('working', { width, height: 900 }, async page => {
      await press(page, 'O')
      const rows = page.locator('.rows > .item')
      for (let at = 0; at < (await rows.count()); at++) {
        await rows.nth(at).dispatchEvent('pointerover')
        const [actions] = await boxesOf(page, '.row-actions')
        const texts = await boxesOf(
          page,
          '.rows :is(.badge, .duration, .headline, .name, .card, .prose, .facts, .body)',
        )
        expect(texts.filter(text => actions && overlap(actions, text))).toEqual([])
      }
    }),
  )

  test('is at hand for the pointer and the keyboard', () =>
    pages.check('working', {}, async page => {
      await page.locator('.rows > .item').nth(1).hover()
      for (const name of ['Copy link', 'Copy text']) {
        expect(await page.getByRole('button', { name }).isVisible()).toBe(true)
      }
      await page.getByRole('button', { name: 'Copy text' }).focus()
      await page.mouse.move(5, 5)
      const opacity = page.locator('.row-actions').evaluate(actions => getComputedStyle(actions).opacity)
      expect(await opacity).toBe('1')
    }))
})

test('a rewound prompt is struck out in the contents, and nothing else is drawn beside it', () =>
  pages.check('turning-back', {}, async page => {
    const line = page.locator('.contents .is-rewound').first()
    // Rows that are drawn again have no style for a moment.
    await expect.poll(() => line.evaluate(text => getComputedStyle(text).textDecorationLine)).toBe('line-through')
    await expect.poll(() => line.evaluate(text => getComputedStyle(text, '::after').content)).toBe('none')
    await press(page, '4')
    const row = page.locator('.rows .row.is-rewound').first()
    const border = () => row.evaluate(text => getComputedStyle(text, '::after').borderInlineStartStyle)
    await expect.poll(border).toBe('dashed')
  }))

test('headings of an answer are no larger than that of its turn', async () => {
  const text = '# One\n\n## Two\n\n### Three\n\nwords'
  await pages.checkHtml(await documentOf([turn(1), answer(text)]), {}, async page => {
    const sizes = await page.$$eval('.rows :is(h2, h3, h4, h5)', all =>
      all.map(one => Number.parseFloat(getComputedStyle(one).fontSize)),
    )
    expect(sizes.length).toBe(4)
    expect(Math.max(...sizes.slice(1))).toBeLessThan(sizes[0] ?? 0)
  })
})

test('a long title ends at a word', async () => {
  const title = 'some words of a long prompt '.repeat(20).slice(0, 200)
  const html = (await fixtureDocument('talking')).replace(/"title":"[^"]*"/g, `"title":${JSON.stringify(title)}`)
  await pages.checkHtml(html, {}, async page => {
    expect(await page.locator('.session-header h1').innerText()).toMatch(/^some .* (?:some|words|of|a|long|prompt)…$/)
  })
})

test.each([1280, 390])('the line of a group begins where its neighbours do, %i wide', width =>
  pages.check('working', { width }, async page => {
    const begins = await page.$$eval('.rows :is(.run-count, .row-tool .name, .row-remark .prose)', all =>
      all.map(one => Math.round(one.getBoundingClientRect().left)),
    )
    expect(begins.length).toBeGreaterThan(1)
    expect(new Set(begins).size).toBe(1)
  }),
)

const PLACE = { depth: 0, uuid: undefined, at: undefined, isRewound: false } as const

function answer(text: string): Row {
  return { ...PLACE, minLevel: 'answers', kind: 'answer', text, model: undefined }
}

function turn(number: number): Row {
  const numbers = { toolCalls: 0, files: 0, tokens: 0, activeMs: 0, isInterrupted: false }
  return { ...PLACE, minLevel: 'prompts', kind: 'turn', number, text: '', ...numbers } as Row
}
