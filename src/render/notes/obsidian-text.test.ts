import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findActive } from '../../../test/note-structure.ts'
import { propertyLines } from './front-matter.ts'
import { noteText, propertyText, tagText, wikiLink } from './obsidian-text.ts'

describe('text of a transcript', () => {
  test.each([
    ['[[link]] and ![[embed]]', '\\[\\[link\\]\\] and !\\[\\[embed\\]\\]'],
    ['%% comment %%', '%\\% comment %\\%'],
    ['#tag and issue #12, a#b', '\\#tag and issue \\#12, a#b'],
    ['<% tp.run() %>', '&lt;% tp.run() %>'],
    ['key:: value', 'key:\\: value'],
    ['$x$ costs $5', '\\$x\\$ costs \\$5'],
    ['==high==', '=\\=high=\\='],
    ['obsidian://open?vault=x', 'obsidian:&#47;/open?vault=x'],
    ['see https://a.b/c#d and x', 'see https://a.b/c#d and x'],
    ['a <b> & <3', 'a &lt;b> & &lt;3'],
    ['done ^block', 'done \\^block'],
    ['> [!danger] x', '\\> \\[!danger\\] x'],
    ['```dataviewjs', '\\`\\`\\`dataviewjs'],
  ])('means nothing but its words: %j', (text, written) => {
    expect(noteText(text)).toBe(written)
  })

  test('never makes anything that Obsidian acts on', () => {
    const sign = fc.constantFrom(
      '%',
      '[',
      ']',
      '!',
      '#',
      '<',
      '>',
      '`',
      ':',
      '$',
      '=',
      '^',
      '\\',
      '|',
      ' ',
      'a',
      '/',
      '~',
      '\n',
      '-',
      '&',
      '*',
    )
    fc.assert(
      fc.property(
        fc.array(fc.oneof(sign, fc.constantFrom('https://', 'x://', '[[', '%%', '```')), { maxLength: 14 }),
        pieces => {
          expect(findActive(`- ${noteText(pieces.join(''))} (\`s:1\`)`)).toEqual([])
        },
      ),
      { numRuns: 3000 },
    )
  })

  test('stays inside the link whose words it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), words => {
        expect(wikiLink('2026-03-01 1a2b3c4d', `${words}]]|[[x`)).toMatch(/^\[\[2026-03-01 1a2b3c4d\|[^[\]|\n\\]+\]\]$/)
      }),
    )
  })

  test.each([
    ['Fix #12: costs $5 at 80% of C#', 'Fix #12: costs ＄5 at 80% of C#'],
    ['#todo and %%hidden%% a:: b', 'todo and ٪٪hidden٪٪ a: : b'],
    ['a^b|c[d]', 'a^b/c(d)'],
  ])('reads in a link as it was, where that means nothing: %j', (words, shown) => {
    expect(wikiLink('note', words)).toBe(`[[note|${shown}]]`)
  })

  test('is one property, whatever it holds, and no link', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), text => {
        const [line, ...more] = propertyLines('title', propertyText(`[[${text}`))
        expect(more).toEqual([])
        expect(line).not.toMatch(/[\n\r\u2028]|\[\[|%%/)
        expect(JSON.parse(line?.slice('title: '.length) ?? '')).toBe(propertyText(`[[${text}`))
      }),
    )
  })

  test.each([
    ['python', 'python'],
    ['#two words!', 'two-words'],
    ['2026', undefined],
    ['größe', 'größe'],
    ['a\n---\nb', 'a-b'],
    ['---', undefined],
    ['हिन्दी', 'हिन्दी'],
    ['a/b//c-/d/', 'a/b/c/d'],
  ])('is a tag of letters, or none: %j', (text, tag) => {
    expect(tagText(text)).toBe(tag)
  })
})
