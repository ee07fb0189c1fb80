import { quoteForShell } from '../../../text/quote-for-shell.ts'
import type { App } from '../app.ts'
import type { Installation, InstalledServer } from '../install/read-installation.ts'
import { splitWords } from '../install/split-words.ts'
import { findPluginFolder, findsProgram, launcherIn } from './plugin-folder.ts'

/** A command of ours in the client's settings, and the file that it stands in. */
export interface HookToTry {
  readonly path: string
  readonly command: string
  readonly event: string
  /** Undefined: it may be run. Otherwise why it is not. */
  readonly whyNot: string | undefined
  /** `path` is the folder of the plugin. */
  readonly isPlugin: boolean
}

export interface ServerToTry {
  readonly path: string
  readonly server: InstalledServer
  readonly whyNot: string | undefined
  readonly isPlugin: boolean
}

type Machine = Pick<App, 'env' | 'executable' | 'platform'>

/**
 * What the client runs, each command once. What stands in files of the project may have come with the project, from
 * anybody: it is run only where it is what `install` writes.
 */
export function listHooks(app: Machine, installation: Installation): readonly HookToTry[] {
  const found = installation.scopes.flatMap(({ scope, settingsPath, hooks }) =>
    hooks.map(({ command, event }) => {
      const isKnown = scope === 'user' || isOwnForm(splitWords(command), app, ['hook', event])
      return { path: settingsPath, command, event, whyNot: isKnown ? undefined : FOREIGN, isPlugin: false }
    }),
  )
  const folder = pluginToTry(app, installation)
  const command = folder && `node ${quoteForShell(launcherIn(folder))} hook Stop`
  const plugin = folder && command ? [{ path: folder, command, event: 'Stop', whyNot: undefined, isPlugin: true }] : []
  const seen = new Set<string>()
  return [...found, ...plugin].filter(({ command, event }) => {
    const program = command.replace(event, '')
    return !seen.has(program) && seen.add(program)
  })
}

/** The file with a person's own servers is never part of a project; that of a project is. */
export function listServers(app: Machine, installation: Installation): readonly ServerToTry[] {
  const found = installation.scopes.flatMap(({ scope, mcpPath, mcp }): readonly ServerToTry[] => {
    if (!mcp) return []
    const isPlain = Object.keys(mcp.env).length === 0 && isOwnForm([mcp.command, ...mcp.args], app, ['mcp'])
    return [
      { path: mcpPath, server: mcp, whyNot: scope !== 'project' || isPlain ? undefined : FOREIGN, isPlugin: false },
    ]
  })
  const folder = pluginToTry(app, installation)
  const server = folder && { command: 'node', args: [launcherIn(folder), 'mcp'], env: {} }
  return [...found, ...(folder && server ? [{ path: folder, server, whyNot: undefined, isPlugin: true }] : [])]
}

/** Where it finds nothing to run, that is the whole matter. */
function pluginToTry(app: Machine, installation: Installation): string | undefined {
  const folder = installation.isPluginOn ? findPluginFolder(installation) : undefined
  return findsProgram(app, folder) ? folder : undefined
}

const FOREIGN = 'it stands in a file of this project in another form than `install` writes'

function isOwnForm(
  words: readonly string[] | undefined,
  { executable }: Pick<App, 'executable'>,
  rest: readonly string[],
): boolean {
  const forms = [['backscroll'], executable].map(program => [...program, ...rest])
  return forms.some(form => form.length === words?.length && form.every((word, at) => word === words[at]))
}
