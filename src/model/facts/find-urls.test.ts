import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findUrls } from './find-urls.ts'

function checkUrls(text: string, expected: readonly string[]): void {
  expect(findUrls(text)).toEqual(expected)
}

test('addresses end where the sentence goes on', () => {
  checkUrls('See https://example.com/a, (http://b.example/c) and <https://d.example>.', [
    'https://example.com/a',
    'http://b.example/c',
    'https://d.example',
  ])
  checkUrls('[text](https://example.com/x?a=1#b)', ['https://example.com/x?a=1#b'])
  checkUrls('“https://example.com/q” and https://example.com/日本。', [
    'https://example.com/q',
    'https://example.com/日本',
  ])
})

test('a bracket opened in the address belongs to it', () => {
  checkUrls('https://en.wikipedia.org/wiki/Boat_(song)', ['https://en.wikipedia.org/wiki/Boat_(song)'])
})

test('each address is told once and broken ones not at all', () => {
  checkUrls('https://a.example https://a.example', ['https://a.example'])
  checkUrls('http https:// httphttps://', [])
  checkUrls('', [])
})

test('a huge text costs one pass', () => {
  expect(findUrls('http'.repeat(1_000_000))).toEqual([])
  expect(findUrls(`https://${'a'.repeat(5_000_000)}`)).toEqual([])
  expect(findUrls('https://a.example/ '.repeat(300_000))).toEqual(['https://a.example/'])
})

test('every address found stands in the text and holds no white space', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('http://', 'https://', 'x.y', ')'))),
      parts => {
        const text = parts.join('')
        for (const url of findUrls(text)) {
          expect(text).toContain(url)
          expect(url).toMatch(/^https?:\/\/\S+$/)
        }
      },
    ),
  )
})
