import { appendFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { writeScript } from '../lookup-world.ts'
import { makeStoryLines, STORY_FILE, STORY_HOSTILE, STORY_PATH } from '../story-script.ts'
import { ONE, THREE, TWO, toLines } from '../temp-tree.ts'
import { demoOptions, findViolations, openWeb, settled, sidewaysScroll, usePages } from './web-harness.ts'

const LONG = '44444444-4444-4444-8444-444444444444'
const EMPTY = '55555555-5555-4555-8555-555555555555'
const MANY = '66666666-6666-4666-8666-666666666666'
const RUNNING = '77777777-7777-4777-8777-777777777777'
const TURNS = 1000

/** Turns of two lines each, one minute apart. */
function makeLongLines(): readonly object[] {
  const script = writeScript({ sessionId: LONG, mark: 'long' })
  for (let turn = 1; turn <= TURNS; turn++) script.prompt(`Step ${turn}`).answer('Done')
  return script.lines
}

/** Tests and three files in each of five turns. */
function makeManyLines(): readonly object[] {
  const script = writeScript({ sessionId: MANY, mark: 'many' })
  for (let turn = 1; turn <= 5; turn++) {
    script.prompt(`Part ${turn}`)
    for (const name of ['a', 'b', 'c']) script.edit(`/home/dev/app/part-${turn}-${name}.ts`)
    script.bash('npx vitest run', { output: ` Test Files  1 passed (1)\n      Tests  ${turn} passed (${turn})` })
    script.answer('Done')
  }
  return script.lines
}

const home = () =>
  makeKeepHome({
    [`.claude/projects/-home-dev-app/${MANY}.jsonl`]: makeManyLines(),
    [`.claude/projects/-home-dev-app/${RUNNING}.jsonl`]: writeScript({
      sessionId: RUNNING,
      startedAt: new Date(Date.now() - 60_000).toISOString(),
    }).prompt('Run it').lines,
    [STORY_PATH]: makeStoryLines(),
    [`.claude/projects/-home-dev-app/${LONG}.jsonl`]: makeLongLines(),
    [`.claude/projects/-home-dev-app/${EMPTY}.jsonl`]: writeScript({ sessionId: EMPTY }).line({
      type: 'system',
      subtype: 'informational',
      content: 'Nothing yet',
    }).lines,
  })

const { check, browser } = usePages(() => ({ home: home() }), settled)

const STORY = `/session/${THREE}/story`
const TIMELINE = `/session/${THREE}/timeline`

function queryOf(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams
}

describe('the story of a session', () => {
  test('has a title, a summary, and every part with the way to its turn', () =>
    check(STORY, async page => {
      expect(await page.locator('h1').innerText()).toBe('Make the parser strict')
      expect(await page.locator('.told-summary').innerText()).toContain('Asked: “Make the parser strict”')
      const titles = await page.locator('.told-section h2').allInnerTexts()
      const names = titles.map(title => title.replace(/ \d+$/, ''))
      for (const name of ['Commits and pull requests', 'Tests', 'Files', 'What was done', 'Questions', 'Errors']) {
        expect(names).toContain(name)
      }
      expect(names).toContain('Parts')
      const lines = await page.locator('.told').count()
      expect(lines).toBeGreaterThan(10)
      expect(await page.locator('.told:has(.told-places a)').count()).toBe(lines)
      expect(await page.locator('.is-tests .told').innerText()).toMatch(/✓\s*vitest.*2 runs, 1 failed; last: 4 passed/s)
    }))

  test('leads to the entry in the conversation, and back to the same place', () =>
    check(
      STORY,
      async page => {
        const link = page.locator('.is-commits .told-places a').first()
        await link.scrollIntoViewIfNeeded()
        const before = await page.evaluate(() => scrollY)
        expect(before).toBeGreaterThan(0)
        await link.click()
        await page.waitForSelector('.rows .item')
        expect(new URL(page.url()).pathname).toBe(`/session/${THREE}`)
        expect(queryOf(page).get('entry')).toMatch(/^morning-e/)
        await page.locator('.rows').getByText('git commit').first().waitFor()
        await page.goBack()
        await page.waitForSelector('.told')
        await page.waitForFunction(wanted => Math.abs(scrollY - wanted) < 3, before)
      },
      { height: 500 },
    ))

  test('shows all of a long list on request, also after going there and back', () =>
    check(
      `/session/${MANY}/story`,
      async page => {
        const lines = page.locator('.is-files .told')
        expect(await lines.count()).toBe(8)
        await page.click('.is-files .told-more:has-text("Show all 15")')
        await expect.poll(() => lines.count()).toBe(15)
        const last = lines.last().locator('.told-places a')
        await last.scrollIntoViewIfNeeded()
        const before = await page.evaluate(() => scrollY)
        await last.click()
        await page.waitForSelector('.rows .item')
        await page.goBack()
        await expect.poll(() => lines.count()).toBe(15)
        await page.waitForFunction(wanted => Math.abs(scrollY - wanted) < 3, before)
        await page.click('.is-files .told-more')
        await expect.poll(() => lines.count()).toBe(8)
        expect(queryOf(page).get('all')).toBeNull()
      },
      { height: 500 },
    ))

  test('names the last turn of many: what came of it is shown there', () =>
    check(`/session/${MANY}/story`, async page => {
      expect(await page.locator('.is-tests .told-places').innerText()).toBe('turns 1, 2 … 5')
      const said = page.locator('.told-summary > span:has-text("Ran tests")')
      expect(await said.locator('a').allInnerTexts()).toContain('5')
      await page.locator('.is-tests .told-places a').last().click()
      await page.waitForSelector('.item.is-current:has-text("vitest")')
      await page.locator('.item.is-current').click()
      await page.locator('.rows').getByText('5 passed').first().waitFor()
    }))

  test('is one of three views that lead to each other, by links and by keys', () =>
    check(`/session/${THREE}`, async page => {
      await page.click('.sub-views a:has-text("Story")')
      await page.waitForSelector('.told-summary')
      expect(await page.locator('.sub-views [aria-current=page]').innerText()).toBe('Story')
      await page.keyboard.press('T')
      await page.waitForSelector('.strip-drawing')
      expect(new URL(page.url()).pathname).toBe(TIMELINE)
      await page.keyboard.press('C')
      await page.waitForSelector('.rows .item')
      await page.keyboard.press('S')
      await page.waitForSelector('.told-summary')
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      expect(await page.evaluate(() => document.activeElement?.closest('.told')?.previousElementSibling !== null)).toBe(
        true,
      )
      await page.keyboard.press('Enter')
      await page.waitForSelector('.rows .item')
    }))

  test('shows hostile words as words, and links to nowhere but this page and the web', () =>
    check(STORY, async page => {
      expect(await page.locator('main').innerText()).toContain(STORY_HOSTILE)
      expect(await page.locator('main img').count()).toBe(0)
      const links = await page.locator('main a').evaluateAll(all => all.map(link => link.getAttribute('href') ?? ''))
      expect(
        links.filter(href => !/^(\/(session|files)\b|https:\/\/github\.com\/dev\/app\/pull\/7$)/.test(href)),
      ).toEqual([])
      const outside = page.locator('a[href^=https]')
      expect([await outside.getAttribute('rel'), await outside.getAttribute('target')]).toEqual([
        'noreferrer noopener',
        '_blank',
      ])
      expect(await page.locator('.is-files a[href^="/files"]').first().getAttribute('href')).toBe(
        `/files?path=${encodeURIComponent(STORY_FILE)}`,
      )
    }))

  test('follows a session that grows', async () => {
    const { page, close } = await browser().open(`/session/${TWO}/story`)
    await page.waitForSelector('.told-summary')
    const more = writeScript({ sessionId: TWO, mark: 'more', startedAt: '2026-03-01T15:00:00.000Z' })
      .prompt('Dig the pond too')
      .edit('/home/dev/app/pond.ts')
      .answer('Dug')
    appendFileSync(browser().web.home.transcript.replace(ONE, TWO), toLines(more.lines))
    await page.waitForSelector('.is-files .told:has-text("pond.ts")', { timeout: 20_000 })
    await close()
  })

  test('says that the session is at work, and where it began', async () => {
    for (const view of ['story', 'timeline']) {
      await check(`/session/${RUNNING}/${view}`, async page => {
        expect(await page.locator('.told-facts .live-word').innerText()).toBe('working')
        expect(await page.locator('.told-facts [title="/home/dev/app"]').innerText()).toBe('app')
      })
    }
    await check(STORY, async page => expect(await page.locator('.live').count()).toBe(0))
  })

  test('that has nothing to tell says so, and so does the timeline', async () => {
    await check(`/session/${EMPTY}/story`, async page => {
      expect(await page.locator('.nothing').innerText()).toContain('There is nothing to tell of this session.')
      expect(await page.locator('.told-section').count()).toBe(0)
    })
    await check(`/session/${EMPTY}/timeline`, async page => {
      expect(await page.locator('.nothing').innerText()).toContain('There is no turn to show.')
    })
  })

  test('of a session that is not there says which', async () => {
    const { page, close } = await browser().open('/session/99999999/story')
    await page.waitForSelector('.error-box')
    expect(await page.locator('.error-box').innerText()).toContain('99999999')
    expect(await page.locator('h1').innerText()).toBe('Story')
    await close()
  })
})

describe('the timeline of a session', () => {
  test('tells of a turn where the pointer is, and goes there on a click', () =>
    check(TIMELINE, async page => {
      const plot = page.locator('.strip-plot')
      const width = (await plot.boundingBox())?.width ?? 0
      await plot.hover({ position: { x: 10, y: 40 } })
      await page.waitForSelector('.strip-head:has-text("Turn 1")')
      expect(await page.locator('.strip-details').innerText()).toMatch(/test run failed/)
      await plot.hover({ position: { x: width - 5, y: 40 } })
      await page.waitForSelector('.strip-head:has-text("Turn 3")')
      expect(await page.locator('.strip-details').innerText()).toMatch(/interrupted[\s\S]*Now the docs/)
      await plot.click({ position: { x: 10, y: 40 } })
      await page.waitForSelector('.rows .item')
      expect(queryOf(page).get('turn')).toBe('1')
      await page.goBack()
      await page.waitForSelector('.strip-drawing')
    }))

  test('tells of a turn that a finger touches, and stays: the link below goes there', () =>
    check(TIMELINE, async page => {
      const box = await page.locator('.strip-plot').boundingBox()
      const clientX = (box?.x ?? 0) + 10
      await page.dispatchEvent('.strip-plot', 'pointerdown', { pointerType: 'touch', clientX })
      await page.dispatchEvent('.strip-plot', 'click')
      await page.waitForSelector('.strip-head:has-text("Turn 1")')
      expect(new URL(page.url()).pathname).toBe(TIMELINE)
      await page.click('.strip-head a')
      await page.waitForSelector('.rows .item')
    }))

  test('is a slider for the keyboard: arrows tell, Enter goes there', () =>
    check(TIMELINE, async page => {
      const plot = page.locator('[role=slider]')
      await plot.focus()
      await page.keyboard.press('Home')
      expect(await plot.getAttribute('aria-valuetext')).toMatch(/^Turn 1\. 2026-03-01 10:01/)
      await page.keyboard.press('ArrowRight')
      expect(await plot.getAttribute('aria-valuetext')).toMatch(/^Turn 2\..*after 2h .* without any.*question to you/)
      await page.keyboard.press('Enter')
      await page.waitForSelector('.rows .item')
      expect(queryOf(page).get('turn')).toBe('2')
    }))

  test('names every kind of work and every sign in words, and says how long nothing happened', () =>
    check(TIMELINE, async page => {
      const lanes = await page.locator('.strip-names li').allInnerTexts()
      expect(lanes.slice(0, 1)).toEqual(['Turns'])
      for (const lane of ['Changed', 'Tested', 'Passed', 'Failed', 'Errors', 'Commits', 'You'])
        expect(lanes).toContain(lane)
      const legend = await page.locator('.strip-legend').innerText()
      for (const words of ['1 commit', '1 test run failed', '1 test run passed', '1 compaction', '1 interruption']) {
        expect(legend).toContain(words)
      }
      expect(await page.locator('.turn-line.is-idle').innerText()).toMatch(/^2h .*without work$/)
      expect(await page.locator('.turn-outcome').allInnerTexts()).toEqual(['interrupted'])
      const second = page.locator('.turn-link').nth(1)
      expect(await second.innerText()).toContain(STORY_HOSTILE)
      await second.click()
      await page.waitForSelector('.rows .item')
      expect(queryOf(page).get('turn')).toBe('2')
    }))

  test('of a thousand turns has few elements, and reaches the last one', () =>
    check(`/session/${LONG}/timeline`, async page => {
      expect(await page.locator('.told-facts').innerText()).toContain('1,000 turns')
      expect(await page.locator('*').count()).toBeLessThan(2000)
      expect(await page.locator('.strip-legend').innerText()).toContain('neighbouring turns are drawn as one')
      await page.locator('[role=slider]').focus()
      await page.keyboard.press('End')
      await page.waitForSelector('.strip-head:has-text("–1000")')
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      await page.waitForSelector('.turn-link:has-text("Step 1000")')
      await page.locator('.turn-link:has-text("Step 1000")').click()
      await page.waitForFunction(() => new URL(location.href).searchParams.get('turn') === '1000')
    }))

  test('of one turn is one block', () =>
    check(`/session/${ONE}/timeline`, async page => {
      expect(await page.locator('.turn-link').count()).toBe(1)
      expect(await page.locator('[role=slider]').getAttribute('aria-valuemax')).toBe('0')
    }))
})

describe('both', () => {
  test.each([STORY, TIMELINE])(
    '%s has nothing axe complains about, in light and dark, and fits a phone',
    async path => {
      for (const colorScheme of ['light', 'dark'] as const) {
        for (const width of [1280, 390]) {
          await check(
            path,
            async page => {
              expect(await findViolations(page)).toEqual([])
              expect(await sidewaysScroll(page)).toBe(0)
            },
            { colorScheme, width, reducedMotion: 'reduce' },
          )
        }
      }
    },
  )

  test('tell of every session of the demo set', async () => {
    const demo = await openWeb(demoOptions())
    const { sessions } = await demo.web.json<{ sessions: { id: string }[] }>('/sessions')
    expect(sessions.length).toBeGreaterThan(3)
    for (const { id } of sessions.slice(0, 6)) {
      for (const view of ['story', 'timeline']) {
        const { page, log, close } = await demo.open(`/session/${id}/${view}`)
        await settled(page)
        expect([id, view, log.consoleErrors, log.pageErrors]).toEqual([id, view, [], []])
        await close()
      }
    }
  })
})
