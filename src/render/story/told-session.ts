import type { Friction } from '../../narrative/friction.ts'
import type { Story } from '../../narrative/story.ts'

/** What drawers of a story know of its session. */
export interface ToldSession {
  readonly shortId: string
  readonly sessionId: string
  readonly cwds: readonly string[]
  readonly branch: string | undefined
  readonly models: readonly string[]
  /** Epoch milliseconds. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  readonly story: Story
  /** 0 to 100, with its parts; undefined where nothing can be said. */
  readonly friction: Friction | undefined
  readonly related: readonly RelatedStory[]
}

/** A session that has to do with it, and why. */
export interface RelatedStory {
  readonly shortId: string
  readonly title: string
  /** May hold words of transcripts. */
  readonly reasons: readonly string[]
}
