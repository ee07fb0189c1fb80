import { expect, test } from 'vitest'
import { languageOfFence, languageOfPath, languageOfText } from './language.ts'

test('knows a language by the end of a file name', () => {
  expect(languageOfPath('/a/b.test.tsx')).toBe('typescript')
  expect(languageOfPath('C:\\a\\Dockerfile')).toBe('dockerfile')
  expect(languageOfPath('a.unheard-of')).toBeUndefined()
  expect(languageOfPath('.ts/constructor')).toBeUndefined()
})

test('takes the first word of a fence, if it is a plain name', () => {
  expect(languageOfFence('C++ title="x"')).toBe('c++')
  expect(languageOfFence('js{1,3}')).toBe('js')
  expect(languageOfFence('"><script>')).toBeUndefined()
  expect(languageOfFence('a'.repeat(30))).toBeUndefined()
  expect(languageOfFence(undefined)).toBeUndefined()
})

test('takes a text for JSON by how it begins', () => {
  expect(languageOfText('{\n  "a": 1 }')).toBe('json')
  expect(languageOfText('[1, 2]')).toBe('json')
  expect(languageOfText('[info] started')).toBeUndefined()
  expect(languageOfText('{ a: 1 }')).toBeUndefined()
})
