import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asObject, asObjects, asString, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { parseObject } from '../../../format/line.ts'
import { readSmallFile } from '../../../source/read-small-file.ts'
import type { App } from '../app.ts'
import { findProgram } from '../find-program.ts'
import type { Installation } from '../install/read-installation.ts'

/** Our plugin, where it is on. */
export interface InstalledPlugin {
  /** Where the client has put it; undefined where it does not say. */
  readonly folder: string | undefined
  /** Why it runs nothing, with what to do. */
  readonly problem: string | undefined
}

type Machine = Pick<App, 'env' | 'platform'>

export function readPlugin(app: Machine, installation: Installation, timeoutMs: number): InstalledPlugin | undefined {
  if (!installation.isPluginOn) return undefined
  const folder = findFolder(installation)
  return { folder, problem: findProblem(app, folder, timeoutMs) }
}

function findProblem(app: Machine, folder: string | undefined, timeoutMs: number): string | undefined {
  const node = findProgram('node', app)
  if (node === undefined)
    return 'The plugin is on, and there is no `node` on the PATH, so nothing of it runs: install Node 22.16 or newer there.'
  const said = folder === undefined ? undefined : askLauncher(node, folder, app, timeoutMs)
  if (said?.missing === 'node') return `The plugin is on, and nothing of it runs: ${asString(said.problem)}`
  const isThere = said ? said.missing === undefined : findsProgram(app, folder)
  return isThere
    ? undefined
    : 'The plugin is on, and finds no `backscroll` on the PATH: install it there, as with `npm install -g`.'
}

/** What it would run, in its own words. A plugin of an older version says nothing. */
function askLauncher(node: string, folder: string, { env }: Machine, timeout: number): JsonObject | undefined {
  const options = { env: { ...env } as NodeJS.ProcessEnv, encoding: 'utf8', timeout, windowsHide: true } as const
  return parseObject(spawnSync(node, [launcherIn(folder), '--where'], options).stdout ?? '')
}

function findsProgram(app: Machine, folder: string | undefined): boolean {
  const isBeside = folder !== undefined && existsSync(join(dirname(folder), 'dist', 'bin', 'backscroll.js'))
  return isBeside || findProgram('backscroll', app) !== undefined
}

function findFolder({ scopes }: Installation): string | undefined {
  const configs = scopes.filter(({ scope }) => scope === 'user').map(({ settingsPath }) => dirname(settingsPath))
  for (const config of configs) {
    const known = parseObject(readSmallFile(join(config, 'plugins', 'installed_plugins.json')) ?? '')
    const plugins = Object.entries(asObject(known?.plugins) ?? {}).filter(([name]) => /^backscroll@/i.test(name))
    const folders = plugins.flatMap(([, value]) => listFolders(value))
    const found = folders.findLast(folder => existsSync(launcherIn(folder)))
    if (found !== undefined) return found
  }
  return undefined
}

export function launcherIn(folder: string): string {
  return join(folder, 'scripts', 'launch.cjs')
}

/** Each installation is one entry of a list; in the first version of the file there was one, and no list. */
function listFolders(value: JsonValue | undefined): readonly string[] {
  const entries = Array.isArray(value) ? asObjects(value) : [asObject(value) ?? {}]
  return entries.flatMap(({ installPath }) => asString(installPath) ?? [])
}
