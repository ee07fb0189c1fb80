import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProject } from '../../source/project.ts'
import { readBranch } from '../../source/read-branch.ts'
import type { CallScope, McpOptions } from './world.ts'

/** What is known of whoever asks. */
export interface Caller {
  /** What the client calls its roots, as URIs; undefined where it has none or does not say. */
  readonly roots: readonly string[] | undefined
  /** The folder that the address of an HTTP client names. */
  readonly folder: string | undefined
  /** The session that runs there now. */
  findSession(): string | undefined
}

export interface WantedScope {
  readonly scope: CallScope['kind']
  readonly include_current: boolean
}

/** Which sessions a call is about, from what the client says of itself, else from where it started this process. */
export function scopeOf(options: Pick<McpOptions, 'cwd' | 'env'>, caller: Caller, wanted: WantedScope): CallScope {
  const folder = folderOf(options, caller)
  return {
    kind: wanted.scope,
    project: findProject(folder),
    branch: readBranch(folder),
    ownSession: wanted.include_current ? undefined : caller.findSession(),
  }
}

function folderOf({ cwd, env }: Pick<McpOptions, 'cwd' | 'env'>, { roots = [], folder }: Caller): string {
  const named = [...roots.slice(0, MAX_ROOTS).map(pathOf), folder, env.CLAUDE_PROJECT_DIR]
  return named.find(path => path !== undefined && isAbsolute(path) && !path.includes('\0')) ?? cwd
}

const MAX_ROOTS = 20

/** Undefined for what is no file of this machine. */
function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}
