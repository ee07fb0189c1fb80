import { describe, expect, test } from 'vitest'
import { processorMs } from '../../test/processor-time.ts'
import { lexMarkdown } from './lex-markdown.ts'

describe('a text that would take too long is not taken apart', () => {
  test.each([
    ['marks that nothing closes', 'a_'.repeat(50_000)],
    ['two kinds of marks', '*_a'.repeat(3000)],
    ['many short paragraphs of them', `${'(_0'.repeat(150)}\n\n`.repeat(200)],
    ['exclamation marks', '!'.repeat(50_000)],
    ['an address without an end', `${'a.'.repeat(20_000)}@b.c`],
    ['quotes in quotes', '>'.repeat(5000)],
    ['lists in lists', '1. '.repeat(3000)],
    ['lists in lists, line by line', Array.from({ length: 300 }, (_, at) => `${' '.repeat(2 * at)}- a\n`).join('')],
    ['an item of many lines', `- a\n${'b\n'.repeat(20_000)}`],
    ['boxes to tick', '- [ ] a\n'.repeat(10_000)],
    ['lines that underline each other', 'a\n-\n'.repeat(10_000)],
    ['more than anybody writes', 'word '.repeat(30_000)],
  ])('%s', (_name, text) => {
    const start = processorMs()
    expect(lexMarkdown(text)).toBeUndefined()
    // Such texts took seconds to minutes; the limit is wide, as machines differ.
    expect(processorMs() - start).toBeLessThan(2000)
  })
})

describe('what people and models write is', () => {
  test.each([
    ['a thousand short items without an empty line', '- an item of a list\n'.repeat(1000), 'list', 1000],
    ['a thousand numbered items with bold words', numbered(1000), 'list', 1000],
    ['a thousand boxes to tick', '- [x] done with it\n'.repeat(1000), 'list', 1000],
  ])('%s', (_name, text, type, items) => {
    const tokens = lexMarkdown(text)
    expect(tokens?.map(token => token.type)).toEqual([type])
    expect(tokens?.[0]).toMatchObject({ items: { length: items } })
  })
  test('long code without an empty line', () => {
    const code = 'const snake_case_name = other_name * 2\n'.repeat(900)
    expect(lexMarkdown(`Here:\n\n\`\`\`ts\n${code}\`\`\`\n\n**Done.**`)?.map(token => token.type)).toEqual([
      'paragraph',
      'space',
      'code',
      'space',
      'paragraph',
    ])
  })
  test('a table of a thousand rows', () => {
    const rows = '| `a_b` | **yes** |\n'.repeat(1000)
    expect(lexMarkdown(`| name | is it |\n| --- | --- |\n${rows}`)?.[0]).toMatchObject({ rows: { length: 1000 } })
  })
  test('a long answer', () => {
    const paragraph = `${'Some words with **weight**, `code_of_ours` and [a link](https://example.com). '.repeat(6)}\n\n`
    expect(lexMarkdown(paragraph.repeat(150))?.filter(token => token.type === 'paragraph')).toHaveLength(150)
  })
})

test('gives the tokens that the lexer gives, inner ones too', () => {
  expect([...(lexMarkdown('a *b*\r\n\r\n> c') ?? [])]).toMatchObject([
    { type: 'paragraph', tokens: [{ type: 'text' }, { type: 'em', text: 'b' }] },
    { type: 'space' },
    { type: 'blockquote', tokens: [{ type: 'paragraph', tokens: [{ type: 'text', text: 'c' }] }] },
  ])
})

function numbered(count: number): string {
  return Array.from({ length: count }, (_, at) => `${at + 1}. **Step** number ${at + 1} of the way\n`).join('')
}
