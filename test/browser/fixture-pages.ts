import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { FIXTURES } from '../corpus.ts'
import {
  documentOfSession,
  type OpenedPage,
  type OpenOptions,
  openBrowser,
  QUIET,
  type TestBrowser,
} from './harness.ts'

export interface FixturePages {
  readonly browser: () => TestBrowser
  /** Opens a session of the fixtures, acts, closes; whatever the page did, it asked for nothing and failed at nothing. */
  check(name: string, options: OpenOptions, act: (page: Page) => Promise<void>): Promise<void>
  /** The same for a document. */
  checkHtml(html: string, options: OpenOptions, act: (page: Page) => Promise<void>): Promise<void>
}

/** One browser for the tests of a file, and each fixture written once. */
export function useFixturePages(): FixturePages {
  let browser: TestBrowser
  const documents = new Map<string, Promise<string>>()
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterAll(() => browser?.close())
  const checkHtml = async (html: string, options: OpenOptions, act: (page: Page) => Promise<void>): Promise<void> => {
    const opened: OpenedPage = await browser.open(html, options)
    await act(opened.page)
    expect(opened.log).toEqual(QUIET)
    await opened.close()
  }
  return {
    browser: () => browser,
    checkHtml,
    async check(name, options, act) {
      const known = documents.get(name) ?? fixtureDocument(name)
      documents.set(name, known)
      await checkHtml(await known, options, act)
    },
  }
}

/** `sessions/talking`, or `talking` for one of the sessions. */
export function fixtureDocument(name: string): Promise<string> {
  return documentOfSession(join(FIXTURES, name.includes('/') ? '' : 'sessions', `${name}.jsonl`))
}

/** Texts of the rows in the window, by kind. */
export function rowsOf(page: Page, kind: string): Promise<string[]> {
  return page.locator(`.rows .row-${kind}`).allInnerTexts()
}

export function countElements(page: Page): Promise<number> {
  return page.evaluate(() => document.querySelectorAll('*').length)
}

/** When the page has drawn what the last event asked for. */
export function settle(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise<void>(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

export async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}
