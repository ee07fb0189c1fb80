import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Html, html, joinHtml, markupOf } from './safe-html.ts'

test('escapes what would be markup, in texts and in attributes', () => {
  check(
    html`<b title="${'"><script>'}">${'<i>&amp;\'"'}</b>`,
    '<b title="&quot;&gt;&lt;script&gt;">&lt;i&gt;&amp;amp;&#39;&quot;</b>',
  )
})

test('takes other templates as they are, one or many', () => {
  check(html`<ul>${['a', '<'].map(text => html`<li>${text}</li>`)}</ul>`, '<ul><li>a</li><li>&lt;</li></ul>')
  check(joinHtml([html`<br>`, html`<hr>`]), '<br><hr>')
})

test('writes nothing for what is absent, and numbers as they are', () => {
  check(html`<p>${undefined}${false}${null}${''}${0}</p>`, '<p>0</p>')
})

test('makes control characters and bidi overrides visible', () => {
  check(html`${'a\x00b\u202ec\x1b[31md'}`, 'a␀b&lt;U+202E&gt;cd')
})

test('repairs half a character', () => {
  check(html`${'\ud83d!'}`, '\ufffd!')
})

test('is not fooled by an object that looks like a template', () => {
  const fake = { markup: '<script>', toString: () => '<script>' } as unknown as Html
  check(html`${fake}`, '')
  check(html`${JSON.parse('{"markup":"<b>"}')}`, '')
})

test('refuses values where escaping would not hold them', () => {
  const value = 'x'
  expect(() => html`<a href=${value}>`).toThrow('may not stand here')
  expect(() => html`<${value}>`).toThrow('may not stand here')
  expect(() => html`</${value}>`).toThrow('may not stand here')
  expect(() => html`<a ${value}>`).toThrow('between attributes')
  expect(() => html`<a title="${html`<b>`}">`).toThrow('inside an attribute')
})

test('lets attributes made by a template stand between others', () => {
  check(html`<details class="a"${html` open`}></details>`, '<details class="a" open></details>')
})

test('any text can be read back', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), text => {
      const markup = markupOf(html`<p title="${text}">${text}</p>`)
      expect(markup.slice(3, -4)).not.toMatch(/<(?!U)/)
      expect(markup.match(/"/g)).toHaveLength(2)
    }),
  )
})

function check(value: Html, expected: string): void {
  expect(markupOf(value)).toBe(expected)
}
