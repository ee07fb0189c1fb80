import { appendFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { openWeb, settled } from './web-harness.ts'

describe('health', () => {
  test('of a machine where all is well says so, with what is kept and for how long', async () => {
    const { open } = await openWeb()
    const { page, log, close } = await open('/health')
    await settled(page)
    await page.waitForSelector('.facts-list')
    expect(await page.textContent('.verdict')).toContain('Clean: every line of every transcript was understood.')
    expect(await page.textContent('.facts-list')).toMatch(/Kept2 sessions/)
    expect(await page.textContent('.facts-list')).toMatch(/Index.*fresh/)
    expect(await page.textContent('table')).toContain('30 days (the default)')
    expect(await page.locator('#next').count()).toBe(0)
    expect([log.consoleErrors, log.pageErrors, log.requests]).toEqual([[], [], []])
    await close()
  })

  test('lists what was not understood, and what to do', async () => {
    const home = makeKeepHome()
    appendFileSync(
      home.transcript,
      '{"type":"from-the-future","version":"9.9.9"}\nthis is <b>no</b> JSON\n{"type":"custom-title","customTitle":"x","novelty":1}\n',
    )
    const { open } = await openWeb({ home })
    const { page, close } = await open('/health')
    await settled(page)
    await page.waitForSelector('.facts-list')
    const text = (await page.textContent('main')) ?? ''
    expect(text).toContain('There are findings. Nothing is lost')
    expect(text).toContain('1 odd line')
    expect(text).toContain('1 kind of line that is not known yet')
    expect(text).toContain('from-the-future')
    expect(text).toContain('9.9.9')
    expect(text).toContain('novelty')
    await page.click('button[aria-label="Copy backscroll doctor --json"]')
    await page.waitForFunction(() => document.querySelector('.toast')?.textContent === 'Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('backscroll doctor --json')
    await close()
  })
})
