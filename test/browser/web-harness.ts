import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { openDemo } from '../../src/surfaces/cli/demo.ts'
import { enterOwnServer } from '../../src/surfaces/web/find-own-server.ts'
import { REPOSITORY } from '../cli-runner.ts'
import type { KeepHome } from '../keep-home.ts'
import { machineAt, makeTree } from '../temp-tree.ts'
import { type StartOptions, startWeb, type WebHome } from '../web-home.ts'
import { launchChromium, type OpenedPage, type OpenOptions, QUIET, watchPage } from './harness.ts'

export interface WebOpenOptions extends Omit<OpenOptions, 'hash' | 'javaScript'> {
  readonly reducedMotion?: 'reduce' | 'no-preference'
  /** Opens without a code in the address: the server does not know this browser. */
  readonly withoutKey?: boolean
}

/** The real server over a machine of its own, and a browser to look at it. */
export interface WebBrowser {
  readonly web: WebHome
  /** A fresh browser at an address of the page, such as `/sessions?sort=cost`. */
  open(path: string, options?: WebOpenOptions): Promise<OpenedPage>
}

let browser: Promise<Browser> | undefined
afterAll(async () => {
  await (await browser)?.close()
  browser = undefined
})

export async function openWeb(options: StartOptions = {}): Promise<WebBrowser> {
  const web = await startWeb({ page: 'built', ...options })
  browser ??= launchChromium()
  const opened = await browser
  return { web, open: (path, more) => openAt(opened, web, path, more) }
}

export interface WebPages {
  readonly browser: () => WebBrowser
  /** Opens an address, acts, closes; whatever the page did, it asked nobody else and failed at nothing. */
  check(path: string, act: (page: Page) => Promise<void>, options?: WebOpenOptions): Promise<void>
}

/** One server and one browser for the tests of a file. `ready`: once this is there, a page can be looked at. */
export function usePages(makeOptions: () => StartOptions, ready: (page: Page) => Promise<unknown>): WebPages {
  let opened: WebBrowser
  beforeAll(async () => {
    opened = await openWeb(makeOptions())
  }, 120_000)
  return {
    browser: () => opened,
    async check(path, act, options) {
      const { page, log, close } = await opened.open(path, options)
      await ready(page)
      await act(page)
      expect(log).toEqual(QUIET)
      await close()
    },
  }
}

async function openAt(opened: Browser, web: WebHome, path: string, options: WebOpenOptions = {}): Promise<OpenedPage> {
  const context = await opened.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
    timezoneId: 'UTC',
  })
  const page = await context.newPage()
  const isOwn = (address: string): boolean => address.startsWith(`${web.origin}/`) || /^(blob|about):/.test(address)
  const log = watchPage(context, page, isOwn)
  if (options.beforeLoad !== undefined) await page.addInitScript(options.beforeLoad)
  await page.goto(options.withoutKey ? web.origin + path : await newAddress(web, path))
  return { page, log, close: () => context.close() }
}

/** As another `backscroll open` makes one: it lets one browser in, once. */
export async function newAddress({ origin, port, token }: WebHome, path = '/'): Promise<string> {
  const code = await enterOwnServer({ host: '127.0.0.1', port, token })
  if (code === undefined) throw new Error('the server does not take us for its own')
  return `${origin}${path}#code=${code}`
}

/** The demo set as `--demo` shows it. */
export function demoOptions(): StartOptions {
  const demo = openDemo({ packageDir: REPOSITORY, temporaryDir: makeTree({}), now: Date.now })
  const home: KeepHome = { ...EMPTY, home: makeTree({}), config: demo.root, keep: demo.keepDir }
  return { home, more: { isDemo: true, roots: machineAt(home.home, { override: [demo.root] }) } }
}

const EMPTY: KeepHome = {
  home: '',
  config: '',
  keep: '',
  transcript: '',
  work: '',
  run: () => Promise.reject(new Error('no command line here')),
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Everything axe-core has to complain about, as `rule: selector`. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  // All rules run; what they found to be right is neither described nor brought here, which took most of the time.
  const violations = (await page.evaluate(
    `axe.run({ resultTypes: ['violations'] }).then(found => found.violations)`,
  )) as { id: string; nodes: { target: string[]; failureSummary?: string }[] }[]
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  )
}

/** How far the page can be scrolled sideways, in pixels. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Once the view has drawn what it asked for. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('main h1') !== null && document.querySelector('.loading') === null,
  )
}
