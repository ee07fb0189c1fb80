import type { EntryPlace } from '../../source/load-session.ts'

/** Entries in which nothing is to be replaced: most of them. What is asked for again need not be looked through again. */
export interface CleanPlaces {
  has(place: EntryPlace): boolean
  add(place: EntryPlace): void
}

/** Some 40 MB of memory; entries beyond are looked through each time. */
const MAX_PLACES = 1_000_000

export function createCleanPlaces(maxPlaces = MAX_PLACES): CleanPlaces {
  const byFile: Set<number>[] = []
  let count = 0
  return {
    has: ({ file, start }) => byFile[file]?.has(start) ?? false,
    add({ file, start }) {
      if (count >= maxPlaces) return
      count++
      const known = byFile[file] ?? new Set()
      byFile[file] = known.add(start)
    },
  }
}
