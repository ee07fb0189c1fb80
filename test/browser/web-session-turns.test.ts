import { beforeAll, expect, test } from 'vitest'
import { makeKeepHome } from '../keep-home.ts'
import { toLines } from '../temp-tree.ts'
import { openWeb, type WebBrowser } from './web-harness.ts'
import { waitForText } from './web-session-home.ts'

const MANY = '5e554000-0000-4000-8000-000000000001'
const TURNS = 5200

let browser: WebBrowser
beforeAll(async () => {
  browser = await openWeb({ home: makeKeepHome({ [`.claude/projects/-many/${MANY}.jsonl`]: manyTurns() }) })
}, 120_000)

test('a session of many turns has all of them in the end', async () => {
  const { page, log, close } = await browser.open(`/session/${MANY}`)
  await waitForText(page, 'prompt 1 of many')
  await page.waitForFunction(() => document.querySelector('.contents h2')?.textContent === 'Prompts 5,200')
  expect([log.pageErrors, log.consoleErrors]).toEqual([[], []])
  await close()
}, 60_000)

test('a link to a late turn of many leads there', async () => {
  const { page, close } = await browser.open(`/session/${MANY}?turn=5100`)
  await waitForText(page, 'prompt 5100 of many')
  await page.goto(`${browser.web.origin}/session/${MANY}?entry=${uuidOf(2 * 4899)}`)
  await waitForText(page, 'prompt 4900 of many')
  await close()
}, 60_000)

function uuidOf(number: number): string {
  return `cccccccc-0000-4000-8000-${String(number).padStart(12, '0')}`
}

function manyTurns(): string {
  const lines: object[] = []
  const add = (line: object): void => {
    const at = lines.length
    const timestamp = new Date(Date.UTC(2026, 9, 1, 9, 0, at)).toISOString()
    const parentUuid = at === 0 ? null : uuidOf(at - 1)
    lines.push({ parentUuid, sessionId: MANY, cwd: '/many', version: '2.1.0', timestamp, ...line, uuid: uuidOf(at) })
  }
  for (let turn = 1; turn <= TURNS; turn++) {
    add({ type: 'user', message: { role: 'user', content: `prompt ${turn} of many` } })
    const message = { id: `m${turn}`, role: 'assistant', model: 'claude-opus-4-5', stop_reason: 'end_turn' }
    add({
      type: 'assistant',
      requestId: `r${turn}`,
      message: { ...message, content: [{ type: 'text', text: 'Done.' }] },
    })
  }
  return toLines(lines)
}
