import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, NewLine } from './why-change.ts'
import { compareMatches, lineInFile, matchLine } from './why-match.ts'

/** Lines with `+` were added, the others stood there. */
function change(...lines: readonly string[]): Change {
  const read = (line: string): NewLine => ({ text: line.replace(/^\+/, ''), isAdded: line.startsWith('+') })
  return { hunks: [{ lines: lines.map(read), isCut: false }], isExact: true, after: undefined }
}

/** Which of these changes, newest first, wrote a line; -1 where none did. */
function findWriter(lines: readonly string[], line: number, changes: readonly Change[]): number {
  const place = lineInFile(lines, line)
  if (!place) return -1
  let best: { readonly at: number; readonly match: NonNullable<ReturnType<typeof matchLine>> } | undefined
  changes.forEach((item, at) => {
    const match = matchLine(place, item)
    if (match && (!best || compareMatches(match, best.match, place.isUnique) > 0)) best = { at, match }
  })
  return best?.at ?? -1
}

test('the newest edit that added a line wrote it', () => {
  expect(findWriter(['a', 'b'], 2, [change('a', '+b'), change('+a', '+b')])).toBe(0)
  expect(findWriter(['a', 'b'], 1, [change('a', '+b'), change('+a', '+b')])).toBe(1)
  expect(findWriter(['a', 'c'], 2, [change('a', '+b')])).toBe(-1)
})

test('neighbours tell which of many equal lines is meant', () => {
  const file = ['f {', '  one', '}', 'g {', '  two', '}']
  const changes = [change('+g {', '+  two', '+}'), change('+f {', '+  one', '+}')]
  expect([3, 6].map(line => findWriter(file, line, changes))).toEqual([1, 0])
})

test('a line that stands once keeps its writer when its neighbours change', () => {
  expect(findWriter(['x', 'b', 'y'], 2, [change('+x', 'b', '+y'), change('+a', '+b', '+c')])).toBe(1)
})

test('tabs and line ends are as the client records them', () => {
  expect(findWriter(['\t\tb\r'], 1, [change('+    b')])).toBe(0)
})

test('a line added is worth more than one in a file written whole, and that more than a part', () => {
  const line = lineInFile(['return total'], 1)
  const whole = { ...change('+return total'), isExact: false }
  const part = { ...change('+total'), hunks: [{ lines: [{ text: 'total', isAdded: true }], isCut: true }] }
  expect([change('+return total'), whole, part].map(item => line && matchLine(line, item)?.certainty)).toEqual([
    3, 2, 1,
  ])
})

test('each line of a file leads to the edit that inserted it', () => {
  const edits = fc.array(fc.record({ place: fc.nat(30), count: fc.integer({ min: 1, max: 4 }) }), { maxLength: 12 })
  fc.assert(
    fc.property(edits, inserted => {
      let file: string[] = []
      const writers = new Map<string, number>()
      const changes: Change[] = []
      inserted.forEach(({ place, count }, edit) => {
        const at = Math.min(place, file.length)
        const lines = Array.from({ length: count }, (_, index) => `line ${edit} ${index}`)
        for (const line of lines) writers.set(line, edit)
        const around = [file.slice(Math.max(0, at - 3), at), file.slice(at, at + 3)]
        changes.unshift(change(...(around[0] ?? []), ...lines.map(line => `+${line}`), ...(around[1] ?? [])))
        file = [...file.slice(0, at), ...lines, ...file.slice(at)]
      })
      file.forEach((text, index) => {
        expect(changes.length - 1 - findWriter(file, index + 1, changes)).toBe(writers.get(text))
      })
    }),
  )
})
