import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightWords } from './highlight-words.ts'

function checkMarks(line: string, words: readonly string[], expected: string): void {
  expect(highlightWords(line, words, text => `<${text}>`)).toBe(expected)
}

test('marks words whatever their case, and what overlaps once', () => {
  checkMarks('Water the beans', ['beans', 'water'], '<Water> the <beans>')
  checkMarks('beanstalk', ['beans', 'stalk', 'anst'], '<beanstalk>')
  checkMarks('a.b', ['.'], 'a<.>b')
  checkMarks('peas', ['beans', ''], 'peas')
})

test('changes nothing but the marks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ unit: 'binary' })), (line, words) => {
      expect(highlightWords(line, words, text => text)).toBe(line)
    }),
  )
})
