import { describe, expect, test } from 'vitest'
import { press } from './fixture-pages.ts'
import { findViolations, settled, sidewaysScroll } from './web-harness.ts'
import { at, type SessionName, useSessionPages } from './web-session-home.ts'

const pages = useSessionPages()

const STATES: readonly { readonly what: string; readonly session: SessionName; readonly query: string }[] = [
  { what: 'answers', session: 'working', query: '' },
  { what: 'everything opened', session: 'working', query: '?level=all' },
  { what: 'records', session: 'turning-back', query: '?level=raw' },
  { what: 'agents and the inspector', session: 'helping', query: '?level=all&inspect=agents' },
  { what: 'what was rewound, found and filtered', session: 'turning-back', query: '?find=pears&open=4' },
]

describe('axe finds nothing', () => {
  for (const { what, session, query } of STATES) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`in ${what}, ${colorScheme}, wide and narrow`, { timeout: 90_000 }, async () => {
        for (const width of [1280, 390]) {
          const options = { colorScheme, width, reducedMotion: 'reduce' } as const
          const { page, close } = await pages.browser().open(at(session, query), options)
          await settled(page)
          await page.locator('.rows .row').nth(2).waitFor()
          await page.waitForTimeout(500)
          expect(await findViolations(page)).toEqual([])
          await press(page, 'f')
          expect(await findViolations(page)).toEqual([])
          await close()
        }
      })
    }
  }
})

describe('small windows', () => {
  for (const width of [360, 640]) {
    test(`nothing runs out of a window of ${width} pixels`, async () => {
      for (const { session, query } of STATES.slice(0, 2)) {
        const { page, close } = await pages.browser().open(at(session, query), { width })
        await settled(page)
        await page.locator('.rows .row').nth(2).waitFor()
        expect(await sidewaysScroll(page)).toBe(0)
        await close()
      }
    })
  }

  test('prompts and inspector come over the page when asked for, and go', () =>
    pages.check(
      at('turning-back'),
      async page => {
        const contents = page.getByRole('navigation', { name: /Prompts/ })
        expect(await contents.isVisible()).toBe(false)
        await page.getByRole('button', { name: 'Contents' }).click()
        await contents.waitFor()
        await contents.getByText('Add plums instead').click()
        await contents.waitFor({ state: 'hidden' })
        await page.getByRole('button', { name: 'Contents', exact: true }).click()
        expect(await findViolations(page)).toEqual([])
        await page.getByRole('button', { name: 'Close the contents' }).click()
        await contents.waitFor({ state: 'hidden' })
        await press(page, 'i')
        await page.getByRole('complementary', { name: 'Inspector' }).waitFor()
      },
      { width: 390, height: 800 },
    ))
})

test('on paper there are rows, and nothing around them', () =>
  pages.check(at('working'), async page => {
    await page.getByText('plums are back').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
    await page.locator('.printed', { hasText: 'plums are back' }).waitFor()
    expect(await page.locator('.reading-bar').isVisible()).toBe(false)
    expect(await page.locator('.contents').isVisible()).toBe(false)
    await page.evaluate(() => dispatchEvent(new Event('afterprint')))
    expect(await page.locator('.printed').count()).toBe(0)
  }))
