import type { Token } from 'marked'

/** Headings of one text, put below those of the page without leaving a level out. */
export interface Outline {
  levelOf(depth: number): number
}

const FIRST_LEVEL = 3
const LAST_LEVEL = 6

/** A text may begin with any depth of heading and skip others: the depths it uses are ranked. */
export function createOutline(tokens: readonly Token[]): Outline {
  const depths = new Set<number>()
  for (const token of tokens) if (token.type === 'heading') depths.add(token.depth as number)
  const ranks = [...depths].sort((left, right) => left - right)
  let previous = FIRST_LEVEL - 1
  return {
    levelOf(depth) {
      const rank = Math.max(0, ranks.indexOf(depth))
      previous = Math.min(FIRST_LEVEL + rank, previous + 1, LAST_LEVEL)
      return previous
    },
  }
}
