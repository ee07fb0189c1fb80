import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Part } from '../../src/render/view/part.ts'
import type { Row, RowPlace } from '../../src/render/view/row.ts'
import { documentOf, openBrowser, type TestBrowser } from './harness.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const PLACE: RowPlace = { depth: 0, uuid: undefined, at: undefined, isRewound: false, minLevel: 'answers' }

function answer(text: string): Row {
  return { ...PLACE, kind: 'answer', text, model: undefined }
}

function edit(part: Part): Row {
  const rest = {
    callId: 'c',
    server: undefined,
    headline: 'a.ts',
    isRunning: false,
    badges: [],
    durationMs: 1,
    error: '',
  }
  return {
    ...PLACE,
    kind: 'tool',
    name: 'Edit',
    status: 'ok',
    ...rest,
    isOpen: false,
    input: [part],
    output: [],
  } as Row
}

function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

describe('a row of many elements', () => {
  test('is cut, and its rest is shown as plain text on request', async () => {
    const text = Array.from({ length: 1000 }, (_, at) => `Item ${at} in words`).join('\n\n')
    const { page, close } = await browser.open(await documentOf([answer(text)]))
    const shown = () => page.locator('.rows').textContent()
    expect(await shown()).not.toContain('Item 999 in words')
    await page.getByRole('button', { name: 'Show the rest as plain text' }).click()
    expect(await shown()).toContain('Item 999 in words')
    expect(await countElements(page)).toBeLessThan(2000)
    await close()
  })

  test('such as a long change stays small by itself', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `+line ${at} of a long change`)
    const diff: Part = { kind: 'diff', path: 'a.ts', hunks: [{ oldStart: 1, newStart: 1, lines }] }
    const { page, close } = await browser.open(await documentOf([edit(diff)]))
    await page.locator('summary').first().click()
    await page.waitForFunction("document.querySelector('.rows').textContent.includes('line 2999 of a long change')")
    expect(await countElements(page)).toBeLessThan(2000)
    await close()
  })

  test('leaves the page below 2,000 also when there are many of them', async () => {
    const list = Array.from({ length: 400 }, (_, at) => `- **item** ${at} with \`code\` and *more*`).join('\n')
    const code = `\`\`\`ts\n${'const a = [1, "two", three(4)]\n'.repeat(300)}\`\`\``
    const rows = Array.from({ length: 30 }, (_, at) => answer(at % 2 === 0 ? list : code))
    const { page, close } = await browser.open(await documentOf(rows))
    for (let step = 0; step < 12; step++) {
      expect(await countElements(page)).toBeLessThan(2000)
      await page.mouse.wheel(0, 2500)
      await page.waitForTimeout(60)
    }
    await close()
  })

  test('is coloured as code where there is room', async () => {
    const { page, close } = await browser.open(await documentOf([answer('```ts\nconst a = "<b>"\n```')]))
    expect(await page.locator('.rows .hljs-keyword').innerText()).toBe('const')
    expect(await page.locator('.rows code').innerText()).toContain('const a = "<b>"')
    await close()
  })
})

test('after a jump the window scrolls freely with the keyboard', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => ({
    ...answer(`Answer ${at}\n\n${'word '.repeat(at % 50)}`),
    uuid: `a-${at}`,
  }))
  const { page, close } = await browser.open(await documentOf(rows as Row[]), { hash: '#a-200' })
  await page.locator('.item.is-marked').waitFor()
  const before = await page.evaluate(() => scrollY)
  await page.locator('body').press('PageDown')
  await page.waitForFunction(from => scrollY > from + 300, before)
  await page.waitForTimeout(200)
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(before + 300)
  await close()
})
