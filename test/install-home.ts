import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENTRY, type Result } from './cli-runner.ts'
import { type RunHereOptions, runHere } from './keep-home.ts'
import { makeTree, type TreeItem } from './temp-tree.ts'

/** What a full command of ours begins with on this machine. */
export const PROGRAM = `${process.execPath} ${ENTRY}`
/** What `install` sets up where nothing is said about recall. */
export const EVENTS = ['SessionStart', 'PreCompact', 'SubagentStop', 'Stop', 'SessionEnd'] as const

/** A home with a client and a project, and nothing else. */
export interface InstallHome {
  readonly home: string
  readonly project: string
  run(args: readonly string[], options?: RunHereOptions): Promise<Result>
  /** Runs in the project. */
  inProject(args: readonly string[]): Promise<Result>
  /** Undefined where there is no file. */
  read(path: string): string | undefined
  json(path: string): Settings
  /** Names of the copies that stand beside a file. */
  copies(folder: string): readonly string[]
}

export interface Settings {
  readonly hooks?: { readonly [event: string]: readonly Group[] }
  readonly mcpServers?: { readonly [name: string]: unknown }
  readonly projects?: { readonly [folder: string]: { readonly mcpServers?: { readonly [name: string]: unknown } } }
  readonly statusLine?: { readonly command: string; readonly [key: string]: unknown }
  readonly [key: string]: unknown
}

interface Group {
  readonly matcher?: string
  readonly hooks: readonly { readonly command: string; readonly timeout?: number }[]
}

export function makeInstallHome(files: { readonly [path: string]: TreeItem } = {}): InstallHome {
  const home = makeTree({ '.claude/projects/x/y': '', 'work/app/.git/HEAD': '', ...files })
  const project = join(home, 'work', 'app')
  const read = (path: string) => (existsSync(join(home, path)) ? readFileSync(join(home, path), 'utf8') : undefined)
  return {
    home,
    project,
    run: (args, options = {}) => runHere(args, { home, ...options }),
    inProject: args => runHere(args, { home, cwd: project }),
    read,
    json: path => JSON.parse(read(path) ?? 'null'),
    copies: folder => readdirSync(join(home, folder)).filter(name => name.includes('backscroll-backup')),
  }
}

/** The commands of hooks, by event. */
export function commandsOf({ hooks }: Settings): { readonly [event: string]: readonly string[] } {
  return Object.fromEntries(
    Object.entries(hooks ?? {}).map(([event, groups]) => [
      event,
      groups.flatMap(group => group.hooks.map(({ command }) => command)),
    ]),
  )
}
