import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'
import { agents } from './agents.ts'
import { blocks } from './blocks.ts'
import { branches } from './branches.ts'
import { commits } from './commits.ts'
import type { UsageCut } from './cut.ts'
import { daily } from './daily.ts'
import { files } from './files.ts'
import { models } from './models.ts'
import { monthly } from './monthly.ts'
import { projects } from './projects.ts'
import { prompts } from './prompts.ts'
import { prs } from './prs.ts'
import { sessions } from './sessions.ts'
import { tools } from './tools.ts'
import { weekly } from './weekly.ts'

/** Every report. Help, completions and docs come from these rows. */
export const CUTS: readonly UsageCut[] = [
  daily,
  weekly,
  monthly,
  sessions,
  projects,
  models,
  branches,
  prs,
  commits,
  tools,
  agents,
  prompts,
  files,
  blocks,
]

export function findCut(name: string): UsageCut | undefined {
  return CUTS.find(cut => cut.name === name || cut.aliases.includes(name))
}

export function requireCut(name: string): UsageCut {
  const cut = findCut(name)
  if (cut) return cut
  throw new UserError({
    code: 'unknown-report',
    message: `there is no usage report "${shorten(name)}"`,
    hint: `The reports are ${CUTS.map(known => known.name).join(', ')}.`,
  })
}
