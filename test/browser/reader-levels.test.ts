import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/render/view/row.ts'
import { FIXTURES } from '../corpus.ts'
import { press, rowsOf, settle, useFixturePages } from './fixture-pages.ts'
import { documentOf, documentOfSession } from './harness.ts'

const pages = useFixturePages()

/** What stands under a heading of the report at the end. */
async function reportOf(page: Page): Promise<{ readonly [what: string]: number }> {
  await page.keyboard.press('End')
  await page.locator('.rows .row-loss').waitFor()
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('.rows .row-loss .counts > div')].map(line => [
        line.querySelector('dt')?.textContent ?? '',
        Number(line.querySelector('dd')?.textContent),
      ]),
    ),
  )
}

function pressedLevel(page: Page): Promise<string> {
  return page.locator('.levels [aria-pressed=true]').innerText()
}

describe('levels', () => {
  test('open at tools and change with the keys 1 to 4', () =>
    pages.check('turning-back', { height: 3000 }, async page => {
      expect(await pressedLevel(page)).toBe('Tools')
      expect(await rowsOf(page, 'tool')).toHaveLength(1)
      await page.keyboard.press('1')
      expect([await rowsOf(page, 'answer'), await rowsOf(page, 'tool')]).toEqual([[], []])
      expect(await rowsOf(page, 'input')).toHaveLength(2)
      await page.keyboard.press('2')
      expect((await rowsOf(page, 'answer')).length).toBeGreaterThan(0)
      await page.keyboard.press('4')
      expect(await rowsOf(page, 'unknown')).toHaveLength(1)
    }))

  test('above the exported one are not offered', async () => {
    const html = await documentOfSession(`${FIXTURES}/sessions/working.jsonl`, 'answers')
    await pages.checkHtml(html, {}, async page => {
      expect(await page.locator('.levels button').allInnerTexts()).toEqual(['Prompts', 'Answers'])
      await page.keyboard.press('4')
      expect(await pressedLevel(page)).toBe('Answers')
    })
  })

  test('of records as they are begin where those are shown', async () => {
    const place = { depth: 0, uuid: undefined, at: undefined, isRewound: false, minLevel: 'all' } as const
    const raw: Row = { ...place, kind: 'raw', name: 'user', line: 1, json: '{\n  "type": "user"\n}' }
    await pages.checkHtml(await documentOf([raw]), {}, async page => {
      expect(await page.locator('.rows .row-raw .body').innerText()).toContain('"type": "user"')
    })
  })

  test('changed at the top leave the title in sight', () =>
    pages.check('working', { height: 500 }, async page => {
      for (const key of ['4', '1', '4', '3', 'O', 'O']) {
        await page.keyboard.press(key)
        await settle(page)
        expect([key, await page.evaluate(() => scrollY)]).toEqual([key, 0])
      }
    }))
})

describe('level all', () => {
  test('shows every row opened, with what agents did', () =>
    pages.check('helping', { height: 6000 }, async page => {
      await page.keyboard.press('4')
      await settle(page)
      expect(await page.locator('.rows details:not([open])').count()).toBe(0)
      expect(await page.locator('.rows [data-body=later]').count()).toBe(0)
      const text = await page.locator('.rows').innerText()
      for (const words of ['Seven pears.', 'Six more.', 'Hide']) expect(text).toContain(words)
    }))

  test('leaves closed what somebody closed, also after it was out of sight', () =>
    pages.check('working', { height: 400 }, async page => {
      await page.keyboard.press('4')
      const first = page.locator('.rows .item:has(> .row-tool)').first()
      const row = await first.getAttribute('data-row')
      await first.locator('summary').first().click()
      // That it was closed is heard of a frame later.
      await settle(page)
      await press(page, 'End', 'Home')
      await settle(page)
      const folds = page.locator(`.rows .item[data-row="${row}"] > .row > details.fold`)
      await page.evaluate("location.hash = '#turns=1-9'")
      await folds.first().waitFor({ state: 'attached' })
      expect(await folds.first().getAttribute('open')).toBeNull()
      expect(await page.locator('.rows .row-tool > details.fold[open]').count()).toBeGreaterThan(0)
    }))

  test('closes and opens everything by O and by the button, at the level alone', () =>
    pages.check('working', { height: 6000 }, async page => {
      const open = () => page.locator('.rows .row > details.fold[open]').count()
      expect(await open()).toBe(0)
      await page.keyboard.press('O')
      await settle(page)
      expect(await open()).toBeGreaterThan(3)
      expect(await page.locator('.rows .run').first().getAttribute('aria-expanded')).toBe('true')
      await press(page, '4', 'O')
      await settle(page)
      expect(await open()).toBe(0)
      await page.getByRole('button', { name: 'Open all' }).click()
      await settle(page)
      expect(await open()).toBeGreaterThan(3)
      await page.keyboard.press('3')
      await page.getByRole('button', { name: 'Close all' }).click()
      await settle(page)
      expect(await open()).toBe(0)
    }))

  test('shows a long prompt to its end', async () => {
    const text = Array.from({ length: 60 }, (_, at) => `line ${at} of a paste`).join('\n')
    await pages.checkHtml(await documentOf([prompt(text)]), { height: 3000 }, async page => {
      const last = page.getByText('line 59 of a paste')
      expect(await last.isVisible()).toBe(false)
      await page.keyboard.press('4')
      await settle(page)
      expect(await last.isVisible()).toBe(true)
    })
  })
})

test('thinking that stands alone is open, beside words of the model it is folded', async () => {
  const rows: Row[] = [prompt('a'), thinking('alone'), prompt('b'), thinking('beside'), answer('words')]
  await pages.checkHtml(await documentOf(rows), {}, async page => {
    await page.keyboard.press('f')
    await page.locator('.check', { hasText: 'Thinking' }).click()
    const folds = page.locator('.rows .row-thinking > details')
    const open = await folds.evaluateAll(all => all.map(fold => (fold as HTMLDetailsElement).open))
    expect(open).toEqual([true, false])
  })
})

describe('what is not here', () => {
  test('is told for the level that is shown', () =>
    pages.check('working', {}, async page => {
      expect(await reportOf(page)).toMatchObject({ 'thinking blocks': 2, 'tool inputs and outputs': 6 })
      await page.keyboard.press('1')
      expect(await reportOf(page)).toMatchObject({ answer: 1, 'tool calls': 6, 'thinking blocks': 2 })
      await page.keyboard.press('4')
      const all = await reportOf(page)
      expect(Object.keys(all).filter(what => /call|thinking|answer|input/.test(what))).toEqual([])
    }))

  test('grows and shrinks with what is folded', () =>
    pages.check('working', { height: 3000 }, async page => {
      await page.keyboard.press('O')
      expect(await reportOf(page)).not.toHaveProperty('tool inputs and outputs')
      await page.locator('.rows .row-tool > details.fold > summary').first().click()
      await page.locator('.rows .row-loss', { hasText: 'tool input and output' }).waitFor()
      expect(await reportOf(page)).toMatchObject({ 'tool input and output': 1 })
    }))

  test('is told for a filter and for some turns', () =>
    pages.check('turning-back', { hash: '#turns=4' }, async page => {
      await reportOf(page)
      expect(await page.locator('.row-loss').innerText()).toContain('4 other turns in this file.')
      await page.keyboard.press('f')
      await page.locator('.check', { hasText: 'Tool calls' }).click()
      await page.keyboard.press('Escape')
      expect(await reportOf(page)).toMatchObject({ answer: 1 })
      expect(await page.locator('.row-loss').innerText()).toContain('Not shown with this filter')
    }))

  test('is told without scripts', () =>
    pages.check('working', { javaScript: false }, async page => {
      const text = await page.locator('.row-loss').innerText()
      expect(text).toContain('Not shown with scripts off')
      expect(text).toMatch(/tool calls\s+6/)
      expect(text).toMatch(/thinking blocks\s+2/)
    }))
})

describe('printing', () => {
  const print = async (page: Page): Promise<string> => {
    await page.evaluate("dispatchEvent(new Event('beforeprint'))")
    return page.locator('.printed').innerText()
  }

  test('draws every row of the level, without the page around them', () =>
    pages.check('turning-back', { height: 200 }, async page => {
      await page.emulateMedia({ media: 'print' })
      expect(await print(page)).toContain('What is not here')
      expect(await page.locator('.top').isVisible()).toBe(false)
      await page.evaluate("dispatchEvent(new Event('afterprint'))")
      expect(await page.locator('.printed').count()).toBe(0)
      expect((await page.pdf()).byteLength).toBeGreaterThan(1000)
    }))

  test('at level all has every row opened, with what agents did', () =>
    pages.check('helping', { height: 200 }, async page => {
      await page.emulateMedia({ media: 'print' })
      const tools = await print(page)
      expect(tools).not.toContain('Six more.')
      expect(tools).toContain('agents folded')
      await page.keyboard.press('4')
      const all = await print(page)
      for (const words of ['Seven pears.', 'Six more.']) expect(all).toContain(words)
      expect(await page.locator('.printed details:not([open])').count()).toBe(0)
    }))

  test('leaves nothing to be asked for, and says where it ends', async () => {
    const items = Array.from({ length: 900 }, (_, at) => `- item ${at}`).join('\n')
    const rows = [answer(items), ...Array.from({ length: 3100 }, (_, at) => answer(`answer ${at}`))]
    await pages.checkHtml(await documentOf(rows), {}, async page => {
      await page.emulateMedia({ media: 'print' })
      const text = await print(page)
      expect(text).toContain('item 899')
      expect(text).toContain('Printed up to here: 101 more rows in the file.')
      expect(await page.locator('.printed button').count()).toBe(0)
    })
  })
})

const PLACE = { depth: 0, uuid: undefined, at: undefined, isRewound: false } as const

function prompt(text: string): Row {
  const rest = { source: 'prompt', fold: undefined, note: '', media: [], questions: [] } as const
  return { ...PLACE, minLevel: 'prompts', kind: 'input', text, ...rest }
}

function answer(text: string): Row {
  return { ...PLACE, minLevel: 'answers', kind: 'answer', text, model: undefined }
}

function thinking(text: string): Row {
  return { ...PLACE, minLevel: 'all', kind: 'thinking', text, state: 'open' }
}
