import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { TRACE } from '../hostile/payloads.ts'
import { makeKeepHome } from '../keep-home.ts'
import { makeLines } from '../temp-tree.ts'
import { QUIET } from './harness.ts'
import { demoOptions, findViolations, openWeb, sidewaysScroll, usePages } from './web-harness.ts'

const TIDE = '7c1f04d2-58a3-4e0b-9d6e-2b7a90c3e518'
const FIELD = '#search-field'

const { check } = usePages(demoOptions, page => page.waitForSelector(FIELD))

function titles(page: Page): Promise<string[]> {
  return page.locator('.hit-title').allInnerTexts()
}

/** As it stands in the address. */
function asked(page: Page): string | null {
  return new URL(page.url()).searchParams.get('q')
}

function waitForQuery(page: Page, text: string): Promise<unknown> {
  return page.waitForFunction(wanted => (new URLSearchParams(location.search).get('q') ?? '') === wanted, text)
}

describe('search', () => {
  test('answers as it is typed, says how it was understood, and opens at the exact entry', () =>
    check('/search', async page => {
      await page.locator(FIELD).pressSequentially('feet two decimals')
      await page.waitForFunction(() => document.querySelector('.hit mark') !== null)
      await waitForQuery(page, 'feet two decimals')
      await page.waitForFunction(() => document.querySelector('.hit-why')?.textContent?.includes('feet two decimals'))
      expect((await titles(page))[0]).toBe('Metres or feet on the tide chart')
      expect(await page.locator('.hit').first().locator('mark').allInnerTexts()).toEqual(['Feet', 'two', 'decimals'])
      expect(await page.locator('.search-said').innerText()).toMatch(
        /conversations?, best: all words, close together; searched 5 sessions/,
      )
      const entry = await page.locator('.hit-link').first().getAttribute('data-entry')
      await page.locator('.hit-link').first().click()
      await page.waitForURL(`**/session/${TIDE}**`)
      const query = new URL(page.url()).searchParams
      expect(query.get('entry')).toBe(entry)
      expect(query.get('find')).toBe('two decimals')
      await page.waitForFunction(() =>
        document.querySelector('.is-marked')?.textContent?.includes('Feet should have two decimals'),
      )
    }))

  test('shows the answer to the last letter, whichever comes last', () =>
    check('/search', async page => {
      await page.route('**/api/v1/search?q=feet&**', async route => {
        await new Promise(resolve => setTimeout(resolve, 700))
        await route.continue().catch(() => undefined)
      })
      await page.fill(FIELD, 'feet')
      await waitForQuery(page, 'feet')
      await page.fill(FIELD, 'footnotes')
      await page.waitForFunction(() => document.querySelector('.hit-title')?.textContent?.startsWith('Footnotes'))
      await page.waitForTimeout(900)
      expect((await titles(page))[0]).toMatch(/^Footnotes/)
    }))

  test('keeps what was found until there is something else to show', () =>
    check('/search?q=feet', async page => {
      await page.waitForSelector('.hit')
      await page.evaluate(() => {
        const seen: number[] = []
        Object.assign(window, { seen })
        const main = document.querySelector('main') as Element
        new MutationObserver(() => seen.push(document.querySelectorAll('.hit').length)).observe(main, {
          childList: true,
          subtree: true,
        })
      })
      await page.fill(FIELD, 'footnotes')
      await page.waitForFunction(() => document.querySelector('.hit-title')?.textContent?.startsWith('Footnotes'))
      expect(await page.evaluate(() => (window as unknown as { seen: number[] }).seen)).not.toContain(0)
    }))

  test('has chips that write into the text, can be turned round and taken away', () =>
    check('/search?q=units', async page => {
      await page.click('text=Add a filter')
      await page.click('.picker-name:has-text("project:")')
      const choice = page.locator('.picker-choice:has-text("tidepool")')
      expect(await choice.locator('.number').innerText()).toMatch(/^3\s+sessions$/)
      await choice.click()
      await waitForQuery(page, 'units project:tidepool')
      expect(await page.inputValue(FIELD)).toBe('units project:tidepool')
      await page.click('.chip-not')
      await waitForQuery(page, 'units -project:tidepool')
      await page.waitForFunction(
        () =>
          document.querySelector('.hit') === null ||
          !document.querySelector('.hit-project')?.textContent?.includes('tidepool'),
      )
      await page.click('[aria-label="Remove not project tidepool"]')
      await waitForQuery(page, 'units')
    }))

  test('takes a filter only where it would be one', () =>
    check('/search', async page => {
      await page.click('text=Add a filter')
      await page.click('.picker-name:has-text("after:")')
      await page.fill('.picker-input', 'whenever')
      await page.keyboard.press('Enter')
      expect(await page.locator('.picker-problem').innerText()).toContain('No date')
      await page.fill('.picker-input', '400d')
      await page.keyboard.press('Enter')
      await waitForQuery(page, 'after:400d')
      await page.waitForSelector('.hit')
    }))

  test('goes back and forward through what was asked', () =>
    check('/search', async page => {
      await page.fill(FIELD, 'feet')
      await page.keyboard.press('Enter')
      await waitForQuery(page, 'feet')
      await page.locator(FIELD).fill('footnotes')
      await waitForQuery(page, 'footnotes')
      await page.locator(FIELD).fill('footnotes order')
      await waitForQuery(page, 'footnotes order')
      await page.goBack()
      await waitForQuery(page, 'feet')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#search-field')?.value === 'feet')
      await page.goForward()
      await waitForQuery(page, 'footnotes order')
      await page.waitForFunction(
        () => document.querySelector<HTMLInputElement>('#search-field')?.value === 'footnotes order',
      )
    }))

  test('is walked with keys', () =>
    check('/search?q=two', async page => {
      await page.waitForSelector('.hit:nth-child(2)')
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      await page.keyboard.press('k')
      await page.keyboard.press('j')
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe((await titles(page))[1])
      await page.keyboard.press('/')
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('search-field')
      await page.keyboard.press('ArrowDown')
      const href = await page.locator('.hit-link').first().getAttribute('href')
      await page.keyboard.press('o')
      await page.waitForFunction(wanted => location.pathname + location.search === wanted, href)
      await page.goBack()
      await page.waitForSelector('.hit')
    }))

  test('says what it took for text, and what to try where nothing is found', () =>
    check('/search?q=projct:tidepool', async page => {
      await page.waitForSelector('.search-note')
      expect(await page.locator('.search-note').first().innerText()).toContain('did you mean project:tidepool?')
      await page.fill(FIELD, 'qqzzxxj')
      await page.waitForFunction(() =>
        document.querySelector('.search-said')?.textContent?.startsWith('Nothing found in 5 sessions'),
      )
      await page.click('.nothing button:has-text("Look deeper")')
      await page.waitForFunction(() => new URLSearchParams(location.search).get('deep') === 'true')
      await page.waitForFunction(() => document.querySelector('.nothing-title')?.textContent === 'Try other words.')
      expect(asked(page)).toBe('qqzzxxj')
    }))

  test('offers examples and the last sessions before anything is typed', () =>
    check('/search', async page => {
      await page.waitForSelector('.listed a')
      expect(await page.locator('.listed a').first().innerText()).toBe('Metres or feet on the tide chart')
      await page.click('.example >> nth=4')
      await waitForQuery(page, 'is:error after:30d')
      await page.waitForSelector('.hit')
      expect(await page.locator('.chip-not').allInnerTexts()).toEqual(['is: error', 'after: 30d'])
    }))

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      test(`has nothing for axe, and no sideways scrolling, in ${colorScheme} at ${width}`, () =>
        check(
          '/search?q=project:tidepool%20units',
          async page => {
            await page.waitForSelector('.hit')
            expect(await findViolations(page)).toEqual([])
            await page.click('text=Add a filter')
            expect(await findViolations(page)).toEqual([])
            await page.click('.picker-name:has-text("tool:")')
            await page.waitForSelector('.picker-choice')
            expect(await findViolations(page)).toEqual([])
            expect(await sidewaysScroll(page)).toBe(0)
          },
          { colorScheme, width, reducedMotion: 'reduce' },
        ))
    }
  }
})

test('a hit is text, whatever it says', async () => {
  const id = '99999999-9999-4999-8999-999999999999'
  const prompt = `marrow <img src=x onerror="window.${TRACE}=1"> <script>${TRACE}=1</script> [x](javascript:alert(1)) \u001b[31mred\u202e`
  const home = makeKeepHome({ [`.claude/projects/-x/${id}.jsonl`]: makeLines(id, { prompt, branch: '<b>bold</b>' }) })
  const web = await openWeb({ home })
  const { page, log, close } = await web.open('/search?q=marrow')
  await page.waitForSelector('.hit')
  expect(await page.locator('.hit-branch').innerText()).toBe('<b>bold</b>')
  expect(await page.locator('.hit-snippet').innerText()).toContain(`<img src=x onerror="window.${TRACE}=1">`)
  expect(await page.locator('.hit :is(img, script, b)').count()).toBe(0)
  expect(await page.evaluate(trace => Object.hasOwn(window, trace), TRACE)).toBe(false)
  expect(log).toEqual(QUIET)
  await close()
})
