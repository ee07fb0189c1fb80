import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineWidth, printLine } from './line.ts'
import { markdownLines } from './markdown.ts'
import { plainStyle } from './style.ts'

test('lays out headings, emphasis, code and links', () => {
  checkMarkdown('# Title\nA **bold** `word`, [here](https://a.example).', [
    'Title',
    '',
    'A bold `word`, here (https://a.example).',
  ])
})

test('keeps the numbers and the nesting of a list', () => {
  checkMarkdown('3. three\n   - deep\n4. four', ['3. three', '   - deep', '4. four'])
})

test('sets code in and names its language', () => {
  checkMarkdown('```sh\nls   -l\n```', ['    sh', '    ls   -l'])
})

test('aligns a table that fits', () => {
  checkMarkdown('|a|n|\n|-|-:|\n|x|10|\n|yy|2|', ['a    n', '──  ──', 'x   10', 'yy   2'])
})

test('draws a table that does not fit row by row, so that no cell is cut', () => {
  checkMarkdown(
    '|name|about|\n|-|-|\n|pear|a fruit that keeps over the winter|',
    ['name: pear', '  about: a fruit that keeps', '  over the winter'],
    28,
  )
})

test('decodes entities in words and not in code', () => {
  checkMarkdown('a &lt;b&gt; &amp; `&lt;` &#65; &nope;', ['a <b> & `&lt;` A &nope;'])
})

test('keeps the marks of what was struck out, and the titles of images', () => {
  checkMarkdown('~~gone~~ ![pear](p.png "ripe")', ['~~gone~~ [image: pear] (p.png "ripe")'])
})

test('shows raw HTML as text', () => {
  checkMarkdown('<script>x</script>', ['<script>x</script>'])
})

test('shows as it is what would take too long to lay out', () => {
  for (const unit of ['> ', '_a', '1. ', '> a\nb\n', '[']) {
    const text = unit.repeat(40_000 / unit.length)
    const shown = [...markdownLines(text, 40)].map(line => printLine(line, plainStyle)).join('')
    expect(shown.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  }
})

test('keeps every word of any text within the width', () => {
  const pieces = fc.constantFrom(
    '# ',
    '- ',
    '> ',
    '**',
    '`',
    '|',
    '\n',
    '\n\n',
    'pear ',
    '梅',
    '1. ',
    '[a](b)',
    '```',
    '    ',
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), parts => {
      const lines = [...markdownLines(parts.join(''), 40)]
      for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(40)
      const shown = lines.map(line => printLine(line, plainStyle)).join('')
      expect(shown.split('梅').length - 1).toBe(parts.filter(part => part === '梅').length)
    }),
  )
})

function checkMarkdown(text: string, expected: readonly string[], width = 60): void {
  expect([...markdownLines(text, width)].map(line => printLine(line, plainStyle))).toEqual(expected)
}
