import { expect, test } from 'vitest'
import { renderOutline } from './markdown-outline.ts'

const HOSTILE = '<img src=x onerror=alert(1)> [a](javascript:b) `c` \x1b[31m\n# d'

test('every text of an outline is words and nothing else', () => {
  const written = renderOutline({
    title: HOSTILE,
    facts: [HOSTILE],
    parts: [
      {
        level: 1,
        heading: HOSTILE,
        cite: 'a`b',
        facts: [HOSTILE],
        items: [{ cite: '1a2b3c4d:1', label: HOSTILE, text: HOSTILE, detail: HOSTILE, mark: 'open' }],
      },
    ],
  })
  expect(written).not.toMatch(/(?<!\\)<img|(?<!\\)\[a\]\(|\x1b|^# d/m)
  expect(written.match(/^#+ /gm)).toEqual(['## ', '### '])
  expect(written.split('\n').filter(line => line.startsWith('- '))).toHaveLength(1)
  expect(written).toMatch(/`1a2b3c4d:1`$/m)
})

test('parts without lines are headings alone', () => {
  expect(renderOutline({ title: 'A', facts: [], parts: [{ level: 2, heading: 'B', facts: [], items: [] }] })).toBe(
    '## A\n\n#### B\n',
  )
})
