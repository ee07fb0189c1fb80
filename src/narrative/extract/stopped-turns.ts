import type { Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'

/**
 * Turns that the person stopped for good: their number, and the line that says so. Where the model spoke again in the same
 * turn, as after a command or a plan that was handed over, the work went on.
 */
export function findStoppedTurns({ entries, messages }: Thread): ReadonlyMap<number, ThreadEntry> {
  const stops = new Map<number, ThreadEntry>()
  for (const entry of entries) if (entry.role === 'interruption' && !entry.isRepeat) stops.set(entry.turn, entry)
  for (const { turn, isSynthetic, entries: lines } of messages) {
    const stop = isSynthetic ? undefined : stops.get(turn)
    if (stop && (lines.at(-1)?.index ?? 0) > stop.index) stops.delete(turn)
  }
  return stops
}
