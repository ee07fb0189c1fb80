/** How much of a session is shown. Each level shows what the one before it shows, and more. */
export const LEVELS = ['prompts', 'answers', 'tools', 'all'] as const
export type Level = (typeof LEVELS)[number]

/** True when a reader at `level` sees what belongs to `needed`. */
export function levelShows(level: Level, needed: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(needed)
}

/** The one of two that shows more. */
export function higherLevel(first: Level, second: Level): Level {
  return levelShows(first, second) ? first : second
}
