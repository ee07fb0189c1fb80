import { expect, test } from 'vitest'
import { listSentences } from './sentences.ts'

test('names keep their signs', () => {
  expect(listSentences('**Set** `window.__mapIdle` in __init__.py for src/**/loader.py')).toEqual([
    'Set `window.__mapIdle` in __init__.py for src/**/loader.py',
  ])
})

test('lines that were broken at a width are one', () => {
  const text = `The parser is faster now, but you will still need to run the
migration by hand. It takes a minute.

- Add tests for the reader of long lines, which has
  none so far
- Write the docs
  It is not much.`
  expect(listSentences(text)).toEqual([
    'The parser is faster now, but you will still need to run the migration by hand.',
    'It takes a minute.',
    'Add tests for the reader of long lines, which has none so far',
    'Write the docs',
    'It is not much.',
  ])
})

test('a dot behind an abbreviation ends no sentence', () => {
  expect(listSentences('Some names, e.g. `parser.ts`, are not covered yet. The others are.')).toEqual([
    'Some names, e.g. `parser.ts`, are not covered yet.',
    'The others are.',
  ])
})

test('lines of their own stay so', () => {
  expect(
    listSentences(`${'A line that is long enough to have been broken here by a width'}\n## Next\n- Write it down now`),
  ).toEqual(['A line that is long enough to have been broken here by a width', 'Write it down now'])
})
