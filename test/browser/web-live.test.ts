import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type KeepHome, makeKeepHome } from '../keep-home.ts'
import { toLines } from '../temp-tree.ts'
import { openWeb, settled, type WebBrowser } from './web-harness.ts'
import { waitForText } from './web-session-home.ts'

const MINUTE = 60_000
let home: KeepHome
let browser: WebBrowser
let files = 0
beforeAll(async () => {
  home = makeKeepHome()
  browser = await openWeb({ home })
}, 120_000)

/** A session that is being written: turns so far, and what adds to it. */
class Writer {
  readonly id = `33333333-0000-4000-8000-0000000000${String(++files).padStart(2, '0')}`
  private readonly path: string
  private last: string | null = null
  private count = 0
  private at = Date.now() - 2 * MINUTE

  constructor(turns: number) {
    const folder = join(home.config, 'projects', '-home-ada-live')
    mkdirSync(folder, { recursive: true })
    this.path = join(folder, `${this.id}.jsonl`)
    writeFileSync(this.path, '')
    for (let turn = 1; turn <= turns; turn++) {
      this.prompt(`Prompt ${turn} of the live session`)
      this.answer(`Answer ${turn}. ${'It says a little more. '.repeat(12)}`)
    }
  }

  prompt(text: string): void {
    this.add('user', { role: 'user', content: text })
  }

  answer(text: string): void {
    this.add('assistant', this.message([{ type: 'text', text }], 'end_turn'))
  }

  call(command: string): string {
    const id = `toolu_${this.count}`
    this.add('assistant', this.message([{ type: 'tool_use', id, name: 'Bash', input: { command } }], 'tool_use'))
    return id
  }

  result(id: string, text: string): void {
    this.add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] })
  }

  private message(content: readonly object[], stop: string): object {
    const usage = { input_tokens: 10, output_tokens: 20 }
    const id = `msg_${this.id}_${this.count}`
    return { model: 'claude-opus-4-6', id, type: 'message', role: 'assistant', content, stop_reason: stop, usage }
  }

  private add(type: string, message: object): void {
    const uuid = `${this.id.slice(0, -4)}${String(++this.count).padStart(4, '0')}`
    const line = {
      parentUuid: this.last,
      isSidechain: false,
      userType: 'external',
      cwd: '/home/ada/live',
      sessionId: this.id,
      version: '2.1.98',
      type,
      message,
      uuid,
      timestamp: new Date(this.at).toISOString(),
    }
    this.last = uuid
    this.at += 1000
    appendFileSync(this.path, toLines([line]))
  }
}

async function openLive(writer: Writer, query = ''): Promise<{ page: Page; close(): Promise<void> }> {
  // The list of sessions is made again when a file comes: until then the server does not know it.
  await browser.web.post('/sync')
  const opened = await browser.open(`/session/${writer.id}${query}`)
  await settled(opened.page)
  await opened.page.locator('.rows > .item').first().waitFor()
  return opened
}

const atEnd = (page: Page) =>
  page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 60 && scrollY > 0)

describe('a session that is being written', () => {
  test('grows in place, and at its end the reader stays at its end', async () => {
    const writer = new Writer(12)
    const { page, close } = await openLive(writer)
    // It was written to a moment ago: it opens at its end.
    expect(await page.getByRole('button', { name: 'Follow' }).getAttribute('aria-pressed')).toBe('true')
    await page.waitForFunction(() => scrollY > 300)
    writer.prompt('Run the tests')
    await waitForText(page, 'Run the tests')
    const id = writer.call('npm test')
    await page.locator('.row-tool', { hasText: 'npm test' }).waitFor()
    writer.result(id, 'all green')
    writer.answer('They pass.')
    await waitForText(page, 'They pass.')
    expect(await atEnd(page)).toBe(true)
    expect(await page.locator('.contents h2').innerText()).toBe('Prompts 13')
    expect(await page.locator('.reading-numbers').innerText()).toContain('13 turns')
    await close()
  })

  test('says what a call is doing while its result is to come', async () => {
    const writer = new Writer(3)
    const { page, close } = await openLive(writer)
    writer.prompt('Build it')
    writer.call('npm run build')
    await page.locator('.live-working', { hasText: 'npm run build' }).first().waitFor()
    const call = page.locator('.row-tool', { hasText: 'npm run build' })
    await call.waitFor()
    expect(await call.innerText()).toContain('running')
    expect(await call.innerText()).not.toContain('no result')
    await close()
  })

  test('does not move who reads further up, and offers what came', async () => {
    const writer = new Writer(14)
    const { page, close } = await openLive(writer, '?turn=5')
    await waitForText(page, 'Answer 5.')
    await page.mouse.wheel(0, 40)
    await page.waitForTimeout(300)
    const before = await page.locator('.item[data-row="t6"]').boundingBox()
    writer.prompt('One more thing')
    writer.answer('Here it is.')
    const marker = page.locator('.new-marker button')
    await marker.waitFor()
    expect(await marker.innerText()).toMatch(/new rows? — show/)
    expect((await page.locator('.item[data-row="t6"]').boundingBox())?.y).toBe(before?.y)
    await marker.click()
    await waitForText(page, 'Here it is.')
    await page.locator('.item-new').waitFor()
    await marker.waitFor({ state: 'detached' })
    await close()
  })

  test('is no longer said to be followed while the reader is elsewhere', async () => {
    const writer = new Writer(20)
    const { page, close } = await openLive(writer)
    const follow = page.getByRole('button', { name: 'Follow' })
    const isPressed = (wanted: string): Promise<unknown> =>
      page.waitForFunction(
        value => document.querySelector('.bar-tools .follow')?.getAttribute('aria-pressed') === value,
        wanted,
      )
    await isPressed('true')
    await page.waitForFunction(() => scrollY > 600)
    await page.mouse.move(700, 500)
    await page.mouse.wheel(0, -500)
    await isPressed('false')
    expect(await follow.innerText()).toContain('paused')
    await follow.click()
    await isPressed('true')
    await page.waitForFunction(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 60)
    await close()
  })

  test('is shown as it is written, again and again', async () => {
    const writer = new Writer(6)
    const { page, close } = await openLive(writer)
    for (let round = 0; round < 5; round++) {
      writer.answer(`Written in round ${round}`)
      await waitForText(page, `Written in round ${round}`)
    }
    await close()
  })
})

test('what came since the last look is told when the session is opened again', async () => {
  const writer = new Writer(8)
  await browser.web.post('/sync')
  const { page, close } = await browser.open(`/session/${writer.id}`)
  await settled(page)
  await page.keyboard.press('G')
  await waitForText(page, 'Answer 8.')
  await page.click('.site-nav a[href="/health"]')
  await page.waitForFunction(() => document.querySelector('main h1')?.textContent === 'Health')
  writer.prompt('Written while nobody looked')
  writer.answer('Nobody saw this.')
  await browser.web.post('/sync')
  await page.goto(`${browser.web.origin}/session/${writer.id}?turn=9`)
  await page.locator('.item-new').waitFor()
  expect(await page.locator('.item-new + .item').getAttribute('data-row')).toBe('t9')
  await close()
})
