import type { HitCategory } from './redaction.ts'

/**
 * How sure a rule is, which decides between rules that meet: `shape` knows the value by its own form (`ghp_…`), `named`
 * by what stands beside it (a header, a URL, a field), `general` by a name and randomness alone.
 */
export type RuleRank = 'shape' | 'named' | 'general'

/**
 * One kind of thing that is taken out. Patterns are written for plain text: the engine also shows them texts with JSON
 * escapes undone and as a reader sees them, without colours, gutters and line wraps and decoded (`views.ts`), and finds
 * the places again.
 *
 * Every pattern must be linear on hostile text: bound what comes before the value, and begin with a look behind at one
 * character rather than with an unbounded repetition.
 */
export interface Rule {
  /** What the placeholder says: `github-token` gives `‹github-token-1›`. Lower case, digits, single hyphens. */
  readonly name: string
  readonly category: HitCategory
  /** A few words for the docs. */
  readonly what: string
  readonly rank: RuleRank
  /**
   * Words, in any case, of which one must stand inside each match; nothing else of a text is looked at. At least two
   * characters each unless the one is rare.
   */
  readonly anchors: readonly string[]
  /** How many characters before the anchor a match may begin. Default 64. */
  readonly before?: number
  /** How many characters after the anchor a match is looked for. A match that goes on beyond is followed. Default 400. */
  readonly after?: number
  /** One of these characters must stand this near behind the anchor: a cheap test for anchors that are everyday words. */
  readonly follow?: { readonly chars: string; readonly within: number }
  /** A cheap look at the text around an anchor, from `start` to `end`, before the pattern is tried there. */
  near?(text: string, start: number, end: number): boolean
  /**
   * Flag `g`, and `d` with a group named `secret` where the value is less than the whole match. It sees 16 characters
   * before where a match may begin, so that it can look behind. A rule without a pattern knows fields only.
   */
  readonly pattern?: RegExp
  /** The last word on a match: randomness, known examples, the words around. */
  accepts?(found: Found): boolean
  /** Only used where somebody asks for more than keys, names and ids. */
  readonly isOnRequest?: boolean
  /** Names of JSON fields whose whole value is a hit if `accepts` agrees. No flag `g`. */
  readonly fields?: RegExp
}

/** A match as a rule is asked about it. */
export interface Found {
  readonly value: string
  /** The name of the field where that is the reason. What a pattern finds does not depend on where the text stands. */
  readonly field: string | undefined
  /** Undefined where the name of the field is the reason. */
  readonly match: RegExpExecArray | undefined
  /** The text that was searched, plain; maybe a part of a longer one. */
  readonly text: string
  /** Where the value stands in `text`; end exclusive. */
  readonly start: number
  readonly end: number
}
