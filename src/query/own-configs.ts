import { realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expandHome, findRoots, type Root, type RootEnvironment } from '../source/roots.ts'

/** What has to be known of a machine to find the clients on it. */
export interface ClientMachine {
  readonly home: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly roots: RootEnvironment
  readonly isDemo: boolean
}

/** Folders of clients on this machine, whatever `--root` or the settings say. */
export function listOwnRoots({ isDemo, roots }: ClientMachine): readonly Root[] {
  const found = isDemo ? findRoots(roots).roots : findRoots({ ...roots, override: undefined }).roots
  return found.filter(root => root.from !== 'desktop')
}

/** The config folder that `claude` uses when it is started here. */
export function activeConfig({ env, home, roots }: ClientMachine): string {
  const [first = ''] = (env.CLAUDE_CONFIG_DIR ?? '').split(',').map(part => part.trim())
  return first === '' ? join(home, '.claude') : resolve(roots.workingFolder, expandHome(first, home))
}

export function listOwnConfigs(machine: ClientMachine): readonly string[] {
  return [activeConfig(machine), ...listOwnRoots(machine).flatMap(root => root.configPath ?? [])]
}

/** Two names of one file or folder. */
export function isSamePath(a: string, b: string): boolean {
  return realOr(a) === realOr(b)
}

function realOr(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}
