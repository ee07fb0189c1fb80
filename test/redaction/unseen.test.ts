/**
 * What somebody who had not read the rules could think of. By default each kind stands in seven surroundings drawn by a
 * seed; with BACKSCROLL_TEST_FULL=1 in all of them. `WHY=1` prints what leaked.
 */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  listLeaks,
  plantUnseen,
  plantUnseenLookAlikes,
  rate,
  redactEntries,
  UNSEEN_KINDS,
  type UnseenPlant,
} from './unseen-measure.ts'
import { isReadable } from './unseen-readable.ts'

const PLAIN_CEILING = 0.02
const ENCODED_CEILING = 0.05

const isFull = process.env.BACKSCROLL_TEST_FULL !== undefined
const plants = plantUnseen(isFull)
const lookAlikes = plantUnseenLookAlikes(isFull)
let leaks: readonly UnseenPlant[] = []

beforeAll(() => {
  const entries = redactEntries(plants.map(({ entry }) => entry))
  leaks = listLeaks(plants, entries)
  const rows = rate(plants, leaks).map(row => `${row.class}: ${row.leaked} of ${row.planted}`)
  console.log(`unseen secrets that can still be read:\n${rows.join('\n')}`)
  if (process.env.WHY) console.log(leaks.map(({ kind, surrounding }) => `${kind} · ${surrounding}`).join('\n'))
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
  test(`leaks at most ${PLAIN_CEILING * 100} % in plain surroundings`, () => {
    expect(share(({ class: kind }) => kind === 'plain')).toBeLessThanOrEqual(PLAIN_CEILING)
  })
  for (const kind of ['colours', 'wrapped', 'URL', 'base64', 'escapes', 'numbered', 'zero-width', 'nested']) {
    test(`leaks at most ${ENCODED_CEILING * 100} %: ${kind}`, () => {
      expect(share(plant => plant.class === kind)).toBeLessThanOrEqual(ENCODED_CEILING)
    })
  }
  test('leaves every look-alike as it is', () => {
    const redacted = redactEntries(lookAlikes.map(({ entry }) => entry))
    const changed = lookAlikes.filter(({ entry }, at) => JSON.stringify(entry) !== JSON.stringify(redacted[at]))
    expect(changed.map(({ kind, surrounding, text }) => `${kind} · ${surrounding} · ${text}`)).toEqual([])
  })
})

function share(isCounted: (plant: UnseenPlant) => boolean): number {
  const counted = plants.filter(isCounted).length
  return counted === 0 ? 0 : leaks.filter(isCounted).length / counted
}
