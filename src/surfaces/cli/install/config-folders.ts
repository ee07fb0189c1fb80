import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { findRoots } from '../../../source/roots.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'

export interface ConfigFolders {
  /** Those that are there. */
  readonly folders: readonly string[]
  /** Named by `CLAUDE_CONFIG_DIR`, and not there. */
  readonly missing: readonly string[]
  readonly isNamed: boolean
}

type Machine = Pick<App, 'env' | 'home' | 'roots'>

/**
 * Each folder that the client itself would use: whose transcripts are read, and whether there are any, says nothing
 * about where its settings are.
 */
export function findConfigFolders(app: Machine): ConfigFolders {
  const isNamed = (app.env.CLAUDE_CONFIG_DIR ?? '').trim() !== ''
  if (!isNamed) {
    const usual = join(app.home, '.claude')
    return { folders: isFolder(usual) ? [usual] : [], missing: [], isNamed }
  }
  const { roots, problems } = findRoots({ ...app.roots, override: undefined })
  const named = roots.filter(({ from, isFile }) => from === 'CLAUDE_CONFIG_DIR' && !isFile)
  return {
    folders: [...new Set(named.map(({ configPath, path }) => configPath ?? path))],
    missing: problems.map(({ path }) => path),
    isNamed,
  }
}

export function requireConfigFolders(app: Machine, command: string): ConfigFolders {
  const found = findConfigFolders(app)
  if (found.folders.length > 0) return found
  throw new UserError({
    code: 'no-client',
    message: found.isNamed
      ? `CLAUDE_CONFIG_DIR names no folder (${app.env.CLAUDE_CONFIG_DIR}), so where the settings of Claude Code are is not known`
      : `there is no folder ${join(app.home, '.claude')}, so where the settings of Claude Code are is not known`,
    hint: found.isNamed
      ? 'Start Claude Code once with it, or correct the variable.'
      : `Start Claude Code once, which makes it; or name its folder: \`CLAUDE_CONFIG_DIR=DIR ${command}\`.`,
  })
}

/** The file in which the client keeps what it knows of a person's projects and servers; long ago it had another name. */
export function stateFileOf({ home }: Pick<App, 'home'>, folder: string, isNamed: boolean): string {
  const old = join(folder, '.config.json')
  if (existsSync(old)) return old
  return join(isNamed ? folder : home, '.claude.json')
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}
