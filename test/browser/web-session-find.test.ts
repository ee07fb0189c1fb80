import { describe, expect, test } from 'vitest'
import { press } from './fixture-pages.ts'
import { at, rowsText, useSessionPages, waitForQuery, waitForText } from './web-session-home.ts'

const pages = useSessionPages()

describe('find', () => {
  test('looks inside what is folded, opens it, marks the place and counts', () =>
    pages.check(at('turning-back'), async page => {
      await press(page, '/')
      await page.keyboard.type('running in background')
      await page.locator('.find .count', { hasText: '1 of 1' }).waitFor()
      await page.locator('.row-tool .body', { hasText: 'Command running in background' }).waitFor()
      expect(await page.evaluate(() => CSS.highlights.get('found-current')?.size)).toBe(1)
      await waitForQuery(page, 'find', 'running in background')
    }))

  test('looks inside agents at any depth', () =>
    pages.check(at('helping'), async page => {
      await press(page, '/')
      await page.keyboard.type('Six more.')
      await waitForText(page, 'Six more.')
      await page.locator('.find .count', { hasText: '1 of 1' }).waitFor()
    }))

  test('looks on rewound sides, and goes from match to match', () =>
    pages.check(at('turning-back', '?find=pears'), async page => {
      await page.locator('.find .count', { hasText: /^1 of \d+$/ }).waitFor()
      await press(page, 'n')
      await page.locator('.find .count', { hasText: /^2 of/ }).waitFor()
      await press(page, 'N', 'N')
      await page.locator('.find .count', { hasText: /^(\d+) of \1$/ }).waitFor()
      await press(page, 'Escape')
      await waitForQuery(page, 'find', null)
    }))

  test('says when there is nothing', () =>
    pages.check(at('working', '?find=no+such+words'), async page => {
      await page.locator('.find .count', { hasText: 'none' }).waitFor()
    }))
})

describe('filters', () => {
  test('have counts, show a tool alone below its turn, stand in the address, and are taken back', () =>
    pages.check(at('working'), async page => {
      await press(page, 'f')
      const bash = page.locator('.check', { hasText: 'Bash' })
      expect(await bash.innerText()).toMatch(/Bash\s+\d/)
      await bash.locator('input').check()
      await waitForQuery(page, 'only', 'tool:Bash')
      await page.locator('.row-tool[data-tool="Bash"]').first().waitFor()
      expect(await page.locator('.row-tool:not([data-tool="Bash"])').count()).toBe(0)
      expect(await page.locator('.bar-notice').innerText()).toContain('Only Bash')
      await page.goBack()
      await waitForText(page, 'plums are back')
    }))

  test('of a link show errors alone, agents included', () =>
    pages.check(at('talking', '?only=errors'), async page => {
      await page.locator('.bar-notice', { hasText: 'Only errors' }).waitFor()
      expect(await rowsText(page)).not.toContain('/model opus')
    }))
})

describe('a link', () => {
  const LINKS = [
    { what: 'a tool call in a closed turn', session: 'turning-back', text: 'grow plums' },
    { what: 'an entry of an agent in an agent', session: 'helping', text: 'Six more.' },
    { what: 'an entry on a rewound side', session: 'turning-back', text: 'Williams added.' },
  ] as const
  for (const { what, session, text } of LINKS) {
    test(`to ${what} opens what hides it and marks it`, async () => {
      const uuid = await findEntry(session, text)
      await pages.check(at(session, `?entry=${uuid}`), async page => {
        const marked = page.locator('.item.is-marked')
        await marked.waitFor()
        expect(await marked.innerText()).toContain(text)
        const { top, bottom } = await marked.evaluate(box => box.getBoundingClientRect())
        expect([top >= 0, bottom <= 800]).toEqual([true, true])
      })
    })
  }

  test('to a turn goes to it; following the contents, back leads to where one was', () =>
    pages.check(at('turning-back', '?turn=4'), async page => {
      await page.waitForFunction(() => document.querySelector('.item.is-current')?.getAttribute('data-row') === 't4')
      await page.locator('.contents a', { hasText: 'Name the sorts' }).click()
      await waitForQuery(page, 'turn', '1')
      await page.waitForFunction(() => document.querySelector('.item.is-current')?.getAttribute('data-row') === 't1')
      await page.goBack()
      await waitForQuery(page, 'turn', '4')
      await page.waitForFunction(() => document.querySelector('.item.is-current')?.getAttribute('data-row') === 't4')
    }))

  test('to nothing says so and leaves the session as it is', () =>
    pages
      .browser()
      .open(at('working', '?entry=no-such-entry'))
      .then(async ({ page, close }) => {
        await waitForText(page, 'plums are back')
        expect(await page.locator('.item.is-marked').count()).toBe(0)
        await close()
      }))

  test('of a search result marks the entry and the words in it', async () => {
    const uuid = await findEntry('turning-back', 'Williams added.')
    await pages.check(at('turning-back', `?entry=${uuid}&find=Williams`), async page => {
      await page.locator('.item.is-marked', { hasText: 'Williams added.' }).waitFor()
      await page.waitForFunction(() => (CSS.highlights.get('found')?.size ?? 0) > 0)
    })
  })
})

interface Match {
  readonly turn?: number
  readonly agent?: string
  readonly index: number
}

/** The uuid of the entry that says something, from the API itself. */
async function findEntry(session: 'turning-back' | 'helping', text: string): Promise<string> {
  const { web } = pages.browser()
  const path = at(session).replace('/session/', '/sessions/')
  const matches: Match[] = []
  // An answer takes no longer than a moment, and says where to go on.
  let from: { readonly from?: string } | undefined = {}
  while (from) {
    const slice: { matches: Match[]; next?: string } = await web.json(`${path}/find`, { text, ...from })
    matches.push(...slice.matches)
    from = slice.next === undefined ? undefined : { from: slice.next }
  }
  const { turn, agent, index } = matches.at(-1) ?? { index: -1 }
  const place = agent === undefined ? { turn, index } : { agent, index }
  const { row } = await web.json<{ row: { uuid: string } }>(`${path}/row`, place)
  return row.uuid
}
