import type { UsageSource } from './usage-source.ts'

/** Only these, by their numbers in the index. What they share with others counts as it does over all. */
export function limitToSessions(source: UsageSource, numbers: ReadonlySet<number>): UsageSource {
  return { ...source, groups: source.groups.filter(({ session }) => numbers.has(session.number)) }
}
