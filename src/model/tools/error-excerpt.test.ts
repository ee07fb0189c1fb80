import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptError } from './error-excerpt.ts'

const CHATTER = Array.from({ length: 40 }, (_, at) => `  ✓ bed ${at} was watered in time`).join('\n')

test('a text of up to 1,000 characters is kept whole', () => {
  const text = `Exit code 1\n${'x'.repeat(988)}`
  expect(excerptError(text)).toBe(text)
})

test('of a longer one the head, the lines that tell what went wrong and the last lines are kept', () => {
  const text = `Exit code 1\n${CHATTER}\nFAIL beds/walrus.test.ts\nAssertionError: no beans\n${CHATTER}\nTests 1 failed\nDone in 3 s\n\n`
  const lines = excerptError(text).split('\n')
  expect(lines.slice(0, 2)).toEqual(['Exit code 1', '  ✓ bed 0 was watered in time'])
  expect(lines.slice(-7)).toEqual([
    '…',
    'FAIL beds/walrus.test.ts',
    'AssertionError: no beans',
    '…',
    '✓ bed 39 was watered in time',
    'Tests 1 failed',
    'Done in 3 s',
  ])
})

test('a line that comes again and again is kept once, and a long one is cut', () => {
  const again = 'error: no water\n'.repeat(100)
  const excerpt = excerptError(`${CHATTER}\n${again}fatal ${'y'.repeat(5000)}\n${CHATTER}\nend`)
  expect(excerpt.split('error: no water')).toHaveLength(2)
  expect(excerpt).toContain(`\nfatal ${'y'.repeat(194)}\n`)
})

test('what happens in a text without line breaks is bounded too', () => {
  expect(excerptError('x'.repeat(5_000_000))).toBe(`${'x'.repeat(500)}\n…\n${'x'.repeat(200)}`)
})

test('no text gives more than 1,000 characters, or half a character', () => {
  const line = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constantFrom('error 🦀', '', '🦀'.repeat(300)),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), lines => {
      const excerpt = excerptError(lines.join('\n'))
      expect(excerpt.length).toBeLessThanOrEqual(1000)
      expect(excerpt.isWellFormed()).toBe(true)
    }),
  )
})
