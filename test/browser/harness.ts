import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { constants, zstdCompressSync } from 'node:zlib'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { buildPage } from '../../scripts/build-page.js'
import { requireChromium } from '../../scripts/find-chromium.js'
import { type HtmlDocumentOptions, renderHtmlDocument } from '../../src/render/html/document/render-html-document.ts'
import type { Level } from '../../src/render/level.ts'
import type { Row } from '../../src/render/view/row.ts'
import { openSession, viewOf } from '../draw-session.ts'

export interface OpenOptions {
  readonly javaScript?: boolean
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** With its `#`. */
  readonly hash?: string
  /** Runs in the page before anything of it. */
  readonly beforeLoad?: string
}

/** What a page did that it should not: all of it empty for one that behaves. */
export interface PageLog {
  /** All but the file itself. */
  readonly requests: string[]
  readonly consoleErrors: string[]
  readonly pageErrors: string[]
  readonly dialogs: string[]
  readonly navigations: string[]
  /** Of the content security policy. */
  readonly violations: string[]
}

/** The log of a page that behaves. */
export const QUIET: PageLog = emptyLog()

function emptyLog(): PageLog {
  return { requests: [], consoleErrors: [], pageErrors: [], dialogs: [], navigations: [], violations: [] }
}

export interface OpenedPage {
  readonly page: Page
  readonly log: PageLog
  close(): Promise<void>
}

export interface TestBrowser {
  open(html: string, options?: OpenOptions): Promise<OpenedPage>
  openFile(path: string, options?: OpenOptions): Promise<OpenedPage>
  close(): Promise<void>
}

/** A browser without network for the tests of one file. */
export async function openBrowser(): Promise<TestBrowser> {
  const folder = mkdtempSync(join(tmpdir(), 'backscroll-browser-'))
  const browser = await launchChromium()
  let files = 0
  return {
    open(html, options) {
      const path = join(folder, `page-${++files}.html`)
      writeFileSync(path, html)
      return openPage(browser, path, options)
    },
    openFile: (path, options) => openPage(browser, path, options),
    async close() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: requireChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
}

async function openPage(browser: Browser, path: string, options: OpenOptions = {}): Promise<OpenedPage> {
  const context = await browser.newContext({
    javaScriptEnabled: options.javaScript ?? true,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'light',
    offline: true,
  })
  const page = await context.newPage()
  const url = pathToFileURL(path).href
  const log = watchPage(context, page, address => address.split('#')[0] === url || address.startsWith('blob:'))
  if (options.beforeLoad !== undefined) await page.addInitScript(options.beforeLoad)
  await page.goto(url + (options.hash ?? ''))
  return { page, log, close: () => context.close() }
}

/** Notes what a page does; `isOwn` says which addresses it may ask for. */
export function watchPage(context: BrowserContext, page: Page, isOwn: (address: string) => boolean): PageLog {
  const log = emptyLog()
  context.on('request', request => {
    if (!isOwn(request.url())) log.requests.push(request.url())
  })
  context.on('page', other => {
    if (other !== page) log.navigations.push(other.url())
  })
  page.on('framenavigated', frame => {
    if (!isOwn(frame.url())) log.navigations.push(frame.url())
  })
  page.on('console', message => {
    if (message.type() === 'error') log.consoleErrors.push(message.text())
    if (/content security policy/i.test(message.text())) log.violations.push(message.text())
  })
  page.on('pageerror', error => log.pageErrors.push(String(error)))
  page.on('dialog', dialog => {
    log.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return log
}

let assets: Promise<{ script: string; style: string }> | undefined

/** A document as `export` writes it, with a page made of the present sources. */
export async function documentOf(rows: Iterable<Row>, options: Partial<HtmlDocumentOptions> = {}): Promise<string> {
  assets ??= buildPage()
  const whole: HtmlDocumentOptions = {
    title: 'A session',
    level: 'all',
    withMedia: true,
    assets: await assets,
    tools: {
      compress: bytes => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 9 } }),
      sha256: text => createHash('sha256').update(text).digest('base64'),
      toBase64: bytes => Buffer.from(bytes).toString('base64'),
    },
    ...options,
  }
  return [...renderHtmlDocument(rows, whole)].join('')
}

/** A transcript as a document. */
export async function documentOfSession(path: string, level: Level = 'all'): Promise<string> {
  const loaded = openSession(path)
  return documentOf(viewOf(loaded, level), { level, title: loaded.session.summary.title?.text ?? 'Untitled session' })
}
