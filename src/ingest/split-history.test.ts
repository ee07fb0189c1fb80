import { expect, test } from 'vitest'
import { belongsTo, joinLines, lackingLines, splitHistory, splitKeptHistory } from './split-history.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text)
const textsOf = (lines: readonly { readonly bytes: Uint8Array }[]): readonly string[] =>
  lines.map(({ bytes }) => Buffer.from(bytes).toString())

test('every byte is in one line; a last one without its end is left for later, but not of what is kept', () => {
  const text = '{"sessionId":"a"}{"sessionId":"b"}\n\nnot json\n{"sessionId":"c"}'
  const { lines, wholeBytes } = splitHistory(bytesOf(text))
  expect(joinLines(lines).toString()).toBe(text.slice(0, wholeBytes))
  expect(text.slice(wholeBytes)).toBe('{"sessionId":"c"}')
  const kept = splitKeptHistory(bytesOf(text))
  expect(joinLines(kept).toString()).toBe(text)
  expect(kept.flatMap(({ sessionId }) => sessionId ?? [])).toEqual(['a', 'b', 'c'])
})
test('names of pastes that would lead elsewhere are none', () => {
  const pastedContents = { 1: { contentHash: '../x' }, 2: { contentHash: 'aa11' }, 3: { content: 'short' }, 4: null }
  const [line] = splitKeptHistory(bytesOf(JSON.stringify({ pastedContents })))
  expect(line?.pastes).toEqual(['aa11'])
})
test('a line that is cut belongs to the session it names, one that is whole only to its own', () => {
  const [cut, whole] = splitKeptHistory(
    bytesOf('{"sessionId":"one","display":"x\n{"sessionId":"two","display":"one"}\n'),
  )
  expect([cut, whole].map(line => line && belongsTo(line, 'one'))).toEqual([true, false])
})
test('lines are lacking as often as they are missing', () => {
  const split = (text: string) => splitKeptHistory(bytesOf(text))
  expect(textsOf(lackingLines(split('a\nb\na\na\n'), split('a\nc\na\n')))).toEqual(['b\n', 'a\n'])
})
