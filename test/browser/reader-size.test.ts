import { describe, expect, test } from 'vitest'
import type { Part } from '../../src/render/view/part.ts'
import type { Row, RowPlace } from '../../src/render/view/row.ts'
import { countElements, settle, useFixturePages } from './fixture-pages.ts'
import { documentOf } from './harness.ts'

const pages = useFixturePages()

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

describe('a row of many elements', () => {
  test('is cut, and its rest is shown as plain text on request', async () => {
    const text = Array.from({ length: 1000 }, (_, at) => `Item ${at} in words`).join('\n\n')
    await pages.checkHtml(await documentOf([answer(text)]), {}, async page => {
      const isShown = async () => (await page.locator('.rows').textContent())?.includes('Item 999 in words')
      expect(await isShown()).toBe(false)
      await page.getByRole('button', { name: 'Show the rest as plain text' }).click()
      expect(await isShown()).toBe(true)
      expect(await countElements(page)).toBeLessThan(2000)
    })
  })

  test('such as a long change stays small by itself', async () => {
    const lines = Array.from({ length: 3000 }, (_, at) => `+line ${at} of a long change`)
    const diff: Part = { kind: 'diff', path: 'a.ts', hunks: [{ oldStart: 1, newStart: 1, lines }] }
    await pages.checkHtml(await documentOf([edit(diff)]), {}, async page => {
      await page.locator('.rows summary').first().click()
      await page.locator('.rows .diff').waitFor()
      expect(await countElements(page)).toBeLessThan(2000)
      const text = await page.locator('.rows').textContent()
      expect([text?.includes('line 0 of a long change'), text?.includes('line 2999 of a long change')]).toEqual([
        true,
        true,
      ])
    })
  })

  test('leaves the page below 2,000 also when there are many of them, all opened', async () => {
    const list = Array.from({ length: 400 }, (_, at) => `- **item** ${at} with \`code\` and *more*`).join('\n')
    const code = `\`\`\`ts\n${'const a = [1, "two", three(4)]\n'.repeat(300)}\`\`\``
    const lines = Array.from({ length: 200 }, (_, at) => `${' +-'[at % 3]}word ${at} of a change`)
    const diff: Part = { kind: 'diff', path: 'a.ts', hunks: [{ oldStart: 1, newStart: 1, lines }] }
    const kinds = [answer(list), answer(code), edit(diff), edit({ kind: 'markdown', text: list })]
    const rows = Array.from({ length: 40 }, (_, at) => kinds[at % kinds.length] as Row)
    await pages.checkHtml(await documentOf(rows), {}, async page => {
      await page.keyboard.press('O')
      for (let step = 0; step < 16; step++) {
        await settle(page)
        expect(await countElements(page)).toBeLessThan(2000)
        await page.evaluate(() => scrollBy({ top: 2500, behavior: 'instant' }))
      }
    })
  })

  test('is coloured as code where there is room', async () =>
    pages.checkHtml(await documentOf([answer('```ts\nconst a = "<b>"\n```')]), {}, async page => {
      expect(await page.locator('.rows .hljs-keyword').innerText()).toBe('const')
      expect(await page.locator('.rows code').innerText()).toContain('const a = "<b>"')
    }))
})

test('after a jump the window scrolls freely with the keyboard', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => ({
    ...answer(`Answer ${at}\n\n${'word '.repeat(at % 50)}`),
    uuid: `a-${at}`,
  }))
  await pages.checkHtml(await documentOf(rows as Row[]), { hash: '#a-200' }, async page => {
    await page.locator('.item.is-marked').waitFor()
    const before = await page.evaluate(() => scrollY)
    await page.locator('body').press('PageDown')
    await page.waitForFunction(from => scrollY > from + 300, before)
    for (let frames = 0; frames < 5; frames++) await settle(page)
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(before + 300)
  })
})
