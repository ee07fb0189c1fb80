/** Plants the unseen kinds, one value a line, and tells which can still be read after redaction. */
import type { JsonObject } from '../../src/format/json.ts'
import { createRedactor } from '../../src/redact/create-redactor.ts'
import { OPTIONS } from './measure.ts'
import { createRandom } from './pieces.ts'
import { UNSEEN_KEYS } from './unseen-keys.ts'
import type { UnseenKind, UnseenSample } from './unseen-kind.ts'
import { UNSEEN_LOOK_ALIKES } from './unseen-look-alikes.ts'
import { isReadable } from './unseen-readable.ts'
import { UNSEEN_SETTINGS } from './unseen-settings.ts'
import { UNSEEN_NETWORKS } from './unseen-settings-networks.ts'
import { UNSEEN_SURROUNDINGS, type UnseenClass, type UnseenSurrounding } from './unseen-surroundings.ts'
import { UNSEEN_TOKENS } from './unseen-tokens.ts'
import { UNSEEN_SERVICE_TOKENS } from './unseen-tokens-services.ts'
import { UNSEEN_WORDS } from './unseen-words.ts'

export const UNSEEN_KINDS: readonly UnseenKind[] = [
  ...UNSEEN_TOKENS,
  ...UNSEEN_SERVICE_TOKENS,
  ...UNSEEN_WORDS,
  ...UNSEEN_SETTINGS,
  ...UNSEEN_NETWORKS,
  ...UNSEEN_KEYS,
]

export interface UnseenPlant {
  readonly kind: string
  readonly surrounding: string
  readonly class: UnseenClass
  readonly sample: UnseenSample
  readonly entry: JsonObject
  /** The same line with a placeholder where the value was. */
  readonly blank: JsonObject | undefined
}

export interface UnseenLookAlike {
  readonly kind: string
  readonly surrounding: string
  readonly text: string
  readonly entry: JsonObject
}

export const UNSEEN_SEED = 20_261_118
const PLAIN_EACH = 2
const ENCODED_EACH = 5
const ENTRIES_IN_SESSION = 150

/** Each kind in some surroundings, drawn by `seed`; in all of them with `isFull`. */
export function plantUnseen(isFull: boolean, seed = UNSEEN_SEED): readonly UnseenPlant[] {
  return UNSEEN_KINDS.flatMap((kind, at) => {
    const random = createRandom(seed, at)
    const plants = shuffle(UNSEEN_SURROUNDINGS, random.below).flatMap(surrounding => {
      const plant = plantOne(kind, surrounding, random.bits())
      return plant ? [plant] : []
    })
    if (isFull) return plants
    const isPlain = (plant: UnseenPlant) => plant.class === 'plain'
    return [
      ...plants.filter(isPlain).slice(0, PLAIN_EACH),
      ...plants.filter(plant => !isPlain(plant)).slice(0, ENCODED_EACH),
    ]
  })
}

function plantOne(kind: UnseenKind, surrounding: UnseenSurrounding, seed: number): UnseenPlant | undefined {
  const sample = kind.make(createRandom(seed))
  const write = (value: string) => surrounding.write({ sample, value, random: createRandom(seed, 1) })
  const entry = write(sample.value)
  if (!entry) return undefined
  const blank = write('‹taken-out-1›')
  return { kind: kind.name, surrounding: surrounding.name, class: surrounding.class, sample, entry, blank }
}

/** Each look-alike as written, and in surroundings that change how it looks. */
export function plantUnseenLookAlikes(isFull: boolean, seed = UNSEEN_SEED): readonly UnseenLookAlike[] {
  return UNSEEN_LOOK_ALIKES.flatMap((kind, at) => {
    const random = createRandom(seed, 10_000 + at)
    const surroundings = shuffle(UNSEEN_SURROUNDINGS, random.below)
    const plain = surroundings.filter(surrounding => surrounding.class === 'plain')
    const encoded = surroundings.filter(surrounding => surrounding.class !== 'plain')
    const chosen = isFull ? surroundings : [...plain.slice(0, 5), ...encoded.slice(0, 2)]
    return chosen.flatMap(surrounding => {
      const text = kind.make(random)
      const sample: UnseenSample = {
        value: text,
        publicLength: 0,
        line: value => value,
        field: undefined,
        isFree: false,
      }
      const entry = surrounding.write({ sample, value: text, random })
      return entry ? [{ kind: kind.name, surrounding: surrounding.name, text, entry }] : []
    })
  })
}

/** The lines as an export would hold them. */
export function redactEntries(entries: readonly JsonObject[]): readonly JsonObject[] {
  const redacted: JsonObject[] = []
  for (let at = 0; at < entries.length; at += ENTRIES_IN_SESSION) {
    const session = entries.slice(at, at + ENTRIES_IN_SESSION)
    const redactor = createRedactor(OPTIONS)
    for (const [line, entry] of session.entries()) {
      redactor.learnValue(entry, { session: 'unseen', agentId: undefined, line: line + 1 })
    }
    const redaction = redactor.seal()
    redacted.push(...session.map(entry => redaction.redactValue(entry)))
  }
  return redacted
}

export function listLeaks(plants: readonly UnseenPlant[], entries: readonly unknown[]): readonly UnseenPlant[] {
  return plants.filter(({ sample }, at) => isReadable(entries[at], sample.value, sample.publicLength))
}

export interface UnseenRate {
  readonly class: string
  readonly planted: number
  readonly leaked: number
}

export function rate(plants: readonly UnseenPlant[], leaks: readonly UnseenPlant[]): readonly UnseenRate[] {
  return [...Map.groupBy(plants, plant => plant.class)].map(([name, planted]) => ({
    class: name,
    planted: planted.length,
    leaked: leaks.filter(leak => leak.class === name).length,
  }))
}

function shuffle<Item>(items: readonly Item[], below: (limit: number) => number): readonly Item[] {
  const shuffled = [...items]
  for (let at = shuffled.length - 1; at > 0; at--) {
    const other = below(at + 1)
    const [a, b] = [shuffled[at], shuffled[other]]
    if (a === undefined || b === undefined) continue
    shuffled[at] = b
    shuffled[other] = a
  }
  return shuffled
}
