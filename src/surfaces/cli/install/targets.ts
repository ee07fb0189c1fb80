import { type ClientFile, openClientFile } from '../../../source/client-file.ts'
import type { JsonPath } from '../../../source/edit-json.ts'
import type { Places, Scope } from './places.ts'
import type { Part } from './wanted.ts'

/** One file of the client, and what of ours belongs there. */
export interface Target {
  readonly scope: Scope
  readonly path: string
  readonly hooks: boolean
  readonly statusLine: boolean
  readonly servers: JsonPath | undefined
  /** The project's folder, where the file stands in it. */
  readonly folder: string | undefined
}

export interface OpenedTarget {
  readonly target: Target
  readonly file: ClientFile
}

/** Each file once: links in several folders of the client may lead to one. */
export function openTargets(places: readonly Places[], parts: ReadonlySet<Part>): readonly OpenedTarget[] {
  const opened = new Map<string, OpenedTarget>()
  for (const target of listTargets(places, parts)) {
    const file = openTarget(target)
    const key = JSON.stringify([file.real, target.servers])
    if (!opened.has(key)) opened.set(key, { target, file })
  }
  return [...opened.values()]
}

/** Each name once. */
function listTargets(places: readonly Places[], parts: ReadonlySet<Part>): readonly Target[] {
  const targets = new Map<string, Target>()
  const [hooks, statusLine] = [parts.has('hooks'), parts.has('statusline')]
  for (const { scope, settings, servers, folder } of places) {
    if (hooks || statusLine)
      targets.set(settings, { scope, path: settings, hooks, statusLine, servers: undefined, folder })
    if (!parts.has('mcp')) continue
    const inFolder = scope === 'project' ? folder : undefined
    const { path, at } = servers
    targets.set(path, { scope, path, hooks: false, statusLine: false, servers: at, folder: inFolder })
  }
  return [...targets.values()]
}

const BY_HAND = 'make the change by hand (docs/install.md has what to write)'

function openTarget({ path, folder, scope }: Target): ClientFile {
  return openClientFile(path, {
    byHand: BY_HAND,
    // A person's own file may stand with their other dotfiles. What a project brings must not lead out of it.
    ...(folder === undefined ? { followsLinks: true } : { within: folder }),
    // What is shared has the rights that a person's files have.
    mode: scope === 'project' ? 0o666 : 0o600,
  })
}
