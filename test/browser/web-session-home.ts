import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, expect } from 'vitest'
import { FIXTURES } from '../corpus.ts'
import { type KeepHome, makeKeepHome } from '../keep-home.ts'
import { openWeb, settled, type WebBrowser, type WebOpenOptions } from './web-harness.ts'

/** Sessions of the fixtures, by the names they are opened with here. */
export const SESSIONS = {
  working: '11111111-0000-4000-8000-000000000001',
  talking: '11111111-0000-4000-8000-000000000002',
  'turning-back': '11111111-0000-4000-8000-000000000003',
  helping: '11111111-0000-4000-8000-000000000004',
} as const

export type SessionName = keyof typeof SESSIONS

/** A machine with those sessions beside its own two. */
export function makeSessionHome(): KeepHome {
  const home = makeKeepHome()
  const folder = join(home.config, 'projects', '-home-ada-orchard')
  mkdirSync(folder, { recursive: true })
  for (const [name, id] of Object.entries(SESSIONS)) {
    cpSync(join(FIXTURES, 'sessions', `${name}.jsonl`), join(folder, `${id}.jsonl`))
    const companions = join(FIXTURES, 'sessions', name)
    if (existsSync(companions)) cpSync(companions, join(folder, id), { recursive: true })
  }
  return home
}

const QUIET = { requests: [], consoleErrors: [], pageErrors: [], dialogs: [], navigations: [], violations: [] }

export interface SessionPages {
  readonly browser: () => WebBrowser
  /** Opens a session, acts, closes; whatever the page did, it asked nobody else and failed at nothing. */
  check(at: string, act: (page: Page) => Promise<void>, options?: WebOpenOptions): Promise<void>
}

/** One server and one browser for the tests of a file. */
export function useSessionPages(makeHome: () => KeepHome = makeSessionHome): SessionPages {
  let browser: WebBrowser
  beforeAll(async () => {
    browser = await openWeb({ home: makeHome() })
  }, 120_000)
  return {
    browser: () => browser,
    async check(at, act, options) {
      const { page, log, close } = await browser.open(at, options)
      await settled(page)
      await page.locator('.rows > .item').first().waitFor()
      await act(page)
      expect(log).toEqual(QUIET)
      await close()
    },
  }
}

/** `helping?level=tools` as an address. */
export function at(name: SessionName, query = ''): string {
  return `/session/${SESSIONS[name]}${query}`
}

/** The text of the rows, once it holds something. */
export async function waitForText(page: Page, text: string): Promise<void> {
  await page.locator('.rows').getByText(text).first().waitFor()
}

export function rowsText(page: Page): Promise<string> {
  return page.locator('.rows').innerText()
}

export function currentRow(page: Page): Promise<string | null> {
  return page.locator('.item.is-current').getAttribute('data-row')
}

/** What stands behind the question mark, once it is this. */
export async function waitForQuery(page: Page, name: string, value: string | null): Promise<void> {
  await page.waitForFunction(([key, wanted]) => new URLSearchParams(location.search).get(key ?? '') === wanted, [
    name,
    value,
  ] as const)
}
