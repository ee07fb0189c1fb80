import { readdirSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { RootEnvironment } from './roots.ts'

const SESSIONS = 'local-agent-mode-sessions'
/** The app's own folder, and the one it uses with another provider's models. */
const APP_NAMES = ['Claude', 'Claude-3p']
/** Seen: `<account>/<organisation>/local_<id>/.claude` and `<account>/<organisation>/agent/local_<id>/.claude`. */
const MAX_DEPTH = 4
const MAX_FOLDERS = 20_000
/** Folders beside the sessions that hold skills, uploads and results, never transcripts. */
const NOT_SESSIONS: ReadonlySet<string> = new Set(['skills-plugin', 'uploads', 'outputs', 'node_modules', '.git'])

/** The client folders that Claude Desktop makes, one for each of its local agent sessions. */
export function listDesktopFolders(env: Pick<RootEnvironment, 'home' | 'platform' | 'variables'>): readonly string[] {
  const found: string[] = []
  for (const app of listAppFolders(env)) walk(join(app, SESSIONS), found)
  return found
}

function listAppFolders(env: Pick<RootEnvironment, 'home' | 'platform' | 'variables'>): readonly string[] {
  return listAppParents(env).flatMap(parent => APP_NAMES.map(name => join(parent, name)))
}

function listAppParents({
  home,
  platform,
  variables,
}: Pick<RootEnvironment, 'home' | 'platform' | 'variables'>): string[] {
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support')]
  if (platform !== 'win32') return [absoluteOr(variables.XDG_CONFIG_HOME, join(home, '.config'))]
  const packages = join(absoluteOr(variables.LOCALAPPDATA, join(home, 'AppData', 'Local')), 'Packages')
  const stores = listFolders(packages).filter(name => name.startsWith('Claude_'))
  return [
    absoluteOr(variables.APPDATA, join(home, 'AppData', 'Roaming')),
    ...stores.map(name => join(packages, name, 'LocalCache', 'Roaming')),
  ]
}

function walk(top: string, found: string[]): void {
  let level = [top]
  let visited = 0
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = []
    for (const folder of level) {
      if (++visited > MAX_FOLDERS) return
      const names = listFolders(folder)
      if (names.includes('.claude')) found.push(join(folder, '.claude'))
      else next.push(...names.filter(name => !NOT_SESSIONS.has(name)).map(name => join(folder, name)))
    }
    level = next
  }
}

function listFolders(path: string): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter(item => item.isDirectory())
      .map(item => item.name)
  } catch {
    return []
  }
}

function absoluteOr(path: string | undefined, fallback: string): string {
  return path && isAbsolute(path) ? path : fallback
}
