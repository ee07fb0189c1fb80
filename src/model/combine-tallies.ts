import type { Session } from './session.ts'
import type { ThreadTally } from './thread-tally.ts'
import { WorkFolders } from './work-folders.ts'

/** What a session's threads tell together: the same in a list and in the opened session, because it is made here only. */
export type Combined = Pick<
  Session,
  | 'title'
  | 'startedAt'
  | 'endedAt'
  | 'activeMs'
  | 'cwds'
  | 'work'
  | 'branches'
  | 'versions'
  | 'models'
  | 'slugs'
  | 'entrypoints'
>

/** `tallies` are those of all threads, the main one first. */
export function combineTallies(main: ThreadTally, tallies: readonly ThreadTally[]): Combined {
  const slugs = union(tallies.map(tally => tally.slugs.values))
  return {
    title: main.titles.pick(main.leafSummary, slugs),
    startedAt: pickTime(
      tallies.map(tally => tally.startedAt),
      Math.min,
    ),
    endedAt: pickTime(
      tallies.map(tally => tally.endedAt),
      Math.max,
    ),
    activeMs: main.activeMs,
    cwds: union(tallies.map(tally => tally.cwds.values)),
    work: WorkFolders.sum(tallies.map(tally => tally.work)),
    branches: union(tallies.map(tally => tally.branches.values)),
    versions: union(tallies.map(tally => tally.versions.values)),
    models: union(tallies.map(tally => tally.models.values)),
    slugs,
    entrypoints: union(tallies.map(tally => tally.entrypoints.values)),
  }
}

/** Distinct texts of several lists, in the order they come. */
export function union(lists: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(lists.flat())]
}

function pickTime(times: readonly (number | undefined)[], pick: (a: number, b: number) => number): number | undefined {
  let best: number | undefined
  for (const time of times) if (time !== undefined) best = best === undefined ? time : pick(best, time)
  return best
}
