import { z } from 'zod'
import { readMarks } from '../../../archive/marks.ts'
import { pageSessions, SESSION_GROUPS, SESSION_SORTS, type SessionPage } from '../../../query/home/session-page.ts'
import { requireMoment } from '../../../query/require-moment.ts'
import type { ReportWorld } from '../reports/report-world.ts'
import { count, offset, project, since, text, until } from './list-fields.ts'
import { findStatuses } from './live-statuses.ts'

export const sessionsQuery = z.object({
  text: text(500).optional().describe('A project, else words of title, branch, folder or id'),
  project,
  since,
  until,
  sort: z.enum(SESSION_SORTS).default('recent').describe('All but `recent` with the largest first'),
  only: z.enum(SESSION_GROUPS).optional().describe('Only those'),
  limit: count(100, 500).describe('At most so many'),
  offset,
})

export async function askSessions(world: ReportWorld, query: z.output<typeof sessionsQuery>): Promise<SessionPage> {
  const { threads, pricer, keepDir } = world
  const now = world.now()
  const asked = {
    ...query,
    only: query.only,
    text: query.text?.trim() || undefined,
    since: requireMoment('since', query.since, now),
    until: requireMoment('until', query.until, now),
  }
  const marks = readMarks(keepDir)
  return await world.askLibrary(async library => {
    const statusOf = findStatuses(world, library)
    return await pageSessions(library, { ...asked, threads, pricer, marks, statusOf })
  })
}
