import type { Random } from './pieces.ts'

export type Family =
  | 'model providers'
  | 'code and packages'
  | 'clouds and hosting'
  | 'services'
  | 'private keys'
  | 'passwords'
  | 'settings and code'
  | 'commands'
  | 'headers and cookies'
  | 'people and ids'

/**
 * One kind of secret. A kind with a `shape` is known wherever it stands; one with `names` only beside one of them; one
 * with `frames` only inside one of these lines.
 */
export interface PlantedKind {
  readonly name: string
  readonly family: Family
  readonly make: (random: Random) => string
  readonly variable: string | undefined
  readonly frames: readonly Frame[] | undefined
  readonly isShape: boolean
  /** Another part of the line that may go too, such as the user before a password. */
  readonly mayTake?: RegExp
}

export type Frame = (value: string, random: Random) => string

/** Known by how it looks. `variable` is what it is called where it needs a name. */
export function shape(name: string, family: Family, variable: string, make: PlantedKind['make']): PlantedKind {
  return { name, family, make, variable, frames: undefined, isShape: true }
}

/** Known by what it is called. */
export function named(name: string, family: Family, variable: string, make: PlantedKind['make']): PlantedKind {
  return { name, family, make, variable, frames: undefined, isShape: false }
}

/** Known by the line it stands in. */
export function framed(
  name: string,
  family: Family,
  make: PlantedKind['make'],
  ...frames: readonly Frame[]
): PlantedKind {
  return { name, family, make, variable: undefined, frames, isShape: false }
}
