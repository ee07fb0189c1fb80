import type { FoundDate } from '../../time/parse-moment.ts'

/** Tells whether a moment is one that the question names; undefined where it names none. */
export function dateTest(found: readonly FoundDate[]): ((at: number) => boolean) | undefined {
  if (found.length === 0) return undefined
  return at =>
    found.some(({ when }) => {
      if (!('month' in when)) return at >= when.from && at < when.to
      const date = new Date(at)
      return date.getMonth() + 1 === when.month && (when.day === undefined || date.getDate() === when.day)
    })
}
