import { createGit, type Git } from '../../git/run-git.ts'
import type { App } from './app.ts'
import { findProgram } from './find-program.ts'

const TIMEOUT_MS = 5000

/** Undefined on a machine without git. */
export function openGit(app: App): Git | undefined {
  const program = findProgram('git', app)
  return program === undefined ? undefined : createGit({ program, env: app.env, timeoutMs: TIMEOUT_MS })
}
