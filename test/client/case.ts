import type { World } from './world.ts'

/** One thing that must hold, tried with the real client. */
export interface Case {
  readonly name: string
  /** The oldest version it is true of; `lacks` says what is missing before. */
  readonly since?: { readonly version: string; readonly lacks: string }
  /** `clock`: waits for a minute of the client's clock, beside the others; `after`: alone, when all others are over. */
  readonly when?: 'clock' | 'after'
  run(world: World): Promise<void>
}
