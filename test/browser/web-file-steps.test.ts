import { describe, expect, test } from 'vitest'
import { startClient } from '../file-client.ts'
import { makeKeepHome } from '../keep-home.ts'
import { THREE } from '../temp-tree.ts'
import { findViolations, settled, sidewaysScroll, usePages } from './web-harness.ts'

const PATH = '/home/dev/app/src/a.ts'
/** Only an edit of it is recorded, without the file. */
const UNSEEN = '/home/dev/app/src/unseen.ts'
/** Edited before anybody asked for anything. */
const EARLY = '/home/dev/app/src/early.ts'
const HOSTILE = '<img src=x onerror="document.title=1">'
const ADDRESS = `/files?path=${encodeURIComponent(PATH)}&view=steps`

function makeLines(): readonly object[] {
  const disk = new Map([[PATH, 'one\ntwo\nthree\n']])
  const client = startClient({ sessionId: THREE, cwd: '/home/dev/app', at: '2026-03-01T10:00:00.000Z', disk })
  client.prompt(`First ${HOSTILE}`).read(PATH).edit(PATH, 'one', '1').answer('ok')
  client.prompt('Second').bash(`npm run format ${HOSTILE}`).answer('ok')
  client.disk.set(UNSEEN, 'old\nmore\n')
  client.prompt('Unseen').edit(UNSEEN, 'old', 'new', { original: 'null' }).answer('ok')
  return client.prompt('Third').edit(PATH, 'two', HOSTILE, { original: 'null' }).answer('ok').lines()
}

/** Changed more often than fits a page of the list. */
const OFTEN = '/home/dev/app/src/often.ts'
const OFTEN_STEPS = 70

function makeOftenLines(): readonly object[] {
  const disk = new Map([[OFTEN, 'line 0\n']])
  const client = startClient({ sessionId: FIVE, cwd: '/home/dev/app', at: '2026-03-03T10:00:00.000Z', disk })
  for (let step = 0; step < OFTEN_STEPS; step++) {
    client
      .prompt(`Change ${step}`)
      .edit(OFTEN, `line ${step}\n`, `line ${step + 1}\n`)
      .answer('ok')
  }
  return client.lines()
}

function makeEarlyLines(): readonly object[] {
  const disk = new Map([[EARLY, 'one\n']])
  const client = startClient({ sessionId: FOUR, cwd: '/home/dev/app', at: '2026-03-02T10:00:00.000Z', disk })
  const title = { type: 'custom-title', customTitle: 'Work by a plan', sessionId: FOUR }
  return [...client.edit(EARLY, 'one', '1').answer('ok').lines(), title]
}

const FIVE = '55555555-5555-4555-8555-555555555555'
const FOUR = '44444444-4444-4444-8444-444444444444'
const { check } = usePages(
  () => ({
    home: makeKeepHome({
      [`.claude/projects/-home-dev-app/${THREE}.jsonl`]: makeLines(),
      [`.claude/projects/-home-dev-app/${FOUR}.jsonl`]: makeEarlyLines(),
      [`.claude/projects/-home-dev-app/${FIVE}.jsonl`]: makeOftenLines(),
    }),
  }),
  settled,
)

const lines = '.change tr'

describe('a file step by step', () => {
  test('is reached from its history, and lists its changes below their prompts', () =>
    check(`/files?path=${encodeURIComponent(PATH)}`, async page => {
      await page.click('.sub-views a:has-text("Step by step")')
      await page.waitForSelector('.step')
      expect(await page.locator('.search-said').innerText()).toBe('2 changes, in 1 session')
      expect(await page.locator('.step-prompt').allInnerTexts()).toEqual(['Third', `First ${HOSTILE}`])
      expect(await page.locator('.step .touch-lines').allInnerTexts()).toEqual(['+1 −1', '+1 −1'])
      await page.check('text=Reads and backups too')
      await page.waitForFunction(() => document.querySelectorAll('.step').length === 3)
      expect(await page.locator('.touch-did').allInnerTexts()).toEqual(['edit', 'edit', 'read'])
    }))

  test('names the session where a change has no prompt, here and by turn', async () => {
    for (const [view, prompt] of [
      ['&view=steps', '.step-prompt'],
      ['', '.touch-prompt'],
    ]) {
      await check(`/files?path=${encodeURIComponent(EARLY)}${view}`, async page => {
        await page.waitForSelector(`${prompt}`)
        expect(await page.locator(`${prompt}`).innerText()).toBe('Work by a plan')
        expect(await page.locator('.touch-about').innerText()).toMatch(/^Open the session\s+before the first prompt$/)
      })
    }
  })

  test('shows what a step changed, the file after it, and the difference from any other', () =>
    check(ADDRESS, async page => {
      await page.locator('.step .touch-head').last().click()
      await page.waitForSelector('.change table.diff')
      expect(await page.locator(`${lines}.removed .text`).allInnerTexts()).toEqual(['one'])
      expect(await page.locator(`${lines}.added .text`).allInnerTexts()).toEqual(['1'])
      await page.click('.change button:has-text("The file")')
      await page.waitForSelector('.change .code.numbered')
      expect(await page.locator('.change .code code').innerText()).toBe('1\ntwo\nthree\n')
      expect(new URL(page.url()).searchParams.get('show')).toBe('file')
      await page.goBack()
      await page.waitForSelector('.change table.diff')
      await page.selectOption('.step-from select', { index: 1 })
      await page.waitForFunction(() =>
        document.querySelector('.change tr.removed .text')?.textContent?.includes('<img'),
      )
      expect(await page.locator('main img').count()).toBe(0)
    }))

  test('is found by an address that names it, also where newer steps have come since', async () => {
    for (const step of [OFTEN_STEPS - 20, 3]) {
      await check(`/files?path=${encodeURIComponent(OFTEN)}&view=steps&step=${step}&show=file`, async page => {
        const open = page.locator('.step:has(.touch-head[aria-expanded=true])')
        await open.locator('.code code').waitFor()
        expect(await open.locator('.code code').innerText()).toBe(`line ${step + 1}\n`)
        const box = await open.boundingBox()
        expect(box?.y).toBeGreaterThan(40)
        expect(box?.y).toBeLessThan(400)
      })
    }
  })

  test('says how sure a state is, and which command may have changed it', () =>
    check(ADDRESS, async page => {
      await page.locator('.step .touch-head').first().click()
      await page.waitForSelector('.state-words')
      const words = await page.locator('.change').innerText()
      expect(words).toMatch(/Doubtful\./)
      expect(words).toContain(`npm run format ${HOSTILE}`)
      expect(words).toContain('which may change any file')
      expect(await page.locator('.state-doubts a').first().getAttribute('href')).toBe(`/session/${THREE}?turn=2`)
      expect(await page.locator('.step-sure').first().innerText()).toBe('doubtful')
    }))

  test('leads to the call, by link and by key', () =>
    check(ADDRESS, async page => {
      await page.keyboard.press('j')
      await page.keyboard.press('o')
      await page.waitForSelector('.rows .item')
      expect(new URL(page.url()).searchParams.get('entry')).not.toBeNull()
    }))

  test('that was never seen as a whole leads to what the call itself says', () =>
    check(`/files?path=${encodeURIComponent(UNSEEN)}&view=steps&step=0`, async page => {
      await page.click('.state-none a')
      await page.waitForSelector('.change table.diff')
      expect(await page.locator(`${lines}.added .text`).allInnerTexts()).toEqual(['new'])
    }))

  test('of which nothing is known says so', () =>
    check('/files?path=/nothing/here&view=steps', async page => {
      expect(await page.locator('.nothing').innerText()).toContain('No change of this file is recorded.')
    }))

  test('has nothing axe complains about, in light and dark, and fits a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 390]) {
        await check(
          `${ADDRESS}&reads=true&step=2`,
          async page => {
            await page.waitForSelector('.state-words')
            expect(await findViolations(page)).toEqual([])
            expect(await sidewaysScroll(page)).toBe(0)
          },
          { colorScheme, width, reducedMotion: 'reduce' },
        )
      }
    }
  })
})
