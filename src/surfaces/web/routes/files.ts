import { z } from 'zod'
import { type FileHistory, fileHistory } from '../../../query/lookups/file-history.ts'
import { NO_DISK } from '../../../query/lookups/path-query.ts'
import { requireMoment } from '../../../query/require-moment.ts'
import type { World } from '../world.ts'
import { count, project, since, text, until } from './list-fields.ts'

export const FILE_ACTIONS = ['read', 'create', 'write', 'edit', 'delete'] as const

export const filesQuery = z.object({
  path: text(2000).optional().describe('A file or folder, or the end of its path; without it, the files changed last'),
  action: z
    .enum([...FILE_ACTIONS, 'change'])
    .optional()
    .describe('Only this; change = all but read'),
  project,
  since,
  until,
  limit: count(50, 500).describe('At most so many rows'),
})

/** Only what is recorded is asked: a path of a request is looked up on no disk, and in no repository. */
export async function askFiles(world: World, query: z.output<typeof filesQuery>): Promise<FileHistory> {
  const now = world.now()
  const scope = {
    project: query.project?.trim() || undefined,
    since: requireMoment('since', query.since, now),
    until: requireMoment('until', query.until, now),
    limit: query.limit,
  }
  const { home, roots } = world
  const asked = { path: query.path?.trim() || undefined, action: query.action, scope }
  const place = { cwd: roots.workingFolder, home, git: undefined, disk: NO_DISK }
  return await world.ask(keep => fileHistory(keep, { ...asked, ...place }))
}
