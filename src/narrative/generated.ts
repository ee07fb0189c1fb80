/**
 * What a model said of a session when somebody asked it to: kept apart from stories, which hold facts alone, and never
 * mixed with them. Whoever shows it says who made it.
 */
export interface Generated {
  readonly isGenerated: true
  readonly sessionId: string
  /** Of the content it was made from (`contentKeyOf`). */
  readonly contentKey: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Name of the command, without its words. */
  readonly command: string
  /** As the command tells; undefined where it does not. */
  readonly model: string | undefined
  readonly costUsd: number | undefined
  readonly result: GeneratedResult
}

export type GeneratedResult =
  | {
      readonly kind: 'made'
      readonly summary: string
      readonly decisions: readonly GeneratedDecision[]
      /** Decisions that named no turn of the session and were left out. */
      readonly dropped: number
    }
  /** One sentence: why there is none. */
  | { readonly kind: 'failed'; readonly reason: string }

export interface GeneratedDecision {
  readonly text: string
  /** Turns of the session that are said to show it: each of them exists. */
  readonly turns: readonly number[]
}

/** `current`: made from the session as it is. `outdated`: made from what it was before. */
export type FoundGenerated =
  | {
      readonly state: 'current' | 'outdated'
      readonly generated: Generated
      /** Where it is outdated: the session as it is was asked about too, without an answer. */
      readonly failure?: Generated
    }
  | { readonly state: 'none' }
