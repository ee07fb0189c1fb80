import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { writeScript } from '../lookup-world.ts'
import { makeStoryLines, STORY_HOSTILE, STORY_PATH } from '../story-script.ts'
import { ONE, THREE, TWO, toLines } from '../temp-tree.ts'
import { findViolations, settled, sidewaysScroll, usePages } from './web-harness.ts'

const LINES = makeStoryLines()
const { check, browser } = usePages(() => ({ home: makeKeepHome({ [STORY_PATH]: LINES }) }), settled)
const STORY = `/session/${THREE}/story`
const BOX = '.told-generated'

/** Has a command say this of a session: real settings, a real run. */
async function enrich(id: string, says: string, ...more: readonly string[]): Promise<void> {
  const { home } = browser().web
  const script = join(home.home, 'teller.mjs')
  writeFileSync(script, `for await (const _ of process.stdin); process.stdout.write(${JSON.stringify(says)})`)
  await home.run(['config', 'set', 'enrichCommand', process.execPath, script])
  await home.run(['enrich', id, ...more])
}

function answerWith(summary: string, decisions: readonly { text: string; evidence: readonly number[] }[]): string {
  return JSON.stringify({ result: JSON.stringify({ summary, decisions }), model: 'small-1' })
}

const SAID = answerWith(`It became strict ${STORY_HOSTILE}\u202e\x07.\n\nThe docs are left.`, [
  { text: `Take the new lexer ${STORY_HOSTILE}`, evidence: [2, 3] },
  { text: 'Said in no turn', evidence: [77] },
])

/** Whoever ran a command in a terminal comes back to the window. */
function comeBack(page: Page): Promise<unknown> {
  return page.evaluate(() => dispatchEvent(new Event('focus')))
}

describe('what was generated for a session', () => {
  beforeAll(() => enrich(THREE, SAID), 60_000)

  test('is not there until somebody asks for it, and then without a reload', async () => {
    const { page, close } = await browser().open(`/session/${ONE}/story`)
    await page.waitForSelector('.told-summary')
    expect(await page.locator(BOX).count()).toBe(0)
    await enrich(ONE, answerWith('They grew.', []))
    await comeBack(page)
    await page.waitForSelector(`${BOX}:has-text("They grew.")`)
    await close()
  })

  test('has a frame of its own, and says who wrote it, when, and that nobody checked it', () =>
    check(STORY, async page => {
      const box = page.locator(BOX)
      expect(await box.locator('h2').innerText()).toBe('Generated summary')
      expect(await box.locator('.generated-by').innerText()).toMatch(
        /^Written by node \(small-1\), \d{4}-\d\d-\d\d \d\d:\d\d\. Nobody has checked it against the session\.$/,
      )
      expect(await box.innerText()).toContain('1 more was left out')
      expect(await box.locator('.generated-standing').count()).toBe(0)
      const facts = await page.locator(`.told-summary, .told-section`).allInnerTexts()
      expect(facts.join('\n')).not.toMatch(/It became strict|Take the new lexer/)
    }))

  test('shows hostile words as words', () =>
    check(STORY, async page => {
      const text = await page.locator(BOX).innerText()
      expect(text).toContain(`It became strict ${STORY_HOSTILE}`)
      expect(text).not.toMatch(/[\u202e\x07]/)
      expect(await page.locator(`${BOX} img`).count()).toBe(0)
    }))

  test('leads from a decision to the turn that shows it', () =>
    check(STORY, async page => {
      const links = page.locator(`${BOX} .told-places a`)
      expect(await links.allInnerTexts()).toEqual(['2', '3'])
      await links.first().click()
      await page.waitForSelector('.rows .item')
      expect(new URL(page.url()).searchParams.get('turn')).toBe('2')
    }))

  test('has nothing axe complains about, in light and dark, and fits a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        await check(
          STORY,
          async page => {
            await page.waitForSelector(BOX)
            expect(await findViolations(page)).toEqual([])
            expect(await sidewaysScroll(page)).toBe(0)
          },
          { colorScheme, width, reducedMotion: 'reduce' },
        )
      }
    }
  })

  test('says why there is none, and how to ask again', async () => {
    await enrich(TWO, 'Sure! Here you are.')
    await check(`/session/${TWO}/story`, async page => {
      const box = page.locator(BOX)
      expect(await box.locator('h2').innerText()).toBe('No generated summary')
      expect(await box.innerText()).toMatch(
        /Asked for from node, .*, without a usable answer\.\s+The answer is no JSON\./,
      )
      expect(await box.locator('code').innerText()).toMatch(/enrich 22222222-2 --again$/)
      expect(await findViolations(page)).toEqual([])
    })
  })

  test('says that the session has gone on since, and stays where a new one failed', async () => {
    const { page, close } = await browser().open(STORY)
    await page.waitForSelector(BOX)
    const more = writeScript({ sessionId: THREE, copied: LINES, mark: 'more', startedAt: '2026-03-01T15:00:00.000Z' })
    more.prompt('And the changelog').answer('Done')
    appendFileSync(join(browser().web.home.home, STORY_PATH), toLines(more.lines.slice(LINES.length)))
    const standing = page.locator('.generated-standing')
    await standing.waitFor({ timeout: 20_000 })
    expect(await standing.innerText()).toMatch(/^The session has gone on since: it tells of what was there before\./)
    expect(await standing.locator('code').innerText()).toMatch(/enrich 22222222-3$/)
    await enrich(THREE, 'no')
    await comeBack(page)
    await page.waitForSelector('.generated-standing:has-text("Asked node again on")')
    expect(await page.locator(BOX).innerText()).toContain('It became strict')
    expect(await standing.locator('code').innerText()).toMatch(/--again$/)
    expect(await findViolations(page)).toEqual([])
    await close()
  })
})
