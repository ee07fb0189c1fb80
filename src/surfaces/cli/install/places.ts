import { join } from 'node:path'
import type { JsonPath } from '../../../source/edit-json.ts'
import { findRealFolder, findRepository } from '../../../source/project.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { type ConfigFolders, findConfigFolders, requireConfigFolders, stateFileOf } from './config-folders.ts'

/**
 * surfaces/cli/install writes hooks, MCP server and status line into the settings of Claude Code, and takes them out
 * again. It knows which file is whose (here), what of them is ours (our-entries.ts), and what it found when it first came
 * (install-record.ts), so that uninstalling gives back the bytes that were there.
 */
export const SCOPES = ['user', 'project', 'local'] as const
export type Scope = (typeof SCOPES)[number]

/** For behind a command: nothing for the scope that is taken where none is named. */
export function scopeOption(scope: Scope): string {
  return scope === 'user' ? '' : ` --scope ${scope}`
}

/** One folder of settings in one scope. */
export interface Places {
  readonly scope: Scope
  /** Hooks, status line and plugins. */
  readonly settings: string
  /** Servers, and where in that file. */
  readonly servers: { readonly path: string; readonly at: JsonPath }
  /** The project's folder; undefined for what holds everywhere. */
  readonly folder: string | undefined
}

type Machine = Pick<App, 'cwd' | 'env' | 'home' | 'platform' | 'roots'>

/** Throws where the client, or a project of one's own, is not found. */
export function requirePlaces(app: Machine, scope: Scope, command: string): readonly Places[] {
  if (scope === 'project') {
    requireProject(app, scope)
    return projectPlaces(app)
  }
  const found = requireConfigFolders(app, command)
  if (scope === 'user') return userPlaces(app, found)
  requireProject(app, scope)
  return localPlaces(app, found)
}

/** The same for a look: what is not there is where it would be. */
export function listPlaces(app: Machine): readonly Places[] {
  const found = findConfigFolders(app)
  const usual = found.folders.length > 0 ? found : { ...found, folders: [join(app.home, '.claude')], isNamed: false }
  return [
    ...userPlaces(app, usual),
    ...(isHome(app, projectFolder(app).top) ? [] : [...projectPlaces(app), ...localPlaces(app, usual)]),
  ]
}

function userPlaces(app: Machine, { folders, isNamed }: ConfigFolders): readonly Places[] {
  return folders.map(folder => ({
    scope: 'user',
    settings: join(folder, 'settings.json'),
    servers: { path: stateFileOf(app, folder, isNamed), at: ['mcpServers'] },
    folder: undefined,
  }))
}

function projectPlaces(app: Machine): readonly Places[] {
  const { top } = projectFolder(app)
  const servers = { path: join(top, '.mcp.json'), at: ['mcpServers'] }
  return [{ scope: 'project', settings: join(top, '.claude', 'settings.json'), servers, folder: top }]
}

function localPlaces(app: Machine, { folders, isNamed }: ConfigFolders): readonly Places[] {
  const { top, main } = projectFolder(app)
  const key = app.platform === 'win32' ? main.replaceAll('\\', '/') : main
  return folders.map(folder => ({
    scope: 'local',
    settings: join(top, '.claude', 'settings.local.json'),
    servers: { path: stateFileOf(app, folder, isNamed), at: ['projects', key, 'mcpServers'] },
    folder: top,
  }))
}

/**
 * The client takes settings from the folder it is started in, mostly that of the repository, and keeps what it knows of a
 * project under the main folder of its repository. A home that is a repository (of dotfiles) is no project.
 */
export function projectFolder({ cwd, home }: Pick<App, 'cwd' | 'home'>): {
  readonly top: string
  readonly main: string
} {
  const repository = findRepository(cwd)
  if (!repository || isHome({ home }, repository.top)) return { top: cwd, main: cwd }
  return { top: repository.top, main: repository.path }
}

/** A working folder has the name that links lead to; the home may have that of a link. */
function isHome({ home }: Pick<App, 'home'>, folder: string): boolean {
  return folder === home || folder === findRealFolder(home)
}

function requireProject(app: Machine, scope: Scope): void {
  if (findRealFolder(app.cwd) === undefined)
    throw new UserError({
      code: 'folder-is-gone',
      message: `the folder you are in (${app.cwd}) is gone: settings of scope ${scope} belong into the folder of a project`,
      hint: 'Go to the folder of the project first, or leave out --scope.',
    })
  if (!isHome(app, projectFolder(app).top)) return
  throw new UserError({
    code: 'home-is-no-project',
    message: `this is your home folder: settings of scope ${scope} belong into the folder of a project`,
    hint: 'Go to the folder of the project first, or leave out --scope.',
  })
}
