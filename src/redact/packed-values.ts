import { type FoundValue, HOME, HOST, MAX_PLACES, type Naming, reachOf, USER, WORD } from './found-value.ts'
import type { Packed } from './redaction.ts'

/** A found value as it goes from one thread to another. */
export interface PackedValue extends Omit<FoundValue, 'owner'> {
  /** Name of the user, in small letters. */
  readonly owner: string | undefined
}

/** Everything one thread has found, in the order in which it was found. */
export interface PackedValues extends Packed {
  readonly values: readonly PackedValue[]
  readonly users: readonly PackedValue[]
  readonly prompts: readonly { readonly key: string; readonly user: string; readonly found: PackedValue }[]
}

/** The engine's own names are known by what they are, not by what they say. */
const OWN = new Map<string, Naming>([HOME, USER, HOST, WORD].map(naming => [naming.rule, naming]))

/** `firstLine` is the line at which the other thread began to count from 1. Owners are joined by whoever knows them. */
export function unpackValue({ owner: _, ...packed }: PackedValue, firstLine: number): FoundValue {
  return {
    ...packed,
    naming: OWN.get(packed.naming.rule) ?? packed.naming,
    owner: undefined,
    places: packed.places.map(place => ({ ...place, line: place.line + firstLine - 1 })),
  }
}

/** Adds what was found of the same value later on. */
export function addUp(known: FoundValue, later: FoundValue): void {
  if (known.count === 0) {
    known.context = later.context
    known.contextAt = later.contextAt
  }
  known.count += later.count
  known.places.push(...later.places.slice(0, MAX_PLACES - known.places.length))
  for (const alias of later.aliases) known.aliases.add(alias)
  known.isAnyCase ||= later.isAnyCase
  if (later.naming.weight <= known.naming.weight) return
  known.naming = later.naming
  known.reach = reachOf(known.value, later.naming.category)
}
