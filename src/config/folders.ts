import { isAbsolute, join, resolve } from 'node:path'

/** The part of the machine that decides where things are kept. */
export interface Machine {
  readonly platform: string
  readonly home: string
  readonly env: { readonly [name: string]: string | undefined }
  /** The working folder; looked at only where `BACKSCROLL_HOME` is relative. */
  readonly cwd: string
}

/** The one config file, in the platform's own folder for such files. */
export function configPath(machine: Omit<Machine, 'cwd'>): string {
  return join(configFolder(machine), 'backscroll', 'config.json')
}

/**
 * Where backscroll keeps what it makes itself: `BACKSCROLL_HOME`, else the platform's folder for data. Always absolute: a
 * process that is started elsewhere must find the same.
 */
export function keepFolder(machine: Machine): string {
  const chosen = machine.env.BACKSCROLL_HOME
  if (!chosen) return join(dataFolder(machine), 'backscroll')
  // In a settings file no shell puts the home folder in its place.
  if (/^~(?:[\\/]|$)/.test(chosen)) return join(machine.home, chosen.slice(1))
  return isAbsolute(chosen) ? join(chosen) : resolve(machine.cwd, chosen)
}

type Folders = Omit<Machine, 'cwd'>

function configFolder({ platform, home, env }: Folders): string {
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config')
}

function dataFolder({ platform, home, env }: Folders): string {
  if (platform === 'win32') return env.LOCALAPPDATA || join(home, 'AppData', 'Local')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  return absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share')
}

/** The XDG rules say to ignore a relative path. */
function absolute(path: string | undefined): string | undefined {
  return path && isAbsolute(path) ? path : undefined
}
