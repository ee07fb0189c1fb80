import { expect, test } from 'vitest'
import { processorMs } from '../../test/processor-time.ts'
import { stripEmphasis } from './strip-emphasis.ts'

test.each([
  ['The lease is **renewed** at *half* its time.', 'The lease is renewed at half its time.'],
  ['**`window.__mapIdle` is set** by __two words__ here', '`window.__mapIdle` is set by two words here'],
  ['**修复**了', '修复了'],
  ['see [the docs](https://x.io/a_(b)) and ![a picture](x.png "so")', 'see the docs and a picture'],
])('signs around words go: %s', (line, plain) => {
  expect(stripEmphasis(line)).toBe(plain)
})

test.each([
  '`window.__mapIdle` and `__init__.py`',
  'window.__mapIdle, __init__.py and __init__ alone',
  'src/**/loader.py and `src/**/loader.py`',
  '*args and **kwargs are passed on',
  '2 * 3 * 4',
  'snake_case_name and _private_',
])('names stay: %s', line => {
  expect(stripEmphasis(line)).toBe(line)
})

test('a long line of signs takes no longer than its length', () => {
  const started = processorMs()
  for (const piece of ['**', '__', '[a](', '*a ', '`', '**a', '![']) stripEmphasis(piece.repeat(20_000))
  expect(processorMs() - started).toBeLessThan(2000)
})
