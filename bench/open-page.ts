import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { requireChromium } from '../scripts/find-chromium.js'

export interface PageTimes {
  /** From the request for the file to the first row in the document. */
  readonly firstContentMs: number
  /** Elements once the page has come to rest. */
  readonly nodes: number
}

/** Opens an exported page in a browser of its own and waits for its first row. */
export async function openInBrowser(path: string): Promise<PageTimes> {
  const browser = await chromium.launch({ executablePath: requireChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
    const started = performance.now()
    await page.goto(pathToFileURL(path).href, { waitUntil: 'commit' })
    await page.waitForSelector('.row')
    const firstContentMs = performance.now() - started
    await page.waitForTimeout(1000)
    const nodes = await page.evaluate("document.getElementsByTagName('*').length")
    return { firstContentMs, nodes: Number(nodes) }
  } finally {
    await browser.close()
  }
}
