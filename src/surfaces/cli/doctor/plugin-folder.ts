import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { asObject, asObjects, asString, type JsonValue } from '../../../format/json.ts'
import { parseObject } from '../../../format/line.ts'
import { readSmallFile } from '../../../source/read-small-file.ts'
import type { App } from '../app.ts'
import { findProgram } from '../find-program.ts'
import type { Installation } from '../install/read-installation.ts'

/** Where the client has put our plugin; undefined where it does not say. */
export function findPluginFolder({ scopes }: Installation): string | undefined {
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

/** Whether the plugin finds a backscroll to run: on the PATH, or beside itself in a clone. */
export function findsProgram(app: Pick<App, 'env' | 'platform'>, folder: string | undefined): boolean {
  const isBeside = folder !== undefined && existsSync(join(dirname(folder), 'dist', 'bin', 'backscroll.js'))
  return isBeside || findProgram('backscroll', app) !== undefined
}

export function launcherIn(folder: string): string {
  return join(folder, 'scripts', 'launch.cjs')
}

/** Each installation is one entry of a list; in the first version of the file there was one, and no list. */
function listFolders(value: JsonValue | undefined): readonly string[] {
  const entries = Array.isArray(value) ? asObjects(value) : [asObject(value) ?? {}]
  return entries.flatMap(({ installPath }) => asString(installPath) ?? [])
}
