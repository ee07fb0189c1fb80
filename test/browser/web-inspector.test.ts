import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { type Script, writeScript } from '../lookup-world.ts'
import { ferryTranscript } from '../sent-world.ts'
import { THREE, toLines } from '../temp-tree.ts'
import { findViolations, openWeb, sidewaysScroll, type WebBrowser } from './web-harness.ts'

const PATH = '/home/dev/app/src/garden.ts'
const SENT = '66666666-6666-4666-8666-666666666666'
const HOSTILE = '<img src=x onerror="document.title=1">'

function edit(script: Script, before: string, after: string, original: string): Script {
  const structured = { filePath: PATH, oldString: before, newString: after, originalFile: original }
  return script.call('Edit', { file_path: PATH, old_string: before, new_string: after }, { structured })
}

function todos(script: Script, ...items: readonly (readonly [string, string])[]): Script {
  return script.call('TodoWrite', { todos: items.map(([content, status]) => ({ content, status })) })
}

/** Three turns that change one file twice, keep a list, fail once and compact. */
function makeLines(): readonly object[] {
  const script = writeScript({ sessionId: THREE }).prompt('Plant the beans')
  todos(script, ['dig', 'in_progress'], [HOSTILE, 'pending'])
  edit(script, 'one', 'two', 'one\nlast\n').bash('npm test', { error: 'Exit code 1' }).answer('Planted')
  script.prompt('Water them')
  todos(script, ['dig', 'completed'], [HOSTILE, 'in_progress'])
  edit(script, 'two', 'three', 'two\nlast\n').answer('Watered')
  script.line({
    type: 'system',
    subtype: 'compact_boundary',
    compactMetadata: { trigger: 'manual', preTokens: 90_000, postTokens: 4000 },
  })
  script.line({ type: 'user', isCompactSummary: true, message: { role: 'user', content: 'Beans were planted.' } })
  return script.prompt('Harvest').bash('echo ripe').answer('Harvested').lines
}

const LINES = makeLines()
const FOLDER = '-home-dev-app'

describe('the inspector', () => {
  let browser: WebBrowser
  beforeAll(async () => {
    browser = await openWeb({
      home: makeKeepHome({
        [`.claude/projects/${FOLDER}/${THREE}.jsonl`]: LINES,
        [`.claude/projects/${FOLDER}/${SENT}.jsonl`]: ferryTranscript({ sessionId: SENT }).lines,
      }),
    })
  }, 120_000)

  async function openTab(tab: string | undefined, more: Parameters<WebBrowser['open']>[1] = {}, query = '') {
    const opened = await browser.open(`/session/${THREE}${tab === undefined ? '?' : `?inspect=${tab}`}${query}`, more)
    await opened.page.waitForSelector('.reading-head h1')
    if (tab !== undefined) await opened.page.waitForSelector('.inspector-panel > :not(.loading)')
    return opened
  }

  function panelText(page: Page): Promise<string> {
    return page.locator('.inspector-panel').innerText()
  }

  function queryOf(page: Page): URLSearchParams {
    return new URL(page.url()).searchParams
  }

  test('shows what was sent with a request, text as text, and goes to the one before', async () => {
    const opened = await browser.open(`/session/${SENT}?inspect=sent`)
    const { page, close } = opened
    await page.waitForSelector('.sent-verdict.is-proven')
    const panel = await panelText(page)
    for (const part of ['Request 3 of 3', 'Verified', 'Since request 2', 'added Grep, dropped Bash']) {
      expect(panel).toContain(part)
    }
    await page.locator('.sent-list li', { hasText: 'user · a line of the conversation' }).locator('summary').click()
    expect(await panelText(page)).toContain('And back? ␛[2J<b>')
    expect(await findViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Earlier' }).first().click()
    await page.getByText('Request 2 of 3').waitFor()
    expect(queryOf(page).get('request')).toBe('2')
    await close()
  })

  test('opens, changes its tab and closes by keys, and the address says so', async () => {
    const { page, close } = await openTab(undefined)
    expect(await page.locator('aside[aria-label=Inspector]').count()).toBe(0)
    await page.keyboard.press('i')
    await page.waitForSelector('aside[aria-label=Inspector]')
    expect(queryOf(page).get('inspect')).toBe('files')
    await page.keyboard.press(']')
    await page.waitForSelector('[role=tab][aria-selected=true]:has-text("Tools")')
    await page.keyboard.press('[')
    await page.keyboard.press('[')
    await page.waitForSelector('[role=tab][aria-selected=true]:has-text("Sent")')
    await page.goBack()
    await page.waitForSelector('[role=tab][aria-selected=true]:has-text("Files")')
    await page.keyboard.press('i')
    await page.waitForSelector('aside[aria-label=Inspector]', { state: 'detached' })
    expect(queryOf(page).get('inspect')).toBeNull()
    await close()
  })

  test('opened by its key it takes the focus, closed it gives it back', async () => {
    const { page, close } = await openTab(undefined)
    const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
    const row = page.locator('main a, main button').first()
    await row.focus()
    const before = await focused()
    await page.keyboard.press('i')
    await page.waitForFunction(() => document.activeElement?.closest('.inspector') !== null)
    expect(await focused()).toContain('Files')
    await page.keyboard.press('i')
    await page.waitForSelector('.inspector', { state: 'detached' })
    expect(await focused()).toBe(before)
    await close()
  })

  test('a file shows all its changes together, each one, and side by side where there is room', async () => {
    const { page, close } = await openTab('files')
    await page.click('.touched-row:has-text("garden.ts")')
    await page.waitForSelector('.inspect-diff .diff')
    expect(queryOf(page).get('file')).toBe(PATH)
    const lines = (kind: string) => page.locator(`.inspector .diff .${kind} .text`).allInnerTexts()
    expect([await lines('removed'), await lines('added')]).toEqual([['one'], ['three']])
    await page.click('text=Each change')
    await page.waitForSelector('.file-changes > li:nth-child(2) .diff')
    expect(await lines('added')).toEqual(['two', 'three'])
    await page.click('text=Enlarge')
    await page.waitForSelector('.file-dialog .diff.split')
    expect(await page.locator('.file-dialog .split .text.added').allInnerTexts()).toEqual([
      expect.stringContaining('three'),
    ])
    const [left, right] = await page.locator('.file-dialog .split tr:first-child .text').evaluateAll(cells => {
      for (const cell of cells.slice(0, 1)) cell.textContent = 'long '.repeat(400)
      return cells.map(cell => cell.getBoundingClientRect().width)
    })
    expect(Math.abs((left ?? 0) - (right ?? 0))).toBeLessThan(2)
    expect(left).toBeGreaterThan(300)
    await page.keyboard.press('Escape')
    await page.goBack()
    await page.waitForSelector('.touched-row')
    await close()
  })

  test('a call leads to its row', async () => {
    const { page, close } = await openTab('tools')
    await page.click('.used-row:has-text("Bash")')
    await page.click('.made-row:has-text("npm test")')
    await page.waitForFunction(() => new URL(location.href).searchParams.has('entry'))
    const row = page.locator('main .row:has-text("npm test")').first()
    await row.waitFor()
    expect(await row.isVisible()).toBe(true)
    await close()
  })

  test('a session that grows is counted anew', async () => {
    const { page, close } = await openTab('tools')
    await page.waitForSelector('.inspect-sum:has-text("6 calls")')
    const more = writeScript({ sessionId: THREE, copied: LINES, mark: 'more' }).bash('echo more').lines
    appendFileSync(
      join(browser.web.home.config, 'projects', FOLDER, `${THREE}.jsonl`),
      toLines(more.slice(LINES.length)),
    )
    await page.waitForSelector('.inspect-sum:has-text("7 calls")', { timeout: 20_000 })
    await close()
  })

  test('tasks are those of the turn being read, and say which turn closed them', async () => {
    const first = await openTab('tasks', {}, '&turn=1')
    await first.page.waitForSelector('.inspect-sum:has-text("at the end of turn 1")')
    expect(await panelText(first.page)).toMatch(/0 of 2 done at the end of turn 1/)
    expect(await panelText(first.page)).toContain(HOSTILE)
    expect(first.log.pageErrors).toEqual([])
    await first.close()
    const { page, close } = await openTab('tasks')
    await page.check('text=Everything ever listed')
    expect(await panelText(page)).toMatch(/dig\s+done in turn 2, opened in turn 1/)
    await close()
  })

  test('cost has charts, the same numbers as a table, and a keyboard way to a turn', async () => {
    const { page, log, close } = await openTab('cost')
    await page.waitForSelector('.chart-plot canvas')
    await page.click('text=As a table, by turn')
    const rows = await page.locator('table[aria-label="Context and cost by turn"] tbody tr').count()
    expect(rows).toBe(3)
    const chart = page.locator('[role=slider]').first()
    await chart.focus()
    await page.keyboard.press('Home')
    expect(await chart.getAttribute('aria-valuetext')).toMatch(/^turn 1, Context \d/)
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => new URL(location.href).searchParams.get('turn') === '1')
    expect([log.violations, log.consoleErrors, log.requests]).toEqual([[], [], []])
    await close()
  })

  test('compactions tell what they cut and what stayed', async () => {
    const { page, close } = await openTab('compactions')
    expect(await panelText(page)).toMatch(/turn 2\s+90k → 4k tokens · manual/)
    await page.click('text=What was kept of it')
    expect(await panelText(page)).toContain('Beans were planted.')
    await close()
  })

  test('what is empty says so', async () => {
    const { page, close } = await openTab('agents')
    expect(await panelText(page)).toContain('No agents')
    await close()
  })

  test.each(['files', 'tools', 'agents', 'tasks', 'cost', 'compactions', 'sent'])(
    '%s has nothing axe complains about, in light and dark, and fits a phone',
    async tab => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, close } = await openTab(tab, { colorScheme })
        expect(await findViolations(page)).toEqual([])
        await close()
      }
      const phone = await openTab(tab, { width: 360, height: 700 })
      expect(await sidewaysScroll(phone.page)).toBe(0)
      await phone.close()
    },
  )
})
