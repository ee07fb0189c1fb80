import { isAbsolute } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProject } from '../../source/project.ts'
import { readBranch } from '../../source/read-branch.ts'
import { shorten } from '../../text/head.ts'
import { UserError } from '../../user-error.ts'
import type { CallScope, McpOptions } from './world.ts'

/** What is known of whoever asks. */
export interface Caller {
  /** What the client calls its roots, as URIs; undefined where it has none or does not say. */
  readonly roots: readonly string[] | undefined
  /** The folder that the address of an HTTP client names. */
  readonly folder: string | undefined
  /** Somebody else started this process: where it runs says nothing about whoever asks. */
  readonly isElsewhere?: boolean
  /** The session that runs there now. */
  findSession(): string | undefined
}

export interface WantedScope {
  readonly scope: CallScope['kind']
  readonly include_current: boolean
}

/**
 * Which sessions a call is about, from what the client says of itself, else from where it started this process. Throws
 * where neither is known and one project is wanted: another's sessions are no answer.
 */
export function scopeOf(options: Pick<McpOptions, 'cwd' | 'env'>, caller: Caller, wanted: WantedScope): CallScope {
  const folder = findFolder(options, caller)
  const ownSession = wanted.include_current ? undefined : caller.findSession()
  const facts = { ownSession, ...(caller.isElsewhere ? { isElsewhere: true } : {}) }
  if (folder === undefined) {
    if (wanted.scope === 'all') return { kind: 'all', project: undefined, branch: undefined, ...facts }
    throw caller.folder === undefined ? unknownProject() : badProject(caller.folder)
  }
  return { kind: wanted.scope, project: findProject(folder), branch: readBranch(folder), ...facts }
}

function findFolder(
  { cwd, env }: Pick<McpOptions, 'cwd' | 'env'>,
  { roots = [], folder, isElsewhere }: Caller,
): string | undefined {
  const root = roots.slice(0, MAX_ROOTS).map(pathOf).find(isFullPath)
  if (root !== undefined) return root
  if (folder !== undefined) return isFullPath(folder) ? folder : undefined
  if (isElsewhere) return undefined
  const { CLAUDE_PROJECT_DIR: named } = env
  return isFullPath(named) ? named : cwd
}

function isFullPath(path: string | undefined): path is string {
  return path !== undefined && isAbsolute(path) && !path.includes('\0')
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

function unknownProject(): UserError {
  return new UserError({
    code: 'no-project',
    message:
      'which project you work in is not known here: your client names no roots, and it did not start this server itself',
    hint: 'Repeat the call with scope: "all"; or tell the person to add ?project=FOLDER to the address of the server in their client.',
  })
}

function badProject(folder: string): UserError {
  return new UserError({
    code: 'bad-project',
    message: `"${shorten(folder, 100)}" behind ?project= in the address of this server is no full path of a folder`,
    hint: 'Tell the person to correct the address in their client, such as ?project=/home/me/app.',
  })
}
