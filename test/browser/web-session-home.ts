import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { FIXTURES } from '../corpus.ts'
import { type KeepHome, makeKeepHome } from '../keep-home.ts'
import { settled, usePages, type WebPages } from './web-harness.ts'

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

/** One server over those sessions, and a browser to read them in. */
export function useSessionPages(makeHome: () => KeepHome = makeSessionHome): WebPages {
  return usePages(
    () => ({ home: makeHome() }),
    async page => {
      await settled(page)
      await page.locator('.rows > .item').first().waitFor()
    },
  )
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
