import { expect, test } from 'vitest'
import { bytesOf, contentOfBytes, isSameContent, textContent, withStyleOf } from './file-content.ts'

test('tells text from what is none, and gives the same bytes back', () => {
  for (const text of ['', 'a\r\nb', '\ufeffa\n', 'ä']) {
    const bytes = new TextEncoder().encode(text)
    expect(contentOfBytes(bytes)).toEqual(textContent(text))
    expect(bytesOf(contentOfBytes(bytes))).toEqual(bytes)
  }
  expect(contentOfBytes(Uint8Array.of(0xff, 0xfe)).kind).toBe('binary')
  expect(contentOfBytes(Uint8Array.of(0)).kind).toBe('binary')
})

test('takes line ends and a byte order mark from another state of the file', () => {
  expect(withStyleOf(textContent('a\nb\n'), textContent('\ufeffx\r\ny\r\n'))).toEqual(textContent('\ufeffa\r\nb\r\n'))
  expect(withStyleOf(textContent('a\nb\n'), textContent('x\r\ny\nz\n'))).toEqual(textContent('a\nb\n'))
  expect(withStyleOf(textContent('a\r\nb\n'), textContent('x\r\n'))).toEqual(textContent('a\r\nb\n'))
})

test('finds equal what the client records alike', () => {
  expect(isSameContent(textContent('a\r\n'), textContent('a\n'))).toBe(true)
  expect(isSameContent(textContent('a\n'), textContent('a'))).toBe(false)
  expect(isSameContent(textContent(''), { kind: 'absent' })).toBe(false)
})
