import { expect, test } from 'vitest'
import { isOlder } from './is-older.ts'

test.each([
  ['0.1.0', '0.2.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['0.2.0', '0.2.0', false],
  ['0.2.0-beta', '0.2.0', false],
  ['0.1.9', '1.0.0', true],
  ['0.1.0', '0.0.0-source', false],
])('%s is older than %s: %s', (version, own, isSo) => {
  expect(isOlder(version, own)).toBe(isSo)
})
