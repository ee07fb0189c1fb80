import { resolve } from 'node:path'
import { findProject, type Project } from '../../../source/project.ts'
import { UserError } from '../../../user-error.ts'
import type { App, Outcome } from '../app.ts'
import { type CommandRequest, flagOption, listArg, textOption } from '../define-command.ts'
import { explainRecall } from '../recall/explain-recall.ts'
import { setRecallLevel } from '../recall/set-recall-level.ts'
import { showRecallState } from '../recall/show-recall-state.ts'

/** What Claude is reminded of unasked: shows it, switches it, explains it. */
export async function run(app: App, request: CommandRequest): Promise<Outcome> {
  const folder = resolve(app.cwd, textOption(request, 'project') ?? '.')
  const project = findProject(folder)
  const isExplained = flagOption(request, 'explain')
  requireOneWish(request, isExplained)
  if (isExplained) return await explainRecall(app, request, { folder, project })
  const level = textOption(request, 'level')
  if (level !== undefined) setRecallLevel(app, project, { level, isEverywhere: flagOption(request, 'everywhere') })
  return showState(app, project, level !== undefined)
}

function showState(app: App, project: Project, isChanged: boolean): Outcome {
  showRecallState(app, project, { isChanged })
  return 'done'
}

function requireOneWish(request: CommandRequest, isExplained: boolean): void {
  const words = listArg(request, 'words')
  if (isExplained && textOption(request, 'level') !== undefined) {
    throw new UserError({
      code: 'recall-options',
      message: '--explain and --level do not go together',
      hint: 'Run it once with each.',
    })
  }
  const only = ['file', 'session'].find(name => textOption(request, name) !== undefined)
  const alone = words.length > 0 ? 'a prompt' : flagOption(request, 'start') ? '--start' : only && `--${only}`
  if (!isExplained && alone) {
    throw new UserError({
      code: 'recall-options',
      message: `${alone} needs --explain`,
      hint: 'Such as `backscroll recall --explain why does the lease expire early`.',
    })
  }
}
