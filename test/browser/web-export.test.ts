import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { makeLines } from '../temp-tree.ts'
import { findViolations, openWeb, settled, sidewaysScroll, type WebBrowser } from './web-harness.ts'

const ID = '55555555-5555-4555-8555-555555555555'
// Made up; put together here so that no scanner takes this file for a leak.
const KEY = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_')
const PROMPT = `Deploy with ${KEY} and tell marta.kowalska@example-firm.pl about Bluebird`

let browser: WebBrowser
beforeAll(async () => {
  browser = await openWeb({
    home: makeKeepHome({ [`.claude/projects/-x/${ID}.jsonl`]: makeLines(ID, { prompt: PROMPT, cwd: '/x' }) }),
  })
}, 60_000)

async function openDialog(options = {}): Promise<{ page: Page; close(): Promise<void> }> {
  const { page, close } = await browser.open('/sessions?text=Deploy', options)
  await settled(page)
  await page.waitForSelector('.session-link')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page.waitForSelector('dialog[open]')
  return { page, close }
}

async function save(page: Page): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('dialog button:text-is("Save")')])
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

describe('the export dialog', () => {
  test('shows what is taken out, masked until asked for, and saves a file without it', async () => {
    const { page, close } = await openDialog()
    await page.click('dialog >> text=Markdown')
    await page.click('dialog >> text=Review')
    await page.waitForSelector('.found')
    const before = (await page.textContent('.review')) ?? ''
    expect(before).not.toContain(KEY)
    expect(before).toContain('Keys and passwords')
    await page.locator('.found', { hasText: 'becomes' }).first().locator('text=Show').click()
    expect(await page.textContent('.review')).toContain(KEY)
    expect(await page.getAttribute('.found a', 'href')).toBe(`/session/${ID}?turn=1`)
    const { name, text } = await save(page)
    expect(name).toMatch(/\.md$/)
    expect(text).toContain('Deploy with')
    expect(text).not.toContain(KEY)
    expect(text).not.toContain('marta.kowalska')
    await page.waitForFunction(() => document.querySelector('dialog') === null)
    await close()
  })

  test('keeps what somebody leaves in, and takes out words they name', async () => {
    const { page, close } = await openDialog()
    await page.click('dialog >> text=Markdown')
    await page.click('dialog >> text=Review')
    await page.waitForSelector('.found')
    await page
      .locator('.found', { hasText: /e-?mail/i })
      .locator('input[type=checkbox]')
      .check()
    await page.fill('#redact-word', 'Bluebird')
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('.review')?.textContent?.includes('Words you named'))
    const { text } = await save(page)
    expect(text).toContain('marta.kowalska@example-firm.pl')
    expect(text).not.toContain('Bluebird')
    expect(text).not.toContain(KEY)
    await close()
  })

  test('asks once more before everything is left in', async () => {
    const { page, close } = await openDialog()
    const redaction = page.locator('.redaction-switch input[type=checkbox]').first()
    await redaction.click()
    expect(await page.textContent('.redaction-ask')).toContain('can read every key')
    expect(await redaction.isChecked()).toBe(true)
    await page.click('text=Leave everything in')
    expect(await redaction.isChecked()).toBe(false)
    await page.click('dialog >> text=Transcript')
    const { name, text } = await save(page)
    expect(name).toMatch(/\.jsonl$/)
    expect(text).toContain(KEY)
    await close()
  })

  test('says what the server says where it fails, and saves nothing', async () => {
    const { page, close } = await openDialog()
    await page.fill('dialog .turns-field input', '7-9')
    await page.click('dialog >> text=Review')
    await page.waitForSelector('.found')
    await page.click('dialog button:text-is("Save")')
    await page.waitForSelector('dialog .error-message')
    expect(await page.textContent('dialog .error-message')).toMatch(/turn/)
    await close()
  })

  test('has nothing for axe to find, wide and narrow, in light and dark', async () => {
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [390, 'dark'],
    ] as const) {
      const { page, close } = await openDialog({ width, colorScheme })
      expect(await findViolations(page)).toEqual([])
      await page.locator('.redaction-switch input[type=checkbox]').first().click()
      expect(await findViolations(page)).toEqual([])
      await page.click('text=Take it out')
      await page.click('dialog >> text=Review')
      await page.waitForSelector('.found')
      expect(await findViolations(page)).toEqual([])
      expect(await sidewaysScroll(page)).toBe(0)
      await close()
    }
  })
})
