import { expect, test } from 'vitest'
import { readPipelines } from './read-pipelines.ts'

test.each([
  ['if a; then b; else c; fi; d', ['a', 'b if', 'c if', 'd']],
  ['if a; then b; elif c; then d; fi; e', ['a', 'b if', 'c', 'd if', 'e']],
  ['while a; do b; done; c', ['a', 'b loop', 'c']],
  ['for i in 1 2; do\nif a; then b; fi\nc\ndone', ['for', 'a list', 'b list if', 'c list']],
  ['for i in $(ls) *.ts; do a; done', ['for', 'a loop']],
  ['bash -c "for i in 1; do a; done" && b', ['for', 'a list', 'b']],
  ['if a; then bash -c "b; c"; fi', ['a', 'b if', 'c if']],
  ['echo if then do; a', ['echo', 'a']],
])('the blocks of %j', (line, expected) =>
  expect(
    readPipelines(line, {}).flatMap(({ words, blocks }) =>
      words.length === 0 ? [] : [[words[0], ...blocks.map(({ kind }) => kind)].join(' ')],
    ),
  ).toEqual(expected),
)

test('a command whose failure is what works says nothing about itself', () => {
  expect(readPipelines('! npm test', {})[0]?.isMasked).toBe(true)
  expect(readPipelines('npm test', {})[0]?.isMasked).toBe(false)
})
