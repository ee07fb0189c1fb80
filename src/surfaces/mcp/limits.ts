import type { SessionLimits } from '../../query/session-limits.ts'
import type { CallScope } from './world.ts'

/** Which sessions may answer a call. */
export function limitsOf({ kind, project, ownSession }: CallScope): SessionLimits {
  return { project: kind === 'project' ? project : undefined, without: ownSession }
}

/** The same in all projects: what a call that found nothing is told about. */
export function limitsElsewhere({ ownSession }: CallScope): SessionLimits {
  return { project: undefined, without: ownSession }
}
