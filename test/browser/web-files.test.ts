import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { QUIET } from './harness.ts'
import { demoOptions, findViolations, openWeb, sidewaysScroll, usePages } from './web-harness.ts'

const TIDE = '7c1f04d2-58a3-4e0b-9d6e-2b7a90c3e518'

const { check } = usePages(demoOptions, page => page.waitForSelector('.file-link, .touch'))

function names(page: Page): Promise<string[]> {
  return page.locator('.file-name').allInnerTexts()
}

describe('files', () => {
  test('are listed by their last change, and found as a part of the path is typed', () =>
    check('/files', async page => {
      expect((await names(page)).slice(0, 2).sort()).toEqual(['axis.ts', 'units.ts'])
      expect(await page.locator('.search-said').innerText()).toBe('5 files')
      await page.fill('.file-form input', 'chart/AXIS')
      await page.waitForFunction(() => document.querySelectorAll('.file-name').length === 1)
      expect(await names(page)).toEqual(['axis.ts'])
      expect(await page.locator('.search-said').innerText()).toBe('1 of 5 files')
      await page.fill('.file-form input', 'package.json')
      await page.waitForSelector('.nothing')
      expect(await page.locator('.nothing a').getAttribute('href')).toBe('/files?path=package.json')
    }))

  test('have a history: every read and change with its prompt, its diff and the way to the entry', () =>
    check('/files?path=src/units.ts', async page => {
      expect(await page.locator('h1').innerText()).toBe('units.ts')
      expect(await page.locator('.touch-did').allInnerTexts()).toEqual(['edit ×2', 'create'])
      expect(await page.locator('.touch-lines').allInnerTexts()).toEqual(['+2 −2', '+8'])
      expect(await page.locator('.touch-prompt').first().innerText()).toMatch(/^Add a switch to the tide chart/)
      await page.locator('.touch-head').first().click()
      await page.waitForSelector('.change table.diff')
      expect(await page.locator('.change tr.added').count()).toBe(2)
      expect(await page.locator('.change tr.removed .text').first().innerText()).toBe('const FEET_PER_METRE = 3.28')
      expect(await page.locator('.change tr.added .text').first().innerText()).toBe('const FEET_PER_METRE = 3.28084')
      expect(new URL(page.url()).searchParams.get('open')).toBe(`${TIDE}::1:edit`)
      const href = await page.locator('.touch-link').first().getAttribute('href')
      expect(href).toMatch(new RegExp(`^/session/${TIDE}\\?entry=`))
      await page.goBack()
      await page.waitForFunction(() => document.querySelector('.change') === null)
      await page.goForward()
      await page.waitForSelector('.change table.diff')
    }))

  test('are narrowed by action, project and period, each in the address', () =>
    check('/files?path=src/units.ts', async page => {
      await page.selectOption('.field:has-text("Action") select', 'create')
      await page.waitForFunction(() => document.querySelectorAll('.touch').length === 1)
      expect(new URL(page.url()).searchParams.get('action')).toBe('create')
      await page.selectOption('.field:has-text("Project") select', { label: 'inkwell' })
      await page.waitForSelector('.nothing')
      expect(await page.locator('.nothing').innerText()).toContain('Try it without the filters.')
      await page.goBack()
      await page.goBack()
      await page.waitForFunction(() => document.querySelectorAll('.touch').length === 2)
    }))

  test('are walked with keys', () =>
    check('/files', async page => {
      await page.keyboard.press('j')
      await page.keyboard.press('j')
      const wanted = await page.locator('.file-link').nth(1).getAttribute('title')
      await page.keyboard.press('Enter')
      await page.waitForFunction(path => new URLSearchParams(location.search).get('path') === path, wanted)
      await page.waitForSelector('.touch')
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.change')
      await page.keyboard.press('Escape')
      await page.waitForFunction(() => location.search === '' && document.querySelector('.file-link') !== null)
    }))

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      test(`have nothing for axe, and no sideways scrolling, in ${colorScheme} at ${width}`, async () => {
        for (const path of ['/files', '/files?path=axis.ts']) {
          await check(
            path,
            async page => {
              if (path !== '/files') {
                await page.locator('.touch-head').first().click()
                await page.waitForSelector('.change .row')
              }
              expect(await findViolations(page)).toEqual([])
              expect(await sidewaysScroll(page)).toBe(0)
            },
            { colorScheme, width, reducedMotion: 'reduce' },
          )
        }
      })
    }
  }
})

describe('many files', () => {
  const SESSION = '88888888-8888-4888-8888-888888888888'
  const COUNT = 400

  /** One session that wrote so many files, two of them of one name. */
  function makeMany(): ReturnType<typeof makeKeepHome> {
    const shared = {
      isSidechain: false,
      userType: 'external',
      cwd: '/home/dev/app',
      sessionId: SESSION,
      version: '2.1.40',
    }
    const at = (second: number): string => new Date(Date.parse('2026-03-01T10:00:00Z') + second * 1000).toISOString()
    const first = { ...shared, type: 'user', uuid: 'u0', parentUuid: null, timestamp: at(0) }
    const lines: object[] = [{ ...first, message: { role: 'user', content: 'Write <b>many</b> files' } }]
    for (let number = 1; number <= COUNT; number++) {
      const path = `/home/dev/app/${number % 2 === 0 ? 'lib' : 'src'}/file-${Math.ceil(number / 2)}.ts`
      const use = {
        type: 'tool_use',
        id: `toolu_${number}`,
        name: 'Write',
        input: { file_path: path, content: 'one\ntwo\n' },
      }
      const message = {
        model: 'claude-opus-4-6',
        id: `msg_${number}`,
        type: 'message',
        role: 'assistant',
        content: [use],
      }
      const parentUuid = number === 1 ? 'u0' : `r${number - 1}`
      lines.push({ ...shared, type: 'assistant', uuid: `a${number}`, parentUuid, timestamp: at(number), message })
      const result = { type: 'tool_result', tool_use_id: use.id, content: 'File created successfully' }
      lines.push({
        ...shared,
        type: 'user',
        uuid: `r${number}`,
        parentUuid: `a${number}`,
        timestamp: at(number),
        message: { role: 'user', content: [result] },
        toolUseResult: { type: 'create', filePath: path, content: 'one\ntwo\n', structuredPatch: [] },
      })
    }
    return makeKeepHome({ [`.claude/projects/-home-dev-app/${SESSION}.jsonl`]: lines })
  }

  test('are few elements, wherever the list is scrolled to; files of one name are told apart', async () => {
    const web = await openWeb({ home: makeMany() })
    const { page, log, close } = await web.open('/files')
    await page.waitForSelector('.file-link')
    expect(await page.locator('.search-said').innerText()).toBe(`${COUNT} files`)
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(100)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForFunction(
      last => document.querySelector('tr[data-row]:nth-last-child(1)')?.getAttribute('aria-rowindex') === String(last),
      COUNT + 1,
    )
    expect(await page.locator('tr[data-row]').count()).toBeLessThan(100)
    await page.goto(`${web.web.origin}/files?path=file-7.ts`)
    await page.waitForSelector('.touch')
    expect(await page.locator('.file-index a').allInnerTexts()).toEqual([
      '/home/dev/app/lib/file-7.ts',
      '/home/dev/app/src/file-7.ts',
    ])
    expect(await page.locator('.touch-prompt').first().innerText()).toBe('Write <b>many</b> files')
    expect(log).toEqual(QUIET)
    await close()
  })
})
