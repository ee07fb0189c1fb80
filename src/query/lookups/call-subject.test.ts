import { expect, test } from 'vitest'
import { callSubject } from './call-subject.ts'

test('calls about one file are about the same thing, whatever part of it they read', () => {
  expect(callSubject('Read', '/a.ts from line 12')).toBe(callSubject('Read', '/a.ts'))
  expect(callSubject('Edit', '/a.ts')).toBe(callSubject('Write', '/a.ts'))
  expect(callSubject('Edit', '/a.ts')).not.toBe(callSubject('Read', '/a.ts'))
  expect(callSubject('Edit', '/a.ts')).not.toBe(callSubject('Edit', '/b.ts'))
})
