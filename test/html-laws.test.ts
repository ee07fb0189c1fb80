import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowDrawer } from '../src/render/html/draw-row.ts'
import { plainRow } from '../src/render/html/plain-row.ts'
import { markupOf } from '../src/render/html/safe-html.ts'
import type { Row } from '../src/render/view/row.ts'
import { ALL_SAMPLE_ROWS } from './html-samples.ts'
import { readHtml } from './html-tokenizer.ts'

/** Words of ours, not of a transcript: the type checker holds them. */
const OWN_WORDS = new Set(
  'kind status tone mark edge scope of source outcome purpose storedAs state stream minLevel level'.split(' '),
)

const INJECTIONS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '--><svg onload=alert(1)>',
  '</pre></details></article><iframe srcdoc="x">',
  ']]><!--',
  '[a](javascript:alert(1))',
  '[a](JaVa\tScRiPt:alert(1))',
  '![a](data:text/html;base64,PHNjcmlwdD4=)',
  '<javascript:alert(1)>',
  '[a]: javascript:alert(1)\n\n[a]',
  '[x](//evil.example)',
  'https://example.com/"onclick="alert(1)',
  '```"><script>\nx\n```',
  '```js onload=x\nalert(1)\n```',
  '| a | <b> |\n|---|---|\n| <i> | `</td>` |',
  '- [x] <input autofocus onfocus=alert(1)>',
  '# <h1 style=x>',
  '\x1b[31m<b>\x1b[0m\x1b]8;;javascript:1\x07x',
  '\u202ereversed\u2066',
  '&lt;script&gt;&#60;b&#62;&#x22;',
  '\ud800<\udc00>',
  'constructor',
  '__proto__',
  'image/svg+xml',
  'text/html',
  'style="position:fixed"',
  '{"a": "</script>"}',
]

const anyText = fc.oneof(
  fc.constantFrom(...INJECTIONS),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 }).map(codes => String.fromCharCode(...codes)),
  fc
    .array(fc.constantFrom(...INJECTIONS, '\n', '\n\n', '> ', '**', '`', ' ', '|'), { maxLength: 6 })
    .map(list => list.join('')),
  fc.array(fc.constantFrom(...'<>"\'&=`[]()!*_#-:/\\ \n\tax1'), { maxLength: 40 }).map(list => list.join('')),
)
const anyNumber = fc.oneof(fc.double(), fc.integer(), fc.constantFrom(0, -1, Number.NaN, Number.POSITIVE_INFINITY))

test('whatever a transcript holds, only our own tags and attributes come out', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ALL_SAMPLE_ROWS),
      fc.infiniteStream(anyText),
      fc.infiniteStream(anyNumber),
      (row, texts, numbers) => {
        const hostile = replaceLeaves(row, {
          text: () => texts.next().value,
          number: () => numbers.next().value,
        }) as Row
        const drawer = createRowDrawer({ open: 'level', bodies: 'inline', mediaRef: part => part.base64 })
        const plain = plainRow(hostile)
        const drawn = [drawer.drawRow(hostile, { isOpen: true, previous: undefined }), drawer.drawRow(hostile), plain]
        for (const html of drawn) if (html) expect(readHtml(markupOf(html)).problems).toEqual([])
      },
    ),
    { numRuns: 600 },
  )
})

test('every injection in every field of every row stays text', () => {
  const drawer = createRowDrawer({ open: 'level', bodies: 'inline', mediaRef: part => part.base64 })
  for (const injection of INJECTIONS) {
    for (const row of ALL_SAMPLE_ROWS) {
      const hostile = replaceLeaves(row, { text: () => injection, number: () => 7 }) as Row
      const { problems, links } = readHtml(markupOf(drawer.drawRow(hostile, { isOpen: true })))
      expect(problems, `${injection} in ${row.kind}`).toEqual([])
      expect(links.filter(link => /script:|data:|evil/i.test(link))).toEqual([])
    }
  }
})

test('the tokenizer of these tests sees what it must', () => {
  for (const bad of [
    '<script>x</script>',
    '<p onclick="x">a</p>',
    '<p style="x">a</p>',
    '<a href="javascript:x">a</a>',
    '<a href="https://example.com">a</a>',
    '<a href="//evil.example" rel="noreferrer noopener" target="_blank">a</a>',
    '<p class=a>a</p>',
    '<p>a',
    '<b></p>',
    'a > b',
    '&nbsp;',
    '\u202e',
    '<figure data-media="a b"></figure>',
  ])
    expect(readHtml(bad).problems, bad).not.toEqual([])
  expect(readHtml('<p class="a"><a href="#b">c &amp; d</a></p>')).toMatchObject({ problems: [], links: ['#b'] })
})

interface Leaves {
  text(): string
  number(): number
}

function replaceLeaves(value: unknown, leaves: Leaves): unknown {
  if (typeof value === 'string') return leaves.text()
  if (typeof value === 'number') return leaves.number()
  if (Array.isArray(value)) return value.map(item => replaceLeaves(item, leaves))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      OWN_WORDS.has(name) && typeof item === 'string' ? item : replaceLeaves(item, leaves),
    ]),
  )
}
