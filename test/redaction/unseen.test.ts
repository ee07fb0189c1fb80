/**
 * What somebody who had not read the rules could think of. By default each kind stands in seven surroundings drawn by a
 * seed; with BACKSCROLL_TEST_FULL=1 in all of them. BACKSCROLL_TEST_SEED draws other values, and BACKSCROLL_TEST_WHY=1
 * prints what leaked.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  listLeaks,
  plantUnseen,
  plantUnseenLookAlikes,
  rate,
  redactEntries,
  UNSEEN_KINDS,
  UNSEEN_SEED,
  type UnseenPlant,
} from './unseen-measure.ts'
import { isReadable } from './unseen-readable.ts'

const PLAIN_CEILING = 0.02
const ENCODED_CEILING = 0.05
const ENCODED = ['colours', 'wrapped', 'URL', 'base64', 'escapes', 'numbered', 'zero-width', 'nested']

const isFull = process.env.BACKSCROLL_TEST_FULL !== undefined
const seed = Number(process.env.BACKSCROLL_TEST_SEED ?? UNSEEN_SEED)
const plants = plantUnseen(isFull, seed)
const lookAlikes = plantUnseenLookAlikes(isFull, seed)
let leaks: readonly UnseenPlant[] = []

beforeAll(() => {
  const entries = redactEntries(plants.map(({ entry }) => entry))
  leaks = listLeaks(plants, entries)
  const rows = rate(plants, leaks).map(row => `${row.class}: ${row.leaked} of ${row.planted}`)
  console.log(`unseen secrets that can still be read:\n${rows.join('\n')}`)
  if (process.env.BACKSCROLL_TEST_WHY)
    console.log(leaks.map(({ kind, surrounding }) => `${kind} · ${surrounding}`).join('\n'))
}, 600_000)

describe('the unseen kinds', () => {
  test('are at least 240, and the look-alikes at least 180, all with names of their own', () => {
    const names = UNSEEN_KINDS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(240)
    expect(new Set(lookAlikes.map(({ text }) => text)).size).toBeGreaterThanOrEqual(180)
  })
  test('can be read before redaction', () => {
    const unread = plants.filter(({ entry, sample }) => !isReadable(entry, sample.value, sample.publicLength))
    expect(unread.map(({ kind, surrounding }) => `${kind} · ${surrounding}`)).toEqual([])
  })
  test('cannot be read where a placeholder stands in their place', () => {
    const read = plants.filter(({ blank, sample }) => isReadable(blank, sample.value, sample.publicLength))
    expect(read.map(({ kind, surrounding }) => `${kind} · ${surrounding}`)).toEqual([])
  })
})

describe('redaction of what nobody wrote a rule for', () => {
  test('leaks at most two in a hundred in plain surroundings', () => {
    expect(share(({ class: kind }) => kind === 'plain')).toBeLessThanOrEqual(PLAIN_CEILING)
  })
  test('leaks at most five in a hundred in each of the other surroundings, hex dumps aside', () => {
    const shares = ENCODED.map(name => ({ name, leaked: share(plant => plant.class === name) }))
    expect(shares.filter(({ leaked }) => leaked > ENCODED_CEILING)).toEqual([])
  })
  test('leaves every look-alike as it is', () => {
    const redacted = redactEntries(lookAlikes.map(({ entry }) => entry))
    const changed = lookAlikes.filter(({ entry }, at) => JSON.stringify(entry) !== JSON.stringify(redacted[at]))
    expect(changed.map(({ kind, surrounding, text }) => `${kind} · ${surrounding} · ${text}`)).toEqual([])
  })
})

function share(isCounted: (plant: UnseenPlant) => boolean): number {
  const counted = plants.filter(isCounted).length
  expect(counted).toBeGreaterThan(0)
  return leaks.filter(isCounted).length / counted
}
