import { setPriority } from 'node:os'

const LOW_PRIORITY = 10

/** For what nobody waits for: whatever the person runs meanwhile comes first. */
export function yieldToOthers(): void {
  try {
    setPriority(LOW_PRIORITY)
  } catch {
    // Not everywhere, and not for everybody.
  }
}
