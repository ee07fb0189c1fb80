import { shorten } from '../../../text/head.ts'
import { suggest } from '../../../text/suggest.ts'
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

/** By its name or another word for it, in any case. */
export function findCut(name: string): UsageCut | undefined {
  const word = name.trim().toLowerCase()
  return CUTS.find(cut => cut.name === word || cut.aliases.includes(word))
}

export function requireCut(name: string): UsageCut {
  const cut = findCut(name)
  if (cut) return cut
  const meant = suggest(
    name.trim(),
    CUTS.flatMap(known => [known.name, ...known.aliases]),
  )
  const names = `The reports are ${CUTS.map(known => known.name).join(', ')}.`
  throw new UserError({
    code: 'unknown-report',
    message: `there is no usage report "${shorten(name)}"`,
    hint: meant === undefined ? names : `Did you mean ${meant}? ${names}`,
  })
}
