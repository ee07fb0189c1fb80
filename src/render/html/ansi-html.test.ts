import { expect, test } from 'vitest'
import { ansiHtml, nearestName } from './ansi-html.ts'
import { markupOf } from './safe-html.ts'

test('draws the colours of a program as classes', () => {
  check(
    'a \x1b[1;31mred\x1b[0m \x1b[42mgreen\x1b[0m',
    'a <span class="ansi-bold fg-red">red</span> <span class="bg-green">green</span>',
  )
})

test('maps every colour to one of sixteen', () => {
  expect(nearestName('bright-blue')).toBe('bright-blue')
  expect(nearestName(208)).toBe('yellow')
  expect(nearestName(196)).toBe('red')
  expect(nearestName(250)).toBe('white')
  expect(nearestName([30, 40, 220])).toBe('blue')
  expect(nearestName([255, 150, 160])).toBe('bright-red')
  for (let number = 16; number < 256; number++) expect(nearestName(number)).toMatch(/^(?:bright-)?[a-z]+$/)
})

test('lets no other escape sequence and no markup through', () => {
  const markup = markupOf(ansiHtml('\x1b]8;;javascript:1\x07<b>\x1b]8;;\x07\x1b[2J\x1b]0;t\x07'))
  expect(markup).not.toMatch(/[\x00-\x08\x0b-\x1f]|<b>/)
})

test('folds long output after its first lines and keeps colours in the rest', () => {
  const text = Array.from({ length: 100 }, (_, at) => `\x1b[32mline ${at}\x1b[0m`).join('\n')
  const markup = markupOf(ansiHtml(text))
  expect(markup).toContain('<summary>60 more lines</summary>')
  expect(markup).toContain('<span class="fg-green">line 99</span>')
})

test('gives up colours where there are too many of them', () => {
  const text = Array.from({ length: 5000 }, (_, at) => `\x1b[3${at % 8}m${at}`).join('')
  expect(markupOf(ansiHtml(text))).not.toContain('<span')
})

function check(text: string, expected: string): void {
  expect(markupOf(ansiHtml(text))).toBe(`<pre class="output">${expected}</pre>`)
}
