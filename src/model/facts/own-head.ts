import { head } from '../../text/head.ts'

/**
 * The first `max` units of a text that was itself cut out of a longer one. `head` gives short texts back as they are,
 * and such a slice would keep the whole entry it came from in memory.
 */
export function ownHead(text: string, max: number): string {
  const start = text.length > max ? head(text, max) : text
  return ` ${start}`.slice(1)
}
