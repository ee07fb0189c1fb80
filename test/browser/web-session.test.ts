import { describe, expect, test } from 'vitest'
import { press } from './fixture-pages.ts'
import { at, currentRow, rowsText, useSessionPages, waitForQuery, waitForText } from './web-session-home.ts'

const pages = useSessionPages()

describe('a session', () => {
  test('opens with its title, its numbers, its prompts, and each turn as a line of numbers with prompt and answer', () =>
    pages.check(at('working'), async page => {
      expect(await page.locator('main h1').innerText()).toBe('Mend the picking list')
      expect(await page.locator('.reading-numbers').innerText()).toContain('6 calls')
      expect(await page.locator('.contents li').allInnerTexts()).toHaveLength(1)
      await waitForText(page, 'plums are back')
      expect(await page.locator('.turn-facts').innerText()).toMatch(
        /6 calls\s+1 file\s+6\.7k tokens\s+\$0\.01\s+1m 35s/,
      )
      expect(await page.locator('.row-tool').count()).toBe(0)
    }))

  test('says what its level leaves out', () =>
    pages.check(at('working'), async page => {
      await page.locator('.row-loss', { hasText: '6 tool calls' }).waitFor()
      await page.getByRole('button', { name: 'Show everything' }).click()
      await waitForQuery(page, 'level', 'all')
      await press(page, 'G')
      await page.locator('.row-loss', { hasText: 'Everything was shown.' }).waitFor()
    }))

  test('that does not exist says so, and what to do', async () => {
    const { page, close } = await pages.browser().open('/session/99999999-0000-4000-8000-000000000000')
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').innerText()).toContain('99999999')
    await close()
  })
})

describe('levels', () => {
  test('are chosen by key and by button, stand in the address, and back leads to the one before', () =>
    pages.check(at('working'), async page => {
      await press(page, '1')
      await waitForQuery(page, 'level', 'prompts')
      expect(await rowsText(page)).not.toContain('plums are back')
      await page.getByRole('group', { name: 'How much to show' }).getByText('Tools').click()
      await waitForQuery(page, 'level', 'tools')
      await page.locator('.row.run', { hasText: 'tool calls' }).waitFor()
      await press(page, '5')
      await page.locator('.row-raw').first().waitFor()
      await page.goBack()
      await waitForQuery(page, 'level', 'tools')
      await page.locator('.row.run').first().waitFor()
      await page.goBack()
      await waitForQuery(page, 'level', 'prompts')
    }))

  test('all shows everything, opened', () =>
    pages.check(at('working', '?level=all'), async page => {
      await page.locator('.row-tool .body:not(:empty)').first().waitFor()
      expect(await page.locator('.row-thinking').count()).toBeGreaterThan(0)
    }))
})

describe('what is folded', () => {
  test('a turn opens to its rows by a click, by Enter and by o, and the address keeps it', () =>
    pages.check(at('working'), async page => {
      await waitForText(page, 'plums are back')
      await page.locator('.turn-facts').click()
      await page.locator('.row-tool').first().waitFor()
      await waitForQuery(page, 'open', '1')
      await page.reload()
      await page.locator('.row-tool').first().waitFor()
      await press(page, 'j', 'o')
      await page.locator('.row-tool').first().waitFor({ state: 'detached' })
      await press(page, 'Enter')
      await page.locator('.row-tool').first().waitFor()
    }))

  test('an agent opens to what it did, and agents in it open by themselves', () =>
    pages.check(at('helping', '?level=tools'), async page => {
      await page.locator('.row-agent + .opener').first().click()
      await waitForText(page, 'Seven pears.')
      expect(await rowsText(page)).not.toContain('Six more.')
      await page.locator('.row-agent.depth-1 + .opener').first().click()
      await waitForText(page, 'Six more.')
    }))

  test('agents that no call accounts for stand at the end', () =>
    pages.check(at('helping', '?level=tools'), async page => {
      await page.locator('.row-section', { hasText: 'Agents' }).waitFor()
      await page.locator('.row-agent', { hasText: 'warm-up' }).waitFor()
    }))

  test('what was rewound is one line in its place, and opens there', () =>
    pages.check(at('turning-back'), async page => {
      const side = page.locator('.side-line')
      expect(await side.innerText()).toContain('Tried and rewound: turns 2–3')
      expect(await page.locator('.contents .is-rewound').allInnerTexts()).toEqual(['Add pears', 'And more pears'])
      await side.click()
      await waitForText(page, 'Conference added.')
      await waitForText(page, 'Williams added.')
      await side.click()
      await page.getByText('Williams added.').waitFor({ state: 'detached' })
    }))

  test('a compaction is a divider in its turn, and told in its line', () =>
    pages.check(at('turning-back', '?open=4'), async page => {
      await page.locator('.turn-notes', { hasText: 'compacted' }).waitFor()
      await page.locator('.row-compaction', { hasText: '155k' }).waitFor()
    }))
})

describe('the record behind a row', () => {
  test('is one key away, exactly as it stands in the file, and can be copied', () =>
    pages.check(at('turning-back', '?open=4'), async page => {
      await page.locator('.row-tool').first().click()
      for (let step = 0; step < 20; step++) {
        await press(page, 'j')
        if ((await page.locator('.item.is-current .row-tool').count()) > 0) break
      }
      await press(page, 'r')
      const dialog = page.getByRole('dialog')
      await dialog.locator('pre', { hasText: '"tool_use"' }).waitFor()
      await dialog.getByRole('button', { name: 'Copy' }).first().click()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(JSON.parse(copied)).toMatchObject({ type: 'assistant' })
      await press(page, 'Escape')
      expect(await dialog.count()).toBe(0)
    }))
})

test('everything can be reached with the keyboard alone', () =>
  pages.check(at('turning-back'), async page => {
    await waitForText(page, 'Cox and Bramley.')
    await press(page, 'j')
    expect(await currentRow(page)).toBe('t1')
    await press(page, 'J')
    expect(await currentRow(page)).toBe('s2')
    await press(page, 'o')
    await waitForText(page, 'Conference added.')
    await press(page, 'J')
    expect(await currentRow(page)).toBe('t2')
    await press(page, 'G')
    expect(await currentRow(page)).toBe('end')
    await press(page, 'g', 'g')
    expect(await currentRow(page)).toBe('t1')
    await press(page, 'j', 'm')
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('Cox and Bramley.'))
    await press(page, 'y')
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('/session/'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('entry=')
    await press(page, 'i')
    await page.getByRole('complementary', { name: 'Inspector' }).waitFor()
    await press(page, 'e')
    await page.getByRole('dialog', { name: 'Export' }).waitFor()
    await press(page, 'Escape', '?')
    expect(await page.getByRole('dialog').innerText()).toContain('copy the turn as Markdown')
  }))
