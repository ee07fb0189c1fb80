import type { RequestFact } from '../../../model/usage/request-facts.ts'
import { type Project, projectKeyOf } from '../../../source/project.ts'
import type { SessionUsage, UsageSession } from '../usage-source.ts'

/** A project has one name in a report: that of its session active last. Clones and worktrees are the same project. */
export function nameProjects(groups: readonly SessionUsage[]): (session: UsageSession) => Project {
  const named = new Map<string, Project>()
  const lastAt = new Map<string, number>()
  for (const { session, facts } of groups) {
    const key = projectKeyOf(session.project)
    const at = lastAtOf(facts)
    const known = named.get(key)
    const before = lastAt.get(key) ?? at
    // At the same time, the first by name: the order of sessions must not matter.
    if (known && (at < before || (at === before && known.path <= session.project.path))) continue
    named.set(key, session.project)
    lastAt.set(key, at)
  }
  const bySession = new Map(groups.map(({ session }) => [session, named.get(projectKeyOf(session.project))]))
  return session => bySession.get(session) ?? session.project
}

/** Threads stand mixed, so that the last one need not be the latest. */
function lastAtOf(facts: readonly RequestFact[]): number {
  let last = Number.NEGATIVE_INFINITY
  for (const { lastAt } of facts) if (lastAt !== undefined && lastAt > last) last = lastAt
  return last
}
