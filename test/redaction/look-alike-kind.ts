import type { Random } from './pieces.ts'

export interface LookAlikeKind {
  readonly name: string
  readonly make: (random: Random) => string
}

export function kind(name: string, ...makers: readonly ((random: Random) => string)[]): LookAlikeKind {
  return { name, make: random => random.pick(makers)(random) }
}
