import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../../query/search/parse-query.ts'
import { placePieces, splitQuery, stripPasted } from '../../../../query/search/split-query.ts'
import { addFilter, listChips, negateChip, removeChip } from './query-chips.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')

function chipAt(text: string, at = 0) {
  const chip = listChips(text, NOW)[at]
  if (!chip) throw new Error(`no chip in ${text}`)
  return chip
}

describe('chips of a query', () => {
  test('are the filters it holds, where they stand', () => {
    const text = 'tide -project:api cmd:"git push" role:boss'
    expect(
      listChips(text, NOW).map(({ filter, start, end }) => [filter.name, filter.isNot, text.slice(start, end)]),
    ).toEqual([
      ['project', true, '-project:api'],
      ['cmd', false, 'cmd:"git push"'],
    ])
  })
  test.each([
    ['tide project:api units', 'tide units'],
    ['project:api', ''],
    ['-cmd:"git push" tide', 'tide'],
  ])('are taken out of %s', (text, left) => expect(removeChip(text, chipAt(text))).toBe(left))
  test.each([
    ['tide project:api units', 'tide -project:api units'],
    ['-cmd:"git push"', 'cmd:"git push"'],
  ])('are turned round in %s', (text, turned) => expect(negateChip(text, chipAt(text))).toBe(turned))
  test.each([
    ['', 'api', 'project:api'],
    ['tide ', 'my project', 'tide project:"my project"'],
    ['project:api', 'API', 'project:api'],
    ['-project:api', 'api', '-project:api project:api'],
    ['tide', ' ', 'tide'],
  ])('are added behind %j', (text, value, both) => expect(addFilter(text, 'project', value, NOW)).toBe(both))

  const texts = fc.array(
    fc.constantFrom('project:a', '-is:error', 'cmd:"x y"', '"a b"', 'Ünits', '-word', 'on:', '„q“', ' ', '\t', '"'),
  )
  test('are exactly the filters that a search takes from the text', () =>
    fc.assert(
      fc.property(texts, parts => {
        const text = parts.join(' ')
        expect(listChips(text, NOW).map(({ filter }) => filter)).toEqual(parseQuery(text, { now: NOW }).filters)
      }),
    ))
  test('turned round twice, or added and taken away, leave the text as it was', () =>
    fc.assert(
      fc.property(texts, parts => {
        const text = stripPasted(parts.join(' ').trim())
        for (const chip of listChips(text, NOW)) {
          const turned = negateChip(text, chip)
          const again = listChips(turned, NOW).find(({ start }) => start === chip.start)
          expect(again?.filter.isNot).toBe(!chip.filter.isNot)
          expect(again && negateChip(turned, again)).toBe(text)
        }
      }),
    ))
  test('stand where the pieces of the text stand', () =>
    fc.assert(
      fc.property(texts, parts => {
        const text = parts.join(' ')
        const placed = placePieces(text)
        expect(placed.map(({ piece }) => piece)).toEqual(splitQuery(text))
        for (const { piece, start, end } of placed) expect(splitQuery(text.slice(start, end))).toEqual([piece])
      }),
    ))
})
