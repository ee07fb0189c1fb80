import { beforeAll, describe, expect, test } from 'vitest'
import { demoOptions, findViolations, openWeb, settled, type WebBrowser } from './web-harness.ts'

let demo: WebBrowser
beforeAll(async () => {
  demo = await openWeb(demoOptions())
}, 60_000)

describe('axe finds nothing', () => {
  for (const path of ['/', '/sessions', '/sessions?text=nothing-like-this', '/health']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      test(`at ${path} in ${colorScheme}, wide and narrow, and in its help`, async () => {
        for (const width of [1280, 390]) {
          const { page, close } = await demo.open(path, { colorScheme, width, reducedMotion: 'reduce' })
          await settled(page)
          expect(await findViolations(page)).toEqual([])
          await page.keyboard.press('?')
          await page.waitForSelector('dialog[open]')
          expect(await findViolations(page)).toEqual([])
          await close()
        }
      })
    }
  }
})
