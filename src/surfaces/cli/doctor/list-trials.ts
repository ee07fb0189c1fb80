import { quoteForShell } from '../../../text/quote-for-shell.ts'
import type { App } from '../app.ts'
import type { Installation, InstalledServer, Scope } from '../install/read-installation.ts'
import { splitWords } from '../install/split-words.ts'
import { type InstalledPlugin, launcherIn } from './read-plugin.ts'

/** A command of ours in the client's settings, and the file that it stands in. */
export interface HookToTry {
  readonly path: string
  readonly command: string
  readonly event: string
  /** Undefined: it may be run. Otherwise why it is not. */
  readonly whyNot: string | undefined
  /** Undefined: `path` is the folder of the plugin. */
  readonly scope: Scope | undefined
  /** Somebody made it theirs. */
  readonly isEdited: boolean
}

export interface ServerToTry {
  readonly path: string
  /** Undefined for one over HTTP, which the client does not start. */
  readonly server: InstalledServer | undefined
  readonly command: string
  readonly whyNot: string | undefined
  readonly scope: Scope | undefined
  readonly isEdited: boolean
}

/** A command, the file that it stands in, and what came of it; undefined where it was not run, for a reason. */
export interface Tried<Result> {
  readonly path: string
  readonly command: string
  readonly result: Result | undefined
  readonly whyNot: string | undefined
  /** Undefined: `path` is the folder of the plugin. */
  readonly scope: Scope | undefined
  /** Somebody made it theirs. */
  readonly isEdited: boolean
}

type Machine = Pick<App, 'executable'>

/**
 * What the client runs, each command once. What stands in files of the project may have come with the project, from
 * anybody: it is run only where it is what `install` writes.
 */
export function listHooks(
  app: Machine,
  installation: Installation,
  plugin: InstalledPlugin | undefined,
): readonly HookToTry[] {
  const found = installation.scopes.flatMap(({ scope, settingsPath, hooks }) =>
    hooks.map(({ command, event, isEdited }) => {
      const isKnown = scope === 'user' || isOwnForm(splitWords(command), app, ['hook', event])
      return { path: settingsPath, command, event, whyNot: isKnown ? undefined : FOREIGN, scope, isEdited }
    }),
  )
  const folder = pluginToTry(plugin)
  const command = folder && `node ${quoteForShell(launcherIn(folder))} hook Stop`
  const own = { event: 'Stop', whyNot: undefined, scope: undefined, isEdited: false }
  const fromPlugin = folder && command ? [{ path: folder, command, ...own }] : []
  const seen = new Set<string>()
  return [...found, ...fromPlugin].filter(({ command, event }) => {
    const program = command.replace(event, '')
    return !seen.has(program) && seen.add(program)
  })
}

/** The file with a person's own servers is never part of a project; that of a project is. */
export function listServers(
  app: Machine,
  installation: Installation,
  plugin: InstalledPlugin | undefined,
): readonly ServerToTry[] {
  const found = installation.scopes.flatMap(({ scope, mcpPath: path, mcp, httpServer }): readonly ServerToTry[] => {
    if (httpServer !== undefined)
      return [{ path, server: undefined, command: httpServer, whyNot: OVER_HTTP, scope, isEdited: true }]
    if (!mcp) return []
    const isPlain = Object.keys(mcp.env).length === 0 && isOwnForm([mcp.command, ...mcp.args], app, ['mcp'])
    const whyNot = scope !== 'project' || isPlain ? undefined : FOREIGN
    return [{ path, server: mcp, command: lineOf(mcp), whyNot, scope, isEdited: false }]
  })
  const folder = pluginToTry(plugin)
  if (folder === undefined) return found
  const server = { command: 'node', args: [launcherIn(folder), 'mcp'], env: {} }
  const own = { whyNot: undefined, scope: undefined, isEdited: false }
  return [...found, { path: folder, server, command: lineOf(server), ...own }]
}

function lineOf({ command, args }: InstalledServer): string {
  return [command, ...args].join(' ')
}

/** Where it finds nothing to run, that is the whole matter. */
function pluginToTry(plugin: InstalledPlugin | undefined): string | undefined {
  return plugin?.problem === undefined ? plugin?.folder : undefined
}

const OVER_HTTP = 'it is one over HTTP, which Claude Code does not start: `/mcp` there shows whether it answers'
const FOREIGN = 'it stands in a file of this project in another form than `install` writes'

function isOwnForm(
  words: readonly string[] | undefined,
  { executable }: Pick<App, 'executable'>,
  rest: readonly string[],
): boolean {
  const forms = [['backscroll'], executable].map(program => [...program, ...rest])
  return forms.some(form => form.length === words?.length && form.every((word, at) => word === words[at]))
}
