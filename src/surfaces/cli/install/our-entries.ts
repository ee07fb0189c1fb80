import {
  asArray,
  asObject,
  asObjects,
  asString,
  asStrings,
  type JsonObject,
  type JsonValue,
} from '../../../format/json.ts'
import { splitWords } from './split-words.ts'

/** `own`: just as we write it, whatever the paths. `edited`: it runs backscroll in a form that somebody made theirs. */
export type Ownership = 'own' | 'edited' | undefined

/** A script with another name that is known to be ours: the one that runs now. */
export type OwnScript = string | undefined

const NAME = /^backscroll(\.(c|m)?js|\.cmd|\.exe|\.ps1)?$/i
const RUNNERS: ReadonlySet<string> = new Set('node nodejs bun npx bunx pnpm yarn dlx exec env'.split(' '))

export function ownershipOfHook(hook: JsonValue | undefined, event: string, script: OwnScript): Ownership {
  const entry = asObject(hook)
  const command = asString(entry?.command)
  if (command === undefined) return undefined
  const words = splitWords(command)
  const rest = words && wordsAfterProgram(words, script)
  if (rest?.at(-2) === 'hook' && rest.at(-1) === event) return 'own'
  // The other form that the client knows, with arguments in a list: we never write it.
  if (words && wordsAfterProgram([...words, ...asStrings(entry?.args)], script)?.at(-1) === event) return 'edited'
  return MENTIONED.test(command) && command.includes(`hook ${event}`) ? 'edited' : undefined
}

const MENTIONED = /(^|[\s"'/\\])backscroll(@|\.\w+|["'\s])/i

export function isOurServer(server: JsonValue | undefined, script: OwnScript): boolean {
  const entry = asObject(server)
  const command = asString(entry?.command)
  if (command === undefined || (entry?.type !== undefined && entry.type !== 'stdio')) return false
  return wordsAfterProgram([command, ...asStrings(entry?.args)], script)?.includes('mcp') ?? false
}

/**
 * Where a server of ours over HTTP listens, without what stands behind the address; undefined for another's. Somebody made
 * it known by hand, as docs/mcp.md says: `install` never writes it.
 */
export function ourHttpAddress(server: JsonValue | undefined): string | undefined {
  const { type, url } = asObject(server) ?? {}
  const address = type === 'http' ? URL.parse(asString(url) ?? '') : undefined
  if (!address || !LOOPBACK.has(address.hostname) || address.pathname !== '/mcp') return undefined
  return address.origin + address.pathname
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Keys stand in the environment, the headers and the arguments of servers: what may be shown is which server it is. */
export function showServer(server: JsonValue | undefined, script: OwnScript): object {
  const { type, command, args, url } = asObject(server) ?? {}
  const shownArgs = isOurServer(server, script) ? args : asArray(args) && '…'
  return { type, command, args: shownArgs, url: url === undefined ? undefined : '…' }
}

/** What follows `statusline` in our command, such as a template; undefined for a line that is another's. */
export function ourStatusLine(line: JsonValue | undefined, script: OwnScript): readonly string[] | undefined {
  const words = splitWords(asString(asObject(line)?.command) ?? '')
  const rest = words && wordsAfterProgram(words, script)
  const at = rest?.indexOf('statusline') ?? -1
  return at < 0 ? undefined : rest?.slice(at + 1)
}

/** Whether anything of ours stands in a file, in whatever scope. */
export function holdsOurs(json: JsonObject, script: OwnScript): boolean {
  const servers = [json, ...Object.values(asObject(json.projects) ?? {}).map(asObject)].map(part => part?.mcpServers)
  return (
    listOurHooks(json, script).length > 0 ||
    ourStatusLine(json.statusLine, script) !== undefined ||
    servers.some(known => isOurServer(asObject(known)?.backscroll, script))
  )
}

export interface OurHook {
  readonly event: string
  readonly matcher: string | undefined
  /** As in the file: the client gives it to a shell. */
  readonly command: string
  /** Somebody made it theirs: `install` and `uninstall` leave it as it is. */
  readonly isEdited: boolean
}

/** Also those that somebody made theirs. */
export function listOurHooks(settings: JsonObject, script: OwnScript): readonly OurHook[] {
  return Object.entries(asObject(settings.hooks) ?? {}).flatMap(([event, groups]) =>
    asObjects(groups).flatMap(({ matcher, hooks }) =>
      asObjects(hooks).flatMap(hook => {
        const ownership = ownershipOfHook(hook, event, script)
        if (ownership === undefined) return []
        const isEdited = ownership === 'edited'
        return [{ event, matcher: asString(matcher), command: String(hook.command), isEdited }]
      }),
    ),
  )
}

/** What `enabledPlugins` says about a plugin of ours; undefined where it says nothing. */
export function pluginSetting(settings: { readonly enabledPlugins?: JsonValue | undefined }): boolean | undefined {
  const known = Object.entries(asObject(settings.enabledPlugins) ?? {}).filter(([name]) => /^backscroll@/i.test(name))
  return known.length === 0 ? undefined : known.some(([, value]) => value === true || asArray(value) !== undefined)
}

/** The words that backscroll gets; undefined where the words do not run it. */
function wordsAfterProgram(words: readonly string[], script: OwnScript): readonly string[] | undefined {
  const at = words.findIndex(word => isProgram(word, script))
  if (at < 0) return undefined
  const before = words.slice(0, at)
  return before.every((word, place) => mayStandBefore(word, before[place - 1])) ? words.slice(at + 1) : undefined
}

function isProgram(word: string, script: OwnScript): boolean {
  const path = word.replaceAll('\\', '/')
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (word === script || path === script?.replaceAll('\\', '/')) return true
  return NAME.test(name) || /^backscroll@[^/]+$/.test(name) || path.endsWith('/surfaces/cli/bin.ts')
}

/** A variable, an option and its value, a program by its full name, or one that runs others. */
function mayStandBefore(word: string, previous: string | undefined): boolean {
  if (/^\w+=/.test(word) || word.startsWith('-') || previous?.startsWith('-')) return true
  return /^([/\\~]|[a-z]:)/i.test(word) || RUNNERS.has(word.toLowerCase().replace(/\.exe$/, ''))
}
