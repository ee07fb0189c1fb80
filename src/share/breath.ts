import { setImmediate } from 'node:timers/promises'
import { UserError } from '../user-error.ts'

/** An interrupt is heard only between two steps. */
export interface Breath {
  /** Call it after each piece of work; now and then it waits for a moment. Throws when the person wants to stop. */
  take(characters: number): Promise<void> | undefined
  /** The same at once. */
  pause(): Promise<void>
}

const CHARACTERS_PER_BREATH = 4 * 1024 * 1024

export function createBreath({ signal }: { readonly signal: AbortSignal }): Breath {
  let done = 0
  async function pause(): Promise<void> {
    await setImmediate()
    if (signal.aborted) throw stopped()
  }
  return {
    pause,
    take(characters) {
      done += characters
      if (done < CHARACTERS_PER_BREATH) return undefined
      done = 0
      return pause()
    },
  }
}

function stopped(): UserError {
  const hint = 'Run it again when there is time.'
  return new UserError({ code: 'interrupted', message: 'stopped: nothing was written', hint })
}
