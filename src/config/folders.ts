import { isAbsolute, join } from 'node:path'

/** The part of the machine that decides where things are kept. */
export interface Machine {
  readonly platform: string
  readonly home: string
  readonly env: { readonly [name: string]: string | undefined }
}

/** The one config file, in the platform's own folder for such files. */
export function configPath(machine: Machine): string {
  return join(configFolder(machine), 'backscroll', 'config.json')
}

/** Where backscroll keeps what it makes itself: `BACKSCROLL_HOME`, else the platform's folder for data. */
export function keepFolder(machine: Machine): string {
  const chosen = machine.env.BACKSCROLL_HOME
  return chosen ? join(chosen) : join(dataFolder(machine), 'backscroll')
}

function configFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config')
}

function dataFolder({ platform, home, env }: Machine): string {
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share')
}

/** The XDG rules say to ignore a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined
}
