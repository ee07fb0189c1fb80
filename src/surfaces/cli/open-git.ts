import { dirname } from 'node:path'
import { createGit, type Git } from '../../git/run-git.ts'
import { findRepository } from '../../source/project.ts'
import type { App } from './app.ts'
import { findProgram } from './find-program.ts'

const TIMEOUT_MS = 5000

/** Undefined on a machine without git. */
export function openGit(app: App): Git | undefined {
  const program = findProgram('git', app)
  return program === undefined ? undefined : createGit({ program, env: app.env, timeoutMs: TIMEOUT_MS })
}

/** Whether git leaves a file alone, by whatever list of names; undefined where there is no repository, or no answer. */
export async function isLeftOutOfGit(app: App, path: string): Promise<boolean | undefined> {
  const folder = findRepository(dirname(path))?.top
  const git = folder === undefined ? undefined : openGit(app)
  if (folder === undefined || !git) return undefined
  // This one takes no pathspecs, and refuses the option that makes them literal.
  const answer = await git.run(folder, ['--no-literal-pathspecs', 'check-ignore', '--quiet', '--', path])
  if (answer.ok) return true
  return answer.why === 'refused' && answer.message === '' ? false : undefined
}
