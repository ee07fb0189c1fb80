import { asObject, asString, asStrings, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { valueAt } from '../../../source/change-json.ts'
import { parseClientJson, whereBroken } from '../../../source/client-file.ts'
import { readSmallFile } from '../../../source/read-small-file.ts'
import type { App } from '../app.ts'
import { isOurServer, listOurHooks, type OurHook, ourHttpAddress, ourStatusLine, pluginSetting } from './our-entries.ts'
import { listPlaces, type Places, type Scope } from './places.ts'

export type { Scope } from './places.ts'

export type InstalledHook = OurHook

export interface InstalledServer {
  readonly command: string
  readonly args: readonly string[]
  readonly env: { readonly [name: string]: string }
}

/** What of ours stands in the files of one scope. */
export interface ScopeInstallation {
  readonly scope: Scope
  readonly settingsPath: string
  readonly mcpPath: string
  readonly hooks: readonly InstalledHook[]
  readonly mcp: InstalledServer | undefined
  /** Where a server of ours over HTTP listens that somebody made known by hand. */
  readonly httpServer: string | undefined
  /** Our command; undefined where the line is another's, or none. */
  readonly statusLine: string | undefined
  readonly hasOtherStatusLine: boolean
  /** What `enabledPlugins` says about a plugin of ours; undefined where it says nothing. */
  readonly plugin: boolean | undefined
  /** `disableAllHooks`. */
  readonly areHooksOff: boolean
  /** Sentences about files that are there and cannot be read. */
  readonly problems: readonly string[]
}

export interface Installation {
  /** The user's first (several where `CLAUDE_CONFIG_DIR` is a list), then the project's and the local one of this folder. */
  readonly scopes: readonly ScopeInstallation[]
  /** Local settings win over the project's, and those over the user's. */
  readonly isPluginOn: boolean
  /** Events at which a hook of ours runs in this folder, those of the plugin left out. */
  readonly events: ReadonlySet<string>
}

type Machine = Pick<App, 'cwd' | 'env' | 'executable' | 'home' | 'platform' | 'roots'>

/** A look that changes nothing and never fails. */
export function readInstallation(app: Machine): Installation {
  const scopes = listPlaces(app).map(places => readScope(places, app.executable.at(-1)))
  return {
    scopes,
    isPluginOn: isPluginOnIn(scopes, 'local'),
    events: new Set(scopes.flatMap(({ hooks }) => hooks.map(({ event }) => event))),
  }
}

/** Whether the plugin runs where the settings of this scope hold. */
export function isPluginOnIn(scopes: readonly ScopeInstallation[], scope: Scope): boolean {
  const heard: readonly Scope[] = scope === 'user' ? ['user'] : ['local', 'project', 'user']
  for (const one of heard) {
    const said = scopes.filter(entry => entry.scope === one && entry.plugin !== undefined)
    if (said.length > 0) return said.some(({ plugin }) => plugin === true)
  }
  return false
}

function readScope({ scope, settings: settingsPath, servers }: Places, script: string | undefined): ScopeInstallation {
  const problems: string[] = []
  const settings = readJson(settingsPath, problems)
  const known = valueAt(readJson(servers.path, problems), [...servers.at, 'backscroll']) as JsonValue | undefined
  const isOurs = ourStatusLine(settings.statusLine, script) !== undefined
  return {
    scope,
    settingsPath,
    mcpPath: servers.path,
    hooks: listOurHooks(settings, script),
    mcp: isOurServer(known, script) ? readServer(known) : undefined,
    httpServer: ourHttpAddress(known),
    statusLine: isOurs ? asString(asObject(settings.statusLine)?.command) : undefined,
    hasOtherStatusLine: settings.statusLine !== undefined && !isOurs,
    plugin: pluginSetting(settings),
    areHooksOff: settings.disableAllHooks === true,
    problems,
  }
}

function readServer(known: JsonValue | undefined): InstalledServer {
  const { command, args, env } = asObject(known) ?? {}
  const variables: [string, string][] = []
  for (const [name, value] of Object.entries(asObject(env) ?? {}))
    if (typeof value === 'string') variables.push([name, value])
  return { command: asString(command) ?? '', args: asStrings(args), env: Object.fromEntries(variables) }
}

/** `.claude.json` grows with every project. */
const MAX_BYTES = 16 * 1024 * 1024

function readJson(path: string, problems: string[]): JsonObject {
  const text = readSmallFile(path, MAX_BYTES)
  if (text === undefined || text.trim() === '') return {}
  const json = parseClientJson(text)
  if (!json) problems.push(`${path} is not a JSON object${whereBroken(text)}`)
  return json ?? {}
}
