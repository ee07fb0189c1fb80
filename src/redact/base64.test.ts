import { describe, expect, test } from 'vitest'
import { decodeRun } from './base64.ts'

/** What the longest run of base64 in a text holds, and what of the text it covers. */
function checkDecode(text: string): { text: string; covers: string } | undefined {
  const run = [...text.matchAll(/[A-Za-z0-9+/_-]{11,}/g)][0]
  const decoded = run && decodeRun(text, run.index, run.index + run[0].length)
  return decoded && { text: decoded.text, covers: text.slice(decoded.start, decoded.end) }
}

const PLAIN = 'export NAME="some value"\nexport OTHER=größer\n'
const BASE64 = Buffer.from(PLAIN).toString('base64')

describe('decodeRun', () => {
  test('gives the text of a run with its padding, in either alphabet', () => {
    expect(checkDecode(`KEY=${BASE64} x`)).toEqual({ text: PLAIN, covers: BASE64 })
    const url = Buffer.from('is it ok?>?>?> yes it is').toString('base64url')
    expect(checkDecode(url)?.text).toBe('is it ok?>?>?> yes it is')
  })

  test.each(['\n', '\n   ', '\n+', '\n> ', '\\n', '\n  7→'])('goes on over lines that are joined by %j', line => {
    const text = BASE64.replaceAll(/.{20}/g, `$&${line}`)
    expect(checkDecode(text)).toEqual({ text: PLAIN, covers: text })
  })

  test('is not led astray by the letter of an escaped line end before it', () => {
    expect(checkDecode(`a\\n${BASE64}`)?.text).toBe(PLAIN)
  })

  test('has nothing to say about paths, ids, hashes and images', () => {
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48]).toString('base64')
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1]).toString('base64')
    const harmless = [
      png,
      jpeg,
      'node_modules/typescript/lib',
      '2f1c7b64-9d3e-4c55-8a7f-0b1e2d3c4f5a',
      'da39a3ee5e6b4b0d3255bfef95601890afd80709',
      'toolu_01AbCdEfGhIjKlMnOpQrStUv',
      'getElementsByClassName',
    ]
    for (const text of harmless) expect(checkDecode(text)).toBeUndefined()
  })
})
