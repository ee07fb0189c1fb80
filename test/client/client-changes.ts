import { isAtLeast } from './versions.ts'
import type { World } from './world.ts'

/** What clients do differently, each with the oldest version known to do it. */
const CHANGES = {
  /** The model answers a line for the shell; before, the line waits for the next prompt. */
  'shell lines are answered': '2.1.327',
  /** Subagents run in the background, and news of their end sets the model to work. */
  'agents run in the background': '2.1.250',
  /** An interrupted answer is recorded with the tokens its stream began with; before, with none. */
  'interrupted answers have tokens': '2.1.250',
  /** A prompt that a hook blocked is put back into the input line. */
  'blocked prompts come back': '2.1.327',
} as const

export function does(world: World, change: keyof typeof CHANGES): boolean {
  return isAtLeast(world.version, CHANGES[change])
}
