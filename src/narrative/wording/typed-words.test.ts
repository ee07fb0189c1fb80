import { expect, test } from 'vitest'
import { listTyped } from './typed-words.ts'

test('what stands between two quotations is no quotation', () =>
  expect(
    listTyped(
      'Please do the following:\n1. Edit a.txt, change "sea" to "lake"\n2. Edit b.txt, change "otter" to "seal"',
    ),
  ).toEqual(['Edit a.txt, change "sea" to "lake"', 'Edit b.txt, change "otter" to "seal"']))

test('a quoted sentence is left out', () =>
  expect(listTyped('They wrote "never use tabs in this project. Always spaces" and I agree with it')).toEqual([
    'They wrote "…" and I agree with it',
  ]))
