import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../src/render/view/row.ts'
import { FIXTURES, listCorpusFiles } from '../corpus.ts'
import { documentOf, documentOfSession, openBrowser, type TestBrowser } from './harness.ts'

let browser: TestBrowser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function fixture(name: string): Promise<string> {
  return documentOfSession(join(FIXTURES, 'sessions', `${name}.jsonl`))
}

function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

describe('without scripts', () => {
  test('prompts and final answers are readable, and links lead to them', async () => {
    const { page, log, close } = await browser.open(await fixture('turning-back'), {
      javaScript: false,
      hash: '#eeeeeeee-0009-4000-8000-000000000000',
    })
    const text = await page.locator('body').innerText()
    for (const words of ['Scripts are off', 'Name the sorts', 'Cox and Bramley.', 'Add plums instead']) {
      expect(text).toContain(words)
    }
    expect(log.requests).toEqual([])
    await close()
  })
})

describe('the policy', () => {
  test('lets nothing run but the page itself', async () => {
    const html = (await fixture('talking')).replace(
      '<div id="reader">',
      '<script>window.ran = 1</script><img src="x" onerror="window.ran = 2"><div id="reader">',
    )
    const { page, log, close } = await browser.open(html)
    expect(await page.locator('.rows .row-input').count()).toBeGreaterThan(0)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(log.violations.length).toBeGreaterThan(0)
    await close()
  })

  test('stands before everything else in the head', async () => {
    expect(await fixture('talking')).toMatch(
      /^<!doctype html>\s*<html lang="en">\s*<head>\s*<meta http-equiv="Content-Security-Policy" content="default-src &#?\w+;none/,
    )
  })
})

describe('images', () => {
  const media = { kind: 'media', name: 'shot.png', mediaType: 'image/png', sizeBytes: 70, base64: PIXEL } as const
  const place = { depth: 0, uuid: undefined, at: undefined, isRewound: false, minLevel: 'prompts' } as const
  const input = { ...place, kind: 'input', source: 'prompt', fold: undefined, note: '', questions: [] } as const
  const rows = (...types: readonly string[]): Row[] =>
    types.map(mediaType => ({ ...input, text: 'look', media: [{ ...media, mediaType }] }))

  test('are in the file once, shown from it, and shown larger on a click', async () => {
    const html = await documentOf(rows('image/png', 'image/png'))
    expect(html.split(PIXEL)).toHaveLength(2)
    const { page, log, close } = await browser.open(html)
    const width = page.locator('.media img').first()
    await page.waitForFunction("document.querySelector('.media img')?.naturalWidth === 1")
    await width.click()
    expect(await page.locator('dialog img').count()).toBe(1)
    expect([...log.requests, ...log.violations]).toEqual([])
    await close()
  })

  test('of other types, and all when left out, are only named', async () => {
    expect(await documentOf(rows('image/svg+xml', 'text/html'))).not.toContain(PIXEL)
    const html = await documentOf(rows('image/png'), { withMedia: false })
    expect(html).not.toContain(PIXEL)
    const { page, close } = await browser.open(html)
    expect(await page.locator('.rows').innerText()).toContain('shot.png')
    expect(await page.locator('img').count()).toBe(0)
    await close()
  })
})

test('printing draws every row that is chosen, without the page around them', async () => {
  const { page, close } = await browser.open(await fixture('turning-back'), { height: 200 })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  expect(await page.locator('.printed').innerText()).toContain('What is not here')
  expect(await page.locator('.top').isVisible()).toBe(false)
  await page.evaluate("dispatchEvent(new Event('afterprint'))")
  expect(await page.locator('.printed').count()).toBe(0)
  expect((await page.pdf()).byteLength).toBeGreaterThan(1000)
  await close()
})

describe('axe', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`finds nothing in ${colorScheme}, opened and closed, wide and narrow`, async () => {
      for (const [name, width] of [
        ['working', 1280],
        ['helping', 390],
        ['turning-back', 1280],
      ] as const) {
        const { page, close } = await browser.open(await fixture(name), { colorScheme, width, height: 1600 })
        await page.evaluate(AXE)
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('4')
        await page.evaluate("document.querySelectorAll('.rows details').forEach(fold => { fold.open = true })")
        await page.waitForTimeout(100)
        await page.keyboard.press('f')
        expect(await violations(page)).toEqual([])
        await page.keyboard.press('Escape')
        await page.keyboard.press('?')
        expect(await violations(page)).toEqual([])
        await close()
      }
    })
  }
})

async function violations(page: Page): Promise<unknown> {
  const found = (await page.evaluate('axe.run()')) as { violations: { id: string; nodes: { html: string }[] }[] }
  return found.violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(node => node.html.slice(0, 200))])
}

describe('a long session', () => {
  const LINES = 'one line of many\n'.repeat(40)
  const rows = function* (): Iterable<Row> {
    const place = { depth: 0, at: undefined, isRewound: false } as const
    for (let turn = 1; turn <= 20_000; turn++) {
      const uuid = `turn-${turn}`
      const numbers = { toolCalls: 1, files: 0, tokens: 5, activeMs: 5, isInterrupted: false }
      yield { ...place, uuid, minLevel: 'prompts', kind: 'turn', number: turn, text: '', ...numbers } as Row
      const rest = { source: 'prompt', fold: undefined, note: '', media: [], questions: [] } as const
      yield { ...place, uuid, minLevel: 'prompts', kind: 'input', text: `Prompt ${turn}`, ...rest }
      const text = turn % 7 === 0 ? `Answer ${turn}\n\n${LINES}` : `Answer ${turn}`
      yield { ...place, uuid: `a-${turn}`, minLevel: 'answers', kind: 'answer', text, model: undefined }
    }
  }

  test('stays below 2,000 elements, jumps anywhere, and holds still when rows above it grow', async () => {
    const { page, log, close } = await browser.open(await documentOf(rows()))
    expect(await countElements(page)).toBeLessThan(2000)
    await page.evaluate("location.hash = '#a-13337'")
    const marked = page.locator('.item.is-marked')
    await marked.filter({ hasText: 'Answer 13337' }).waitFor()
    const top = (await marked.boundingBox())?.y ?? -1
    expect(top).toBeGreaterThan(0)
    expect(top).toBeLessThan(200)
    await page.mouse.move(700, 500)
    for (let step = 0; step < 30; step++) {
      const before = (await marked.boundingBox())?.y
      await page.mouse.wheel(0, -150)
      await page.waitForTimeout(30)
      const after = (await marked.boundingBox().catch(() => null))?.y
      if (before === undefined || after === undefined || (await marked.count()) === 0) break
      expect(Math.abs(after - before - 150)).toBeLessThan(2)
      expect(await countElements(page)).toBeLessThan(2000)
      if (after > 700) break
    }
    await page.keyboard.press('G')
    await page.locator('.rows', { hasText: 'Answer 20000' }).waitFor()
    expect(await countElements(page)).toBeLessThan(2000)
    expect(log.pageErrors).toEqual([])
    await close()
  })
})

const corpus = listCorpusFiles()
test.runIf(corpus)('recorded sessions open without a request, an error or too many elements', async () => {
  const step = Math.ceil((corpus ?? []).length / 12)
  for (const path of (corpus ?? []).filter((_, index) => index % step === 0)) {
    const { page, log, close } = await browser.open(await documentOfSession(path))
    await page.keyboard.press('4')
    for (const key of ['G', 'g', 'g', 'J', 'j', 'o']) await page.keyboard.press(key)
    expect([path, await countElements(page)]).toSatisfy(([, count]) => count < 2000)
    expect([path, ...log.requests, ...log.pageErrors, ...log.violations, ...log.navigations]).toEqual([path])
    await close()
  }
})
