import { isAbsolute } from 'node:path'
import { formatNumberOf } from '../../../text/count.ts'
import { formatAge } from '../../../time/age.ts'
import type { App } from '../app.ts'
import { findProgram } from '../find-program.ts'
import type { HookFailure } from '../hook/failures.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import type { CaptureRequest } from '../hook/pending.ts'
import { findWorker } from '../hook/worker-claim.ts'
import { scopeOption } from '../install/places.ts'
import type { Installation, ScopeInstallation } from '../install/read-installation.ts'
import { wantedEvents } from '../install/wanted.ts'
import type { RecallState } from '../recall/recall-state.ts'
import { isOlder } from './is-older.ts'
import type { Tried } from './list-trials.ts'
import { probeKeep } from './probe-keep.ts'
import type { InstalledPlugin } from './read-plugin.ts'
import type { HookTrial } from './try-hook.ts'
import type { ServerTrial } from './try-server.ts'

/** Each is a sentence with what to do. */
type Problems = readonly string[]

/** A worker needs seconds. */
const STUCK_MS = 10 * 60_000
const MAX_FAILURES = 5

/** Whether the folder that everything is kept in can be written: where it cannot, hooks cannot even say so. */
export function listKeepProblems(app: App): Problems {
  const named = app.env.BACKSCROLL_HOME ?? ''
  const isRelative = named !== '' && !isAbsolute(named) && !/^~(?:[\\/]|$)/.test(named)
  const why = probeKeep(app.keepDir)
  return [
    ...(why === undefined ? [] : [`Nothing can be kept in ${app.keepDir}: ${why}.`]),
    ...(isRelative
      ? [
          `BACKSCROLL_HOME is relative (${named}), so each folder that Claude Code is started in keeps its own: name it in full.`,
        ]
      : []),
  ]
}

export function listFileProblems({ scopes }: Installation): Problems {
  return [...new Set(scopes.flatMap(({ problems }) => problems))].map(problem => `${problem}: correct it by hand.`)
}

export function listTrialProblems(app: App, what: string, tried: readonly Tried<HookTrial | ServerTrial>[]): Problems {
  return tried.flatMap(one => {
    const { path, result } = one
    const subject = `The ${what} in ${path}`
    if (result?.problem !== undefined) {
      const problem = `${subject}: ${result.problem.replace(/\.$/, '')}`
      if (result.next === 'said') return [`${problem}.`]
      if (result.next === 'sync') return [`${problem}; meanwhile \`${app.commandName} sync\` keeps what is there.`]
      return [`${problem}; ${nextFor(app, one)}.`]
    }
    if (result?.version === undefined || !isOlder(result.version, app.version)) return []
    return [`${subject} is of version ${result.version}, this is ${app.version}; ${nextFor(app, one)}.`]
  })
}

function nextFor(app: App, { scope, command, isEdited }: Tried<unknown>): string {
  if (scope === undefined) return 'the plugin runs the `backscroll` on the PATH'
  if (isEdited) return 'it has a form of your own: correct it by hand'
  if (scope === 'project' && /^backscroll\s/.test(command) && findProgram('backscroll', app) === undefined)
    return 'everybody in the project needs `backscroll` on their PATH, and it is not on yours: install it there, as with `npm install -g`'
  return `\`${app.commandName} install${scopeOption(scope)}\` writes it anew`
}

/** Hooks that are missing, doubled or switched off. */
export function listGaps(app: App, installation: Installation, plugin: InstalledPlugin | undefined): Problems {
  const { scopes, isPluginOn, events } = installation
  const problems: string[] = []
  const off = scopes.find(({ areHooksOff }) => areHooksOff)
  if (off)
    problems.push(
      `No hook runs: ${off.settingsPath} sets \`disableAllHooks\`; take that out to keep sessions as they go.`,
    )
  const missing = wantedEvents('off').filter(event => !events.has(event))
  if (!isPluginOn && events.size > 0 && missing.length > 0)
    problems.push(`Nothing runs at ${missing.join(', ')}: ${fix(app, `install${hookScope(scopes)}`)}.`)
  problems.push(...listDoubled(app, scopes))
  const beside = scopes.filter(({ hooks, mcp }) => hooks.length > 0 || mcp)
  if (isPluginOn && beside.length > 0) {
    const commands = [...new Set(beside.map(({ scope }) => `\`${app.commandName} uninstall${scopeOption(scope)}\``))]
    problems.push(
      `The plugin is on, and hooks or server stand in the settings too, so all runs twice: ${commands.join(' and ')} puts that right.`,
    )
  }
  if (plugin?.problem !== undefined) problems.push(plugin.problem)
  return problems
}

/** The client runs a command that stands in several files once, and each that differs. */
function listDoubled(app: App, scopes: readonly ScopeInstallation[]): Problems {
  for (const [at, later] of [...scopes.entries()].reverse()) {
    for (const earlier of scopes.slice(0, at).filter(({ scope }) => scope !== later.scope)) {
      const isTwice = (event: string, command: string): boolean =>
        earlier.hooks.some(hook => hook.event === event && hook.command !== command)
      const events = new Set(later.hooks.filter(hook => isTwice(hook.event, hook.command)).map(({ event }) => event))
      if (events.size === 0) continue
      const command = `${app.commandName} uninstall${scopeOption(later.scope)} --only hooks`
      return [
        `Hooks stand in ${earlier.settingsPath} and in ${later.settingsPath}, so they run twice at ${[...events].join(', ')}: \`${command}\` takes out the latter.`,
      ]
    }
  }
  return []
}

export function listRecallProblems(app: App, { level, missing }: RecallState, { scopes }: Installation): Problems {
  if (missing.length === 0) return []
  const scope = hookScope(scopes)
  // What one person chose does not decide what others commit, unless it is said.
  const recall = scope.endsWith('project') ? ` --recall ${level}` : ''
  return [
    `Recall is switched on (${level}), but nothing runs at ${missing.join(' and ')}: ${fix(app, `install${scope}${recall}`)}.`,
  ]
}

/** As an option: where hooks of ours stand already, else the person's own settings. */
function hookScope(scopes: readonly ScopeInstallation[]): string {
  return scopeOption(scopes.find(({ hooks }) => hooks.length > 0)?.scope ?? 'user')
}

function fix({ commandName }: App, command: string): string {
  return `\`${commandName} ${command}\` puts that right`
}

export function listFailureProblems(app: App, failures: readonly HookFailure[]): Problems {
  return failures
    .slice(-MAX_FAILURES)
    .toReversed()
    .map(
      ({ at, event, message }) =>
        `A hook failed ${formatAge(at, app.now())}${event ? ` at ${event}` : ''}: ${message.replace(/\.$/, '')}.`,
    )
}

export function listWaitingProblems(app: App, pending: readonly CaptureRequest[]): Problems {
  const old = pending.filter(({ at }) => app.now() - at > STUCK_MS)
  if (old.length === 0) return []
  const since = formatAge(Math.min(...old.map(({ at }) => at)), app.now())
  const worker = findWorker(hookPlaces(app.keepDir).worker, app.now())
  const who = worker === undefined ? '' : ` (process ${worker} is at it)`
  return [
    `${formatNumberOf(old.length, 'session waits', 'sessions wait')} to be kept, the first since ${since}${who}: \`${app.commandName} sync\` keeps them now.`,
  ]
}
