import type { App } from '../app.ts'
import { syncAtAGlance } from '../freshen.ts'
import { indexStamp } from '../index-stamp.ts'

/** Sees what came into the transcripts, or into the index by another process, while the screen is open. */
export interface Lookout {
  /** Undefined where the last look was a moment ago. True: something is new since then. */
  look(): Promise<boolean> | undefined
}

const MIN_GAP_MS = 2000

/** `app` keeps where the index is. Nothing is said: whatever stops it, what is there can be searched. */
export function createLookout(app: App, indexPath: string, minGapMs = MIN_GAP_MS): Lookout {
  let lookedAt = performance.now()
  let stamp = indexStamp(indexPath)
  async function look(): Promise<boolean> {
    await syncAtAGlance(app)
    lookedAt = performance.now()
    const before = stamp
    stamp = indexStamp(indexPath)
    return stamp !== before
  }
  return { look: () => (performance.now() - lookedAt < minGapMs ? undefined : look()) }
}
