import { applyPatch, parsePatch } from 'diff'
import { describe, expect, test } from 'vitest'
import { diffBlock } from '../src/render/markdown/diff.ts'
import { codeSpan, fence, plain, tableCell } from '../src/render/markdown/plain.ts'
import { safeMarkdown } from '../src/render/markdown/safe-markdown.ts'
import { createTimeText } from '../src/render/markdown/time-text.ts'

function checkProse(text: string, expected: string): void {
  expect(safeMarkdown(text, { below: 2 })).toBe(expected)
}

describe('prose of a model', () => {
  test('keeps emphasis, code, links, lists, tables and quotes', () => {
    const text =
      'One **bold** `a|b` [x](https://example.org/y_z).\n\n1. one\n2. two\n   - in\n\n| a |\n| --- |\n| `b\\|c` |\n\n> said'
    checkProse(text, text)
  })
  test('moves headings below ours, the highest just below', () =>
    checkProse('## Top\n\n#### Deep\n\nSet\n===', '#### Top\n\n###### Deep\n\n### Set'))
  test('closes a fence that was left open', () => checkProse('```ts\nlet a\n', '```ts\nlet a\n```'))
  test('fences code that holds fences', () => checkProse('````\n```\nx\n```\n````', '````\n```\nx\n```\n````'))
  test('drops what is no language', () => checkProse('```<b>" x\na\n```', '```\na\n```'))
  test('shows tags as words', () =>
    checkProse('<script>alert(1)</script> and Map<string, T>', '\\<script>alert(1)\\</script> and Map\\<string, T>'))
  test('shows tags behind an address as words', () =>
    checkProse('http://example.org/<script>', 'http://example.org/&#60;script>'))
  test('leaves code alone', () => checkProse('`<b>` and\n\n    <i>', '`<b>` and\n\n```\n<i>\n```'))
  test('reads the Markdown inside of tags', () => checkProse('<div>\n**a**\n</div>', '\\<div>\n**a**\n\n\\</div>'))
  test('shows the address of a link that acts', () =>
    checkProse(
      '[go](javascript:alert(1)) ![i](data:image/png;base64,AA)',
      'go (`javascript:alert(1)`) image: i (`data:image/png;base64,AA`)',
    ))
  test('finds a scheme that is written in entities', () =>
    checkProse('[go](javascript&colon;alert(1))', 'go (`javascript&colon;alert(1)`)'))
  test('loads no image', () =>
    checkProse('![a b](https://example.org/a.png)', '[image: a b](https://example.org/a.png)'))
  test('puts references where they are used', () =>
    checkProse('[a][1]\n\n[1]: https://example.org', '[a](https://example.org)\n\n\\[1]: https://example.org'))
  test('keeps words words that would begin something', () => checkProse('a\n    # b\n    - c', 'a\n\\# b\n\\- c'))
  test('shows control characters', () => checkProse('a\u202eb\x07', 'a\\<U+202E>b␇'))
  test('gives a text too long to be read as it is', () => {
    const long = 'word '.repeat(60_000)
    checkProse(long, `\`\`\`\n${long.trim()}\n\`\`\``)
  })
  test('gives a text nested too deeply as it is', () => {
    expect(safeMarkdown(`${'> '.repeat(4_900)}a`, { below: 2 })).toMatch(/^(?:```|> )/)
  })
})

describe('prose of a person', () => {
  const write = (text: string) => safeMarkdown(text, { below: 2, keepsBreaks: true })
  test('keeps its line breaks', () => expect(write('a\nb')).toBe('a\\\nb'))
  test('keeps the shape of what was pasted', () =>
    expect(write('1\n2\n3\n4\n5\n  6\n7')).toBe('```\n1\n2\n3\n4\n5\n  6\n7\n```'))
})

describe('words', () => {
  test('mean nothing', () =>
    expect(plain('*a* [b](c) <d> `e` &amp; f_g _h_')).toBe('\\*a\\* \\[b\\](c) \\<d> \\`e\\` \\&amp; f_g \\_h\\_'))
  test('are one line', () => expect(plain(' a\n# b ')).toBe('a # b'))
  test('do not begin a list', () =>
    expect([plain('- a'), plain('12. b'), plain('# c')]).toEqual(['\\- a', '12\\. b', '\\# c']))
  test('as code hold any backticks', () =>
    expect([codeSpan('a'), codeSpan('`'), codeSpan('a``b`')]).toEqual(['`a`', '`` ` ``', '``` a``b` ```']))
  test('between fences hold any fences', () => expect(fence('````')).toBe('`````\n````\n`````'))
  test('in a cell hold bars', () => expect(tableCell('a|b\\|c\\\\|d')).toBe('a\\|b\\|c\\\\\\|d'))
})

describe('a diff', () => {
  const before = ['a', 'b', '', 'd', 'e', '']
  const after = ['a', 'B', '', 'd', 'd2', 'e', '']
  const hunks = [
    { oldStart: 1, newStart: 1, lines: [' a', '-b', '+B', ' '] },
    { oldStart: 4, newStart: 4, lines: [' d', '+d2', ' e'] },
  ]
  const inside = (block: string): string => block.split('\n').slice(1, -1).join('\n')

  test('can be applied', () => {
    const patch = inside(diffBlock({ kind: 'diff', path: 'x.txt', hunks }))
    expect(applyPatch(before.join('\n'), `${patch}\n`)).toBe(after.join('\n'))
  })
  test('of a new file begins at line 0 of nothing', () => {
    const patch = inside(diffBlock({ kind: 'diff', path: 'x', hunks: [{ oldStart: 1, newStart: 1, lines: ['+a'] }] }))
    expect(patch).toContain('@@ -0,0 +1,1 @@')
    expect(parsePatch(patch)).toHaveLength(1)
  })
  test('without a known place says so', () => {
    const lines = ['-a', '+b', '+c']
    expect(
      diffBlock({ kind: 'diff', path: 'x', hunks: [{ oldStart: undefined, newStart: undefined, lines }] }),
    ).toContain('@@ -?,1 +?,2 @@')
  })
  test('keeps its lines whatever they hold', () => {
    const lines = ['-a\nb', '+```', '+<b>\r']
    expect(diffBlock({ kind: 'diff', path: 'x\n+++ y', hunks: [{ oldStart: 3, newStart: 3, lines }] })).toBe(
      '````diff\n--- x␊+++ y\n+++ x␊+++ y\n@@ -3,1 +3,2 @@\n-a␊b\n+```\n+<b>\n````',
    )
  })
})

describe('times', () => {
  const at = Date.UTC(2026, 10, 16, 23, 30)
  test('stand in UTC', () => expect(createTimeText(0).moment(at)).toBe('2026-11-16 23:30 UTC'))
  test('stand in the zone given', () => expect(createTimeText(330).moment(at)).toBe('2026-11-17 05:00 +05:30'))
  test('name a day once', () =>
    expect(createTimeText(-60).span(at, at + 600_000)).toBe('2026-11-16 22:30 – 22:40 -01:00'))
  test('may be missing', () => expect(createTimeText(0).span(undefined, undefined)).toBe(''))
})
