import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { UsageReport } from '../../src/query/usage/usage-report.ts'
import { formatCount, formatInteger } from '../../src/text/count.ts'
import { formatCost } from '../../src/text/money.ts'
import { type KeepHome, makeKept } from '../keep-home.ts'
import { makeLines } from '../temp-tree.ts'
import { QUIET } from './harness.ts'
import { demoOptions, findViolations, openWeb, sidewaysScroll, usePages } from './web-harness.ts'

const ALL = '/usage?last=all'

const { browser, check } = usePages(demoOptions, page => page.waitForSelector('[data-total=cost]'))

function cells(page: Page, column: string): Promise<string[]> {
  return page.locator(`.usage-table td[data-column=${column}]`).allInnerTexts()
}

function links(page: Page): Promise<string[]> {
  return page.locator('.usage-table .usage-link').allInnerTexts()
}

describe('usage', () => {
  test('shows the numbers of the command line, in every table', async () => {
    const home = await makeUsedHome()
    const web = await openWeb({ home })
    const { page, log, close } = await web.open(ALL)
    for (const by of ['daily', 'weekly', 'monthly', 'models', 'projects', 'branches', 'prompts', 'sessions']) {
      const { out } = await home.run(['usage', by, '--json', '--tz', 'UTC'])
      const { totals, rows, accuracy } = JSON.parse(out) as UsageReport
      await page.goto(`${web.web.origin}/usage?last=all&by=${by}`)
      await page.waitForSelector('.usage-table .usage-link')
      const shown = (id: string) => page.locator(`[data-total=${id}]`).getAttribute('data-value')
      expect(await page.locator('[data-total=cost]').innerText()).toBe(formatCost(totals))
      expect(await shown('tokens')).toBe(String(totals.totalTokens))
      expect(await shown('input')).toBe(String(totals.inputTokens))
      expect(await shown('output')).toBe(String(totals.outputTokens))
      expect(await shown('write')).toBe(String(totals.cacheWriteTokens))
      expect(await shown('read')).toBe(String(totals.cacheReadTokens))
      expect(await shown('requests')).toBe(String(totals.requests))
      expect(accuracy.unfinished).toBe(0)
      expect((await cells(page, 'cost')).toSorted()).toEqual(rows.map(row => formatCost(row)).toSorted())
      expect((await cells(page, 'tokens')).toSorted()).toEqual(rows.map(row => formatCount(row.totalTokens)).toSorted())
      expect((await cells(page, 'requests')).toSorted()).toEqual(
        rows.map(row => formatInteger(row.requests)).toSorted(),
      )
    }
    await page.waitForFunction(() => document.querySelector('[data-total=sessions]')?.textContent === '4')
    expect(log).toEqual(QUIET)
    await close()
  })

  test('says how far it can be trusted in the words of the command line', async () => {
    const home = await makeUsedHome()
    const { out } = await home.run(['usage', 'daily', '--tz', 'UTC'])
    const web = await openWeb({ home })
    const { page, close } = await web.open(ALL)
    await page.waitForSelector('.accuracy')
    const line = await page.locator('.accuracy').innerText()
    expect(line).toMatch(
      /^7 requests, all finished · .*unpriced 100 tokens \(nobody-knows-1 100\).*never in transcripts:/,
    )
    const words = out.replace(/\s+/g, ' ')
    for (const part of line.split(' · ')) expect(words).toContain(part)
    expect(await page.locator('.total-note').innerText()).toBe('at least: 100 tokens have no price')
    await page.goto(`${web.web.origin}/usage?last=all&by=models`)
    await page.waitForSelector('.usage-table .usage-link')
    expect(await cells(page, 'cost')).toContain('unpriced')
    await close()
  })

  test('explains a row by its requests, and leads to the entry', () =>
    check(`${ALL}&by=models`, async page => {
      await page.waitForSelector('.usage-link')
      const cost = (await cells(page, 'cost'))[0]
      await page.locator('.usage-table .usage-link').first().click()
      await page.waitForSelector('.requests-table .usage-link')
      expect(new URL(page.url()).searchParams.get('explain')).toBe('claude-sonnet-4-5')
      expect(await page.locator('.explained h2').innerText()).toBe('claude-sonnet-4-5')
      expect(await page.locator('[data-sum=cost]').innerText()).toBe(cost)
      expect(await page.locator('.requests-table tbody tr').count()).toBe(31)
      expect(await page.locator('.request-how').first().innerText()).toMatch(
        /^price of claude-sonnet-4-5.*\.jsonl:\d+$/,
      )
      expect(await page.locator('.requests-table .usage-link').first().getAttribute('href')).toMatch(
        /^\/session\/.*\?entry=/,
      )
      await page.keyboard.press('Escape')
      await page.waitForSelector('.usage-table')
      await page.goBack()
      await page.waitForSelector('.requests-table')
      await page.goBack()
      await page.waitForSelector('.usage-table')
    }))

  test('draws time as a chart whose bars lead to their requests', () =>
    check(ALL, async page => {
      await page.waitForSelector('.usage-plot canvas')
      await page.click('.usage-switch:has-text("Split by") button:has-text("Projects")')
      await page.waitForFunction(() => document.querySelector('.chart')?.textContent?.includes('tidepool'))
      await page.click('.usage-switch:has-text("By") button:has-text("Month")')
      await page.waitForFunction(() => new URLSearchParams(location.search).get('by') === 'monthly')
      await page.waitForFunction(
        () => document.querySelector('.usage-link')?.textContent?.match(/^\d{4}-\d{2}/) !== null,
      )
      await page.locator('.chart-plot').focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.requests-table')
      expect(new URL(page.url()).searchParams.get('explain')).toMatch(/^\d{4}-\d{2}$/)
    }))

  test('is ordered by any column, and narrowed by period, project and model', () =>
    check(`${ALL}&by=prompts`, async page => {
      await page.waitForSelector('.usage-link')
      const usual = await links(page)
      await page.click('.sort-button:has-text("Output")')
      await page.waitForFunction(() =>
        document.querySelector('th[aria-sort=descending]')?.textContent?.includes('Output'),
      )
      await page.click('.sort-button:has-text("Prompt")')
      await page.waitForFunction(() =>
        document.querySelector('th[aria-sort=ascending]')?.textContent?.includes('Prompt'),
      )
      const byName = await links(page)
      expect(byName).not.toEqual(usual)
      expect(byName.map(text => text.toLowerCase())).toEqual(byName.map(text => text.toLowerCase()).toSorted())
      await page.selectOption('.field:has-text("Project") select', { label: 'inkwell' })
      await page.waitForFunction(
        all => document.querySelectorAll('.usage-table .usage-link').length < all,
        usual.length,
      )
      expect(new Set(await cells(page, 'project'))).toEqual(new Set(['inkwell']))
      await page.click('button:has-text("Today")')
      await page.waitForSelector('.nothing')
      await page.click('text=Show all there is')
      await page.waitForFunction(
        all => document.querySelectorAll('.usage-table .usage-link').length === all,
        usual.length,
      )
    }))

  test('is walked with keys', () =>
    check(ALL, async page => {
      await page.waitForSelector('.usage-link')
      await page.keyboard.press(']')
      await page.waitForFunction(() => new URLSearchParams(location.search).get('by') === 'weekly')
      await page.keyboard.press('[')
      await page.waitForFunction(() => new URLSearchParams(location.search).get('by') === 'daily')
      await page.waitForFunction(() =>
        /^\d{4}-\d{2}-\d{2} \w{3}$/.test(document.querySelector('.usage-link')?.textContent ?? ''),
      )
      await page.keyboard.press('j')
      const wanted = (await links(page))[0]?.slice(0, 10)
      await page.keyboard.press('Enter')
      await page.waitForFunction(day => new URLSearchParams(location.search).get('explain') === day, wanted)
    }))

  test('says in plain words that a row is not there', async () => {
    const { page, close } = await browser().open(`${ALL}&by=models&explain=no-such-model`)
    await page.waitForSelector('.error-box')
    expect(await page.locator('.error-message').innerText()).toContain('no-such-model')
    await page.click('text=All by model')
    await page.waitForSelector('.usage-table')
    await close()
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [1280, 360]) {
      test(`has nothing for axe, and no sideways scrolling, in ${colorScheme} at ${width}`, async () => {
        for (const path of [ALL, `${ALL}&by=prompts`, `${ALL}&by=models&explain=claude-sonnet-4-5`]) {
          await check(
            path,
            async page => {
              await page.waitForSelector('.usage-link')
              await page.waitForSelector('.usage-plot canvas')
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

/** Requests on several days, in two projects, one of a model without a price. */
function makeUsedHome(): Promise<KeepHome> {
  const id = (number: number): string => `${String(number).repeat(8)}-aaaa-4aaa-8aaa-aaaaaaaaaaaa`
  const unpriced = makeLines(id(7), {
    cwd: '/home/dev/other',
    at: '2026-02-11T23:59:30.000Z',
    prompt: 'Try another one',
  })
  const other = unpriced.map(
    line => JSON.parse(JSON.stringify(line).replace('claude-opus-4-6', 'nobody-knows-1')) as object,
  )
  return makeKept({
    [`.claude/projects/-home-dev-other/${id(7)}.jsonl`]: other,
    [`.claude/projects/-home-dev-app/${id(8)}.jsonl`]: [
      ...makeLines(id(8), { at: '2026-01-31T23:30:00.000Z', prompt: 'First' }),
      ...makeLines(id(8), { at: '2026-02-01T00:30:00.000Z', prompt: 'Second', branch: 'feature' }),
      ...makeLines(id(8), { at: '2026-03-02T09:00:00.000Z', prompt: 'Third', branch: 'feature' }),
    ],
  })
}
