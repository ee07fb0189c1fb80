import { expect, test } from 'vitest'
import { codePart } from './part.ts'
import { omit, restParts } from './rest.ts'
import { Shown } from './shown.ts'

test('knows a text again whatever its white space and colours', () => {
  expect(shownOf('pears and plums\n  on the list').has('\x1b[32mpears and\nplums\x1b[0m on the list')).toBe(true)
  expect(shownOf('pears and plums on the list').has('pears and apples on the list')).toBe(false)
})

test('takes a short text for shown only where it stands alone', () => {
  expect(shownOf('a text of pears').has('text')).toBe(false)
  expect(shownOf('a text of pears', 'text').has('text')).toBe(true)
})

test('knows a file by its numbered lines and by either side of a diff', () => {
  const shown = new Shown()
  shown.addParts([
    codePart('first line of it\nsecond line of it', { firstLine: 7 }),
    { kind: 'diff', path: '', hunks: [{ oldStart: 1, newStart: 1, lines: [' kept line', '-old line', '+new line'] }] },
  ])
  expect(shown.has('     7→first line of it\n     8→second line of it')).toBe(true)
  expect(shown.holds('kept line\nold line')).toBe(true)
  expect(shown.holds('kept line\nnew line')).toBe(true)
})

test('gives the lines of a text that stand nowhere yet', () => {
  const shown = shownOf('one long line of words\nanother long line of words')
  expect(shown.missingLines('one long line of words\nanother long line of words\nagentId: a1')).toBe('agentId: a1')
  expect(shown.missingLines('Todos have been modified')).toBe('Todos have been modified')
})

test('leaves nothing of an object out but what is shown', () => {
  const value = { path: '/home/ada/orchard/list.ts', count: 3, isOpen: false, list: [{ note: 'ripe' }], none: null }
  expect(restParts(value, shownOf('/home/ada/orchard/list.ts'))).toEqual([
    {
      kind: 'fields',
      fields: [
        ['count', '3'],
        ['list', '[{"note":"ripe"}]'],
        ['false', 'isOpen'],
      ],
    },
  ])
  expect(omit({ a: 1, b: 2 }, ['a'])).toEqual({ b: 2 })
})

function shownOf(...texts: readonly string[]): Shown {
  const shown = new Shown()
  for (const text of texts) shown.add(text)
  return shown
}
