import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser, QUIET, type TestBrowser } from './browser/harness.ts'
import { type ExportHome, makeExportHome } from './export-home.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: TestBrowser
let home: ExportHome
let index: string
beforeAll(async () => {
  browser = await openBrowser()
  home = await makeExportHome()
  await home.exportHere(['--project', 'app', '-o', 'week/'])
  index = join(home.desk, 'week', 'index.html')
})
afterAll(() => browser.close())

describe('the index page of an export, in a browser', () => {
  test('runs nothing, loads nothing and is drawn with its own style', async () => {
    const { page, log, close } = await browser.openFile(index)
    expect(log).toEqual(QUIET)
    expect(await page.locator('script').count()).toBe(0)
    expect(await page.evaluate("getComputedStyle(document.querySelector('main')).maxWidth")).toBe('736px')
    expect(await page.locator('h1').innerText()).toBe('3 sessions, 2026-03-01')
    await close()
  })

  test.each(['light', 'dark'] as const)('is accessible, %s', async colorScheme => {
    const { page, close } = await browser.openFile(index, { colorScheme })
    await page.evaluate(AXE)
    expect(await page.evaluate('axe.run().then(found => found.violations)')).toEqual([])
    await close()
  })

  test.each([true, false])('leads to the turn of a prompt, scripts on: %s', async javaScript => {
    const { page, close } = await browser.openFile(index, { javaScript })
    await page.getByText('What is in this picture?').click()
    await page.waitForURL(/3f2a0000\.html#turns=2$/)
    expect(await page.locator('body').innerText()).toContain('One plum.')
    await close()
  })
})
