import { expect, test } from 'vitest'
import { markdownHtml } from './markdown.ts'
import { markupOf } from './safe-html.ts'

test('puts headings below those of the page and leaves no level out', () => {
  check('# a\n\n### b\n\n# c', '<h3>a</h3><h4>b</h4><h3>c</h3>')
  check('### a\n\n# b', '<h3>a</h3><h3>b</h3>')
})

test('numbers lists as they were written', () => {
  check('3. a\n4. b', '<ol><li value="3">a</li><li value="4">b</li></ol>')
})

test('says whether a task is done', () => {
  check(
    '- [x] a\n- [ ] b',
    '<ul><li class="task"><span class="mark mark-done"><span class="sr">done </span></span>a</li>' +
      '<li class="task"><span class="mark mark-open"><span class="sr">open </span></span>b</li></ul>',
  )
})

test('draws tables with their alignment', () => {
  check(
    '| a | b |\n|---|--:|\n| `x` | 1 |',
    '<div class="scroll" tabindex="0"><table><thead><tr><th class="left">a</th><th class="right">b</th></tr></thead>' +
      '<tbody><tr><td class="left"><code>x</code></td><td class="right">1</td></tr></tbody></table></div>',
  )
})

test('names the language of code only where the name is plain', () => {
  check('```TS\na < b\n```', '<pre class="code" tabindex="0"><code data-lang="ts">a &lt; b</code></pre>', 'TS')
  check('```"onload=\na\n```', '<pre class="code" tabindex="0"><code>a</code></pre>', '&quot;onload=')
})

test('shows HTML as the text it is', () => {
  check('<script>alert(1)</script>', '<p class="as-written">&lt;script&gt;alert(1)&lt;/script&gt;</p>')
  check('a <b onclick="x">b</b>', '<p>a &lt;b onclick=&quot;x&quot;&gt;b&lt;/b&gt;</p>')
})

test('follows safe links only, and shows the address of others', () => {
  check(
    '[a](https://example.com/?a=1&amp;b=2)',
    '<p><a href="https://example.com/?a=1&amp;b=2" rel="noreferrer noopener" target="_blank">a</a></p>',
  )
  check('[a](javascript:alert)', '<p>a <span class="address">(javascript:alert)</span></p>')
  check('[a](&#106;avascript&colon;alert)', '<p>a <span class="address">(javascript:alert)</span></p>')
})

test('never loads an image', () => {
  check(
    '![a pear](https://example.com/pear.png "ripe")',
    '<p><span class="image-link">[<a href="https://example.com/pear.png" rel="noreferrer noopener" target="_blank">image: a pear</a> <span class="quiet">(ripe)</span>]</span></p>',
  )
  check(
    '![](data:image/png;base64,AA)',
    '<p><span class="image-link">[image: no description <span class="address">(data:image/png;base64,AA)</span>]</span></p>',
  )
})

test('decodes entities once and escapes what they stand for', () => {
  check('&lt;b&gt; &amp;lt; &#60;', '<p>&lt;b&gt; &amp;lt; &lt;</p>')
})

test('stops nesting at some depth and keeps the words', () => {
  const deep = `${'> '.repeat(60)}the bottom`
  expect(markupOf(markdownHtml(deep))).toContain('the bottom')
  expect(markupOf(markdownHtml(deep)).split('<blockquote>').length).toBeLessThan(20)
})

test('shows a text that would take too long as plain words', () => {
  for (const unit of ['[', '>', '*', '- ', '`', '<', 'a_'])
    expect(markupOf(markdownHtml(unit.repeat(1_000_000 / unit.length)))).toMatch(
      /^<div class="prose plain(?: unbroken)?">/,
    )
  for (const unit of ['>', '1. ', 'a_'])
    expect(markupOf(markdownHtml(unit.repeat(9_990 / unit.length)))).toMatch(/^<div class="prose plain(?: unbroken)?">/)
})

function check(text: string, expected: string, label = ''): void {
  const before = label === '' ? '' : `<p class="label">${label}</p>`
  expect(markupOf(markdownHtml(text))).toBe(`<div class="prose">${before}${expected}</div>`)
}
