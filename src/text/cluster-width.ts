import { eastAsianWidth } from 'get-east-asian-width'

/**
 * Columns of what a reader sees as one character. The package string-width says the same (a test compares them) and costs
 * 80 ms when it is loaded and first asked, which is more than most commands take.
 */
export function clusterWidth(cluster: string): number {
  const plain = cluster.length === 1 ? plainWidth(cluster.charCodeAt(0)) : undefined
  if (plain !== undefined) return plain
  patterns ??= makePatterns()
  if (!patterns.visible.test(cluster)) return 0
  if (isEmoji(cluster, patterns)) return 2
  let width = 0
  for (const letter of cluster) {
    const counts = width === 0 ? patterns.visible.test(letter) : patterns.addsWidth.test(letter)
    if (counts) width += eastAsianWidth(letter.codePointAt(0) as number)
  }
  return width
}

/** Of single letters and signs that are common and need no thought: they never join with each other. */
export function plainWidth(code: number): number | undefined {
  for (const [first, last, width] of PLAIN) if (code >= first && code <= last) return width
  return undefined
}

const PLAIN: readonly (readonly [first: number, last: number, width: number])[] = [
  [0x20, 0x7e, 1],
  [0xa1, 0xa8, 1],
  [0xaa, 0xac, 1],
  [0xaf, 0x2ff, 1],
  [0x391, 0x3a1, 1],
  [0x3a3, 0x3ff, 1],
  [0x400, 0x482, 1],
  [0x48a, 0x52f, 1],
  [0x2010, 0x2027, 1],
  [0x20a0, 0x20bf, 1],
  [0x2190, 0x2193, 1],
  [0x2200, 0x22ff, 1],
  [0x2500, 0x259f, 1],
  [0x2713, 0x2713, 1],
  [0x2717, 0x2718, 1],
  [0x3001, 0x3029, 2],
  [0x3041, 0x3096, 2],
  [0x30a1, 0x30fa, 2],
  [0x3400, 0x4dbf, 2],
  [0x4e00, 0x9fff, 2],
  [0xac00, 0xd7a3, 2],
]

interface Patterns {
  readonly visible: RegExp
  /** Behind the first letter: marks that take room, and the half-width signs of Japanese. */
  readonly addsWidth: RegExp
  readonly picture: RegExp
  readonly mayBeEmoji: RegExp
  readonly emoji: RegExp
}

/** Making them takes 30 ms: most output never needs them. */
let patterns: Patterns | undefined

function makePatterns(): Patterns {
  return {
    visible:
      /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/u,
    addsWidth: /[\p{Spacing_Mark}\uff00-\uffef]/u,
    picture: /\p{Extended_Pictographic}/gu,
    mayBeEmoji: /\p{Extended_Pictographic}|\u20e3|[\u{1f1e6}-\u{1f1ff}]/u,
    emoji: /^\p{RGI_Emoji}$/v,
  }
}

const MAX_EMOJI = 50

function isEmoji(cluster: string, { mayBeEmoji, emoji, picture }: Patterns): boolean {
  if (cluster.length > MAX_EMOJI || !mayBeEmoji.test(cluster)) return false
  if (/^[\d#*]\ufe0f?\u20e3$/.test(cluster) || emoji.test(cluster)) return true
  // Pictures joined into one, also where a selector is missing.
  return cluster.includes('\u200d') && (cluster.match(picture)?.length ?? 0) > 1
}
