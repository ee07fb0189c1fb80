import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { KeepHome } from '../keep-home.ts'
import { makeLines, toLines } from '../temp-tree.ts'
import { press } from './fixture-pages.ts'
import { findViolations } from './web-harness.ts'
import { currentRow, makeSessionHome, useSessionPages, waitForText } from './web-session-home.ts'

const COMMAND = '44444444-0000-4000-8000-000000000001'
const PLAN = '44444444-0000-4000-8000-000000000002'
const QUIET = '44444444-0000-4000-8000-000000000003'
const ARABIC = '44444444-0000-4000-8000-000000000004'
const ORPHAN = '44444444-0000-4000-8000-000000000005'

/** Long enough that the line of its turn is far above the window, with headings that skip depths. */
const LONG = Array.from({ length: 40 }, (_, at) =>
  [`${at % 3 === 0 ? '#' : '####'} Part ${at}`, 'It says a little. '.repeat(30)].join('\n\n'),
).join('\n\n')

function text(words: string): readonly object[] {
  return [{ type: 'text', text: words }]
}

function call(id: string): readonly object[] {
  return [{ type: 'tool_use', id, name: 'Bash', input: { command: `echo ${id}` } }]
}

/** A user's line is a text or blocks, a model's are blocks in an array of their own. */
type Said = { readonly user: unknown } | { readonly model: readonly object[] }

function session(id: string, said: readonly Said[]): string {
  const uuidOf = (at: number): string => `${id.slice(0, -4)}${String(at).padStart(4, '1')}`
  return toLines(
    said.map((line, at) => {
      const content = 'user' in line ? line.user : line.model
      const role = 'user' in line ? 'user' : 'assistant'
      const model = { model: 'claude-opus-4-6', id: `msg_${id}_${at}`, type: 'message', stop_reason: 'end_turn' }
      const usage = { input_tokens: 10, output_tokens: 20 }
      return {
        parentUuid: at === 0 ? null : uuidOf(at - 1),
        isSidechain: false,
        userType: 'external',
        cwd: '/home/ada/orchard',
        sessionId: id,
        version: '2.1.98',
        type: role,
        message: { role, content, ...(role === 'user' ? {} : { ...model, usage }) },
        uuid: uuidOf(at),
        timestamp: new Date(Date.UTC(2026, 8, 1, 9, at)).toISOString(),
      }
    }),
  )
}

/** A command that goes to the model, in the order that the client writes its tags then. */
const command = (name: string, args: string): Said => ({
  user: `<command-message>${name.slice(1)}</command-message>\n<command-name>${name}</command-name>\n<command-args>${args}</command-args>`,
})
/** One that only acts in the client. */
const localCommand = (name: string, args: string): Said => ({
  user: `<command-name>${name}</command-name>\n<command-message>${name.slice(1)}</command-message>\n<command-args>${args}</command-args>`,
})
const result = (id: string): Said => ({ user: [{ type: 'tool_result', tool_use_id: id, content: `did ${id}` }] })

function makeHome(): KeepHome {
  const home = makeSessionHome()
  const folder = join(home.config, 'projects', '-home-ada-orchard')
  mkdirSync(folder, { recursive: true })
  const put = (id: string, said: readonly Said[]): void => writeFileSync(join(folder, `${id}.jsonl`), session(id, said))
  const work: readonly Said[] = [{ model: call('one') }, result('one'), { model: text(LONG) }]
  put(COMMAND, [command('/plant', 'forty trees'), ...work, { user: 'And water them' }, { model: text('Watered.') }])
  put(PLAN, [{ user: 'Implement the following plan:\n\n# Fence the orchard\n\n1. Posts' }, ...work])
  put(QUIET, [localCommand('/clear', ''), { user: 'Count the pears' }, { model: text('Seven.') }])
  put(ARABIC, [{ user: 'مرحبا، ما هذا main.ts؟' }, { model: text('هذا ملف.\n\nIt is a file.') }])
  const agents = join(folder, ORPHAN, 'subagents')
  mkdirSync(agents, { recursive: true })
  const own = makeLines(ORPHAN, { prompt: 'Find the shed', isSidechain: true, agentId: 'a7' })
  writeFileSync(join(agents, 'agent-a7.jsonl'), toLines(own))
  return home
}

const pages = useSessionPages(makeHome)

function contentsOf(page: Page): Promise<readonly string[]> {
  return page.locator('.contents-list .contents-text').allInnerTexts()
}

describe('what set the first work off', () => {
  test('is a turn of its own, named by the command', () =>
    pages.check(`/session/${COMMAND}`, async page => {
      const head = page.locator('.item[data-row="t1"]')
      expect(await head.locator('h2').innerText()).toContain('/plant')
      expect(await head.innerText()).toContain('1 call')
      expect(await contentsOf(page)).toEqual(['/plant forty trees', 'And water them'])
      expect(await page.locator('.contents h2').innerText()).toBe('Prompts 2')
      expect(await page.locator('.row-tool').count()).toBe(0)
      await head.getByRole('button').first().click()
      await page.locator('.row-tool', { hasText: 'echo one' }).waitFor()
      await head.getByRole('button').first().click()
      await page.locator('.row-tool').waitFor({ state: 'detached' })
    }))

  test('is reached from the contents, by its address and by J and K', () =>
    pages.check(`/session/${COMMAND}?turn=2`, async page => {
      await waitForText(page, 'Watered.')
      await press(page, 'K')
      expect(await currentRow(page)).toBe('t1')
      await press(page, 'J')
      expect(await currentRow(page)).toBe('t2')
      await page.locator('.contents-list a').first().click()
      await page.waitForFunction(() => new URLSearchParams(location.search).get('turn') === '1')
      await page.locator('.contents-list a[aria-current]', { hasText: '/plant' }).waitFor()
      await press(page, 'm')
      await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('forty trees'))
    }))

  test('is called a plan where it is one, though there is no prompt at all', () =>
    pages.check(`/session/${PLAN}`, async page => {
      expect(await page.locator('.item[data-row="t1"] .turn-notes').innerText()).toContain('plan handed over')
      expect(await contentsOf(page)).toEqual([expect.stringContaining('Implement the following plan:')])
    }))

  test('has no line where the model did nothing there', () =>
    pages.check(`/session/${QUIET}`, async page => {
      await waitForText(page, 'Seven.')
      expect(await page.locator('.item[data-row="t0"]').count()).toBe(0)
      expect(await contentsOf(page)).toEqual(['Count the pears'])
    }))
})

describe('headings in rows', () => {
  test('keep their order wherever the window stands', { timeout: 60_000 }, () =>
    pages.check(`/session/${COMMAND}?find=Part%2035`, async page => {
      await page.waitForFunction(() => scrollY > 1500)
      expect(await findViolations(page)).toEqual([])
      await page.locator('.find input').press('Escape')
      for (const y of [600, 2500]) {
        await page.evaluate(top => scrollTo({ top, behavior: 'instant' }), y)
        await page.waitForTimeout(200)
        expect(await findViolations(page)).toEqual([])
      }
    }),
  )
})

test('words that run from the right begin at the right, each paragraph by itself', () =>
  pages.check(`/session/${ARABIC}`, async page => {
    await waitForText(page, 'It is a file.')
    /** Whether the first letter stands nearer to the right end of its block than to the left. */
    const isRight = (selector: string): Promise<boolean> =>
      page.evaluate(part => {
        const block = document.querySelector(part) as HTMLElement
        const range = document.createRange()
        range.selectNodeContents(block)
        const words = range.getBoundingClientRect()
        const whole = block.getBoundingClientRect()
        return whole.right - words.right < words.left - whole.left
      }, selector)
    expect(await isRight('.row-input .prose')).toBe(true)
    expect(await isRight('.row-answer .prose p:first-child')).toBe(true)
    expect(await isRight('.row-answer .prose p:last-child')).toBe(false)
    await press(page, 'j', 'j', 'c')
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).startsWith('مرحبا'))
  }))

test('a session of which only agents are left shows them', () =>
  pages.check(`/session/${ORPHAN}`, async page => {
    await page.getByText('only what its agents did is left').waitFor()
    await page.locator('.row-agent').waitFor()
    await page.locator('.opener').click()
    await waitForText(page, 'Find the shed')
  }))

test('an address that leads nowhere says so, and goes on saying it', () =>
  pages.check(`/session/${QUIET}?turn=99`, async page => {
    await page.locator('.bar-notice', { hasText: 'There is no turn 99' }).waitFor()
    await page.waitForTimeout(3000)
    expect(await page.locator('.bar-notice').innerText()).toContain('There is no turn 99')
    await page.locator('.contents-list a').first().click()
    await page.locator('.bar-notice').waitFor({ state: 'detached' })
  }))
