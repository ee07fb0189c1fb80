import fc from 'fast-check'
import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { clusterWidth, plainWidth } from './cluster-width.ts'
import { graphemes } from './graphemes.ts'

/** Conjoining letters of Korean have rules of their own there; terminals disagree about them, and nobody types them. */
const JAMO = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]/

function checkLike(cluster: string): void {
  if (!JAMO.test(cluster)) expect([cluster, clusterWidth(cluster)]).toEqual([cluster, stringWidth(cluster)])
}

test('every character of the basic plane is as wide as string-width says', () => {
  for (let code = 0x20; code < 0xd800; code++) if (code < 0x7f || code > 0x9f) checkLike(String.fromCharCode(code))
})

test('so are emoji, joined ones, flags and keycaps', () => {
  for (const emoji of ['😀', '👩‍👩‍👧', '🏳️‍🌈', '🇩🇪', '1️⃣', '#⃣', '❤️', '❤', '👍🏽', '☺', '🫠', '👁‍🗨']) checkLike(emoji)
})

test('so is any cluster', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), text =>
      [...graphemes(text)].forEach(checkLike),
    ),
    {
      numRuns: 2000,
    },
  )
})

test('plain signs never join with their neighbours', () => {
  const segmenter = new Intl.Segmenter()
  const plain = Array.from({ length: 0xd800 }, (_, code) => code).filter(code => plainWidth(code) !== undefined)
  const text = plain.map(code => String.fromCharCode(code)).join('')
  expect([...segmenter.segment(text)]).toHaveLength(plain.length)
})
