import { leafKey } from '../model/summary-leaves.ts'

/**
 * Texts that were told of when they were queued, as numbers: the client writes most of them once more when they are taken
 * up, and once is enough. A plain set, so that it can be saved.
 */
export type QueuedTexts = Set<number>

export function noteQueued(queued: QueuedTexts, text: string): void {
  queued.add(leafKey(text.trim()))
}

/** True if this text was queued and not taken since. */
export function takeQueued(queued: QueuedTexts, text: string): boolean {
  return queued.size > 0 && queued.delete(leafKey(text.trim()))
}
