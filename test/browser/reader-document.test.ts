import { describe, expect, test } from 'vitest'
import type { Row } from '../../src/render/view/row.ts'
import { listCorpusFiles } from '../corpus.ts'
import { countElements, fixtureDocument, press, settle, useFixturePages } from './fixture-pages.ts'
import { documentOf, documentOfSession } from './harness.ts'

const pages = useFixturePages()

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('without scripts', () => {
  test('prompts and final answers are readable, and links lead to them', async () => {
    const options = { javaScript: false, height: 200, hash: '#eeeeeeee-0009-4000-8000-000000000000' }
    await pages.check('turning-back', options, async page => {
      expect(await page.locator('.scripts-off').innerText()).toContain('Scripts are off')
      expect(await page.locator('.row-input .prose').allInnerTexts()).toEqual(['Name the sorts', 'Add plums instead'])
      expect(await page.locator('.row-answer').first().innerText()).toBe('Cox and Bramley.')
      const linked = await page.locator('.row-input').last().boundingBox()
      expect(linked?.y).toBeLessThan(200)
    })
  })
})

describe('the policy', () => {
  test('lets nothing run but the page itself', async () => {
    const html = (await fixtureDocument('talking')).replace(
      '<div id="reader">',
      '<script>window.ran = 1</script><img src="x" onerror="window.ran = 2"><div id="reader">',
    )
    const { page, log, close } = await pages.browser().open(html)
    expect(await page.locator('.rows .row-input').count()).toBeGreaterThan(0)
    expect(await page.evaluate('window.ran')).toBeUndefined()
    expect(log.violations.length).toBeGreaterThan(0)
    await close()
  })

  test('stands before everything else in the head', async () => {
    expect(await fixtureDocument('talking')).toMatch(
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
    await pages.checkHtml(html, {}, async page => {
      await page.waitForFunction("document.querySelector('.media img')?.naturalWidth === 1")
      await page.locator('.media img').first().click()
      expect(await page.locator('dialog img').count()).toBe(1)
    })
  })

  test('are known by their bytes, whatever they claim to be', async () => {
    const html = await documentOf(rows('text/html', 'image/jpeg'))
    await pages.checkHtml(html, {}, async page => {
      await page.waitForFunction('[...document.images].filter(image => image.naturalWidth === 1).length === 2')
    })
    const text = Buffer.from('<svg onload="x()">').toString('base64')
    const named = rows('image/png').map(row => ({ ...row, media: [{ ...media, base64: text }] }) as Row)
    await pages.checkHtml(await documentOf(named), {}, async page => {
      expect(await page.locator('.rows').innerText()).toContain('shot.png')
      expect(await page.locator('img').count()).toBe(0)
    })
  })

  test('that somebody changed in the file are not shown as what they are not', async () => {
    const text = Buffer.from('<html><script>x()</script>').toString('base64')
    const html = (await documentOf(rows('image/png'))).replace(PIXEL, text)
    await pages.checkHtml(html, {}, async page => {
      expect(await page.locator('.rows').innerText()).toContain('This image is damaged and cannot be shown.')
      expect(await page.locator('img').count()).toBe(0)
    })
  })

  test('that were left out are only named', async () => {
    const html = await documentOf(rows('image/png'), { withMedia: false })
    expect(html.includes(PIXEL)).toBe(false)
    await pages.checkHtml(html, {}, async page => {
      expect(await page.locator('.rows').innerText()).toContain('shot.png')
      expect(await page.locator('img').count()).toBe(0)
    })
  })
})

test('the first prompt is there before the page has started', async () => {
  const html = (await fixtureDocument('talking')).replace(/<script>[\s\S]*<\/script>/, '')
  await pages.checkHtml(html, {}, async page => {
    expect(await page.locator('#reader .row-session h1').count()).toBe(1)
    expect(await page.locator('#reader .row-input').count()).toBe(1)
    const place = await page.locator('#reader h1').boundingBox()
    await pages.check('talking', {}, async started => {
      expect(await started.locator('h1').boundingBox()).toEqual(place)
      expect(await started.locator('.first-rows').count()).toBe(0)
    })
  })
})

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
    await pages.checkHtml(await documentOf(rows()), {}, async page => {
      expect(await countElements(page)).toBeLessThan(2000)
      await page.evaluate("location.hash = '#a-13337'")
      const marked = page.locator('.item.is-marked')
      await marked.filter({ hasText: 'Answer 13337' }).waitFor()
      const placeOf = () => marked.evaluate(box => box.getBoundingClientRect().top)
      let top = await placeOf()
      expect(top).toBeGreaterThan(0)
      expect(top).toBeLessThan(200)
      while (top < 550) {
        await page.evaluate(() => scrollBy({ top: -150, behavior: 'instant' }))
        await settle(page)
        const now = await placeOf()
        expect(Math.abs(now - top - 150)).toBeLessThan(2)
        expect(await countElements(page)).toBeLessThan(2000)
        top = now
      }
      await page.keyboard.press('G')
      await page.locator('.rows', { hasText: 'Answer 20000' }).waitFor()
      expect(await countElements(page)).toBeLessThan(2000)
    })
  })
})

const corpus = listCorpusFiles()
test.runIf(corpus)('recorded sessions open without a request, an error or too many elements', async () => {
  const step = Math.ceil((corpus ?? []).length / 12)
  for (const path of (corpus ?? []).filter((_, index) => index % step === 0)) {
    await pages.checkHtml(await documentOfSession(path), {}, async page => {
      for (const keys of [['4'], ['G'], ['g', 'g'], ['J', 'j', 'o']]) {
        await press(page, ...keys)
        await settle(page)
        expect([path, keys, (await countElements(page)) < 2000]).toEqual([path, keys, true])
      }
    })
  }
})
