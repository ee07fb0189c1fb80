import { expect, test } from 'vitest'
import { hashText } from './hash-text.ts'

test('gives the same name for the same text, on every machine', () => {
  expect(hashText('/home/dev/.claude/projects/-app/one.jsonl')).toBe(
    hashText('/home/dev/.claude/projects/-app/one.jsonl'),
  )
  expect(hashText('')).toMatch(/^[0-9a-f]{32}$/)
})
test('gives other names for texts that hardly differ', () => {
  const texts = Array.from({ length: 20_000 }, (_, at) => [
    `/p/${at}.jsonl`,
    `${at}`,
    `${'x'.repeat(at % 300)}${at}`,
  ]).flat()
  const names = new Set([...new Set(texts)].map(hashText))
  expect(names.size).toBe(new Set(texts).size)
  // Nor do the parts of a name repeat each other.
  const halves = new Set([...names].map(name => name.slice(0, 16)))
  expect(halves.size).toBe(names.size)
})
