import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../src/render/markdown/render-markdown.ts'
import { safeMarkdown } from '../src/render/markdown/safe-markdown.ts'
import type { Row } from '../src/render/view/row.ts'
import { anyRow, anyRowOf, hostileText, ROW_KINDS } from './markdown-any-rows.ts'
import { foreignHtml, structureOf, unsafeLinks } from './markdown-structure.ts'

const HIDDEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]|[\ud800-\udbff](?![\udc00-\udfff])/

function write(rows: readonly Row[]): string {
  return [...renderMarkdown(rows)].join('')
}

/** Nothing of the transcript acts, and everything stands where we put it. */
function checkDocument(rows: readonly Row[]): void {
  const markdown = write(rows)
  const structure = structureOf(markdown)
  expect(foreignHtml(structure)).toEqual([])
  expect(unsafeLinks(structure)).toEqual([])
  expect(structure.images).toEqual([])
  expect(markdown).not.toMatch(HIDDEN)
  const opened = structure.html.filter(raw => raw.startsWith('<details>')).length
  expect(structure.html.filter(raw => raw === '</details>').length).toBe(opened)
  const own = rows.filter(row => row.kind === 'turn' || row.kind === 'section').length
  expect(structure.headings.filter(([level]) => level === 2).length).toBe(own)
  expect(structure.headings.filter(([level]) => level === 1).length).toBe(
    rows.filter(row => row.kind === 'session').length,
  )
}

describe('whatever a transcript says', () => {
  test.each(ROW_KINDS)('a row of kind %s is harmless and stays in its place', kind => {
    fc.assert(
      fc.property(anyRowOf(kind), row => checkDocument([row])),
      { numRuns: 150 },
    )
  })

  test('rows in any order are harmless and stay in their places', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), rows => checkDocument(rows)),
      { numRuns: 400 },
    )
  })

  test('the same rows give the same bytes', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), rows => {
        const first = write(rows)
        expect(write(rows)).toBe(first)
      }),
      { numRuns: 100 },
    )
  })

  test('turns are headings with their numbers, in order', () => {
    fc.assert(
      fc.property(fc.array(anyRowOf('turn'), { maxLength: 4 }), rows => {
        const numbers = rows.map(row => row.kind === 'turn' && row.number)
        const found = structureOf(write(rows)).headings.filter(([level]) => level === 2)
        expect(found.map(([, text]) => Number.parseInt(text, 10))).toEqual(numbers)
      }),
    )
  })
})

describe('prose written anew', () => {
  test('reads the same when it is written anew once more', () => {
    fc.assert(
      fc.property(hostileText, text => {
        const once = structureOf(safeMarkdown(text, { below: 2 }))
        const twice = structureOf(safeMarkdown(safeMarkdown(text, { below: 2 }), { below: 2 }))
        expect(twice.headings).toEqual(once.headings)
        expect(twice.links).toEqual(once.links)
      }),
    )
  })
})
