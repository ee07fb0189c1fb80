import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { App } from './app.ts'

/** The file that a shell would run for this name; undefined where there is none. */
export function findProgram(name: string, { env, platform }: Pick<App, 'env' | 'platform'>): string | undefined {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter(folder => folder !== '')
  const endings = platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD;.BAT').split(';') : ['']
  for (const folder of folders) {
    for (const ending of endings) {
      const path = join(folder, name + ending)
      if (isProgram(path)) return path
    }
  }
  return undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
