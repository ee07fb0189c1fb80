import { existsSync } from 'node:fs'
import type { RecallChoice } from '../../../config/recall-setting.ts'
import { findProject } from '../../../source/project.ts'
import { formatNumberOf } from '../../../text/count.ts'
import { formatAge } from '../../../time/age.ts'
import { formatIso } from '../../../time/day.ts'
import type { App } from '../app.ts'
import { type HookFailure, readFailures } from '../hook/failures.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import { listPending } from '../hook/pending.ts'
import { findWorker } from '../hook/worker-claim.ts'
import { type Installation, readInstallation, type Scope } from '../install/read-installation.ts'
import { wantedEvents } from '../install/wanted.ts'
import { readRecallState } from '../recall/recall-state.ts'
import { isOlder } from './is-older.ts'
import { listHooks, listServers } from './list-trials.ts'
import { findPluginFolder, findsProgram } from './plugin-folder.ts'
import type { TrialPlace } from './run-trial.ts'
import { type HookTrial, tryHook } from './try-hook.ts'
import { type ServerTrial, tryServer } from './try-server.ts'

/** How backscroll is set up in Claude Code, and whether that works: what was run, and what is wrong. */
export interface InstallationCheck {
  readonly isClean: boolean
  /** Anything of ours stands in the client's settings. */
  readonly isSetUp: boolean
  readonly isPluginOn: boolean
  readonly scopes: readonly {
    readonly scope: Scope
    readonly settingsPath: string
    readonly mcpPath: string
    readonly events: readonly string[]
    readonly hasServer: boolean
    readonly hasStatusLine: boolean
  }[]
  /** Of the project that this folder belongs to. */
  readonly recall: RecallChoice
  readonly hooks: readonly Tried<HookTrial>[]
  readonly servers: readonly Tried<ServerTrial>[]
  /** Of the last week, newest first. */
  readonly failures: readonly (Omit<HookFailure, 'at'> & { readonly at: string | undefined })[]
  /** Sessions that hooks asked to keep and that wait for it. */
  readonly waiting: number
  /** Sentences, each with what to do. */
  readonly problems: readonly string[]
}

/** A command, the file that it stands in, and what came of it; undefined where it was not run, for a reason. */
export interface Tried<Result> {
  readonly path: string
  readonly command: string
  readonly result: Result | undefined
  readonly whyNot: string | undefined
  /** `path` is the folder of the plugin. */
  readonly isPlugin: boolean
}

/** For a hook, and for each answer of a server. */
const TIMEOUT_MS = 5000
const WEEK_MS = 7 * 24 * 60 * 60_000
/** A worker needs seconds. */
const STUCK_MS = 10 * 60_000
const MAX_FAILURES = 5

export async function checkInstallation(app: App, timeoutMs = TIMEOUT_MS): Promise<InstallationCheck> {
  const installation = readInstallation(app)
  const recall = readRecallState(app, findProject(app.cwd))
  // In a folder that was removed nothing can be started, whatever it is.
  const cwd = existsSync(app.cwd) ? app.cwd : app.home
  const place = { cwd, env: app.env, platform: app.platform, timeoutMs }
  // One after the other: the time of a hook is that of a hook alone.
  const hooks = await runHooks(app, installation, place)
  const servers = await runServers(app, installation, place)
  const pending = listPending(hookPlaces(app.keepDir))
  const failures = readFailures(hookPlaces(app.keepDir)).filter(({ at }) => app.now() - at < WEEK_MS)
  const isSetUp = installation.isPluginOn || installation.scopes.some(scope => scope.hooks.length > 0 || scope.mcp)
  const problems = [
    ...listFileProblems(installation),
    ...listTrialProblems(app, 'hook', hooks),
    ...listTrialProblems(app, 'server', servers),
    ...(isSetUp ? listGaps(app, installation) : []),
    ...(recall.missing.length > 0
      ? [
          `Recall is switched on (${recall.level}), but nothing runs at ${recall.missing.join(' and ')}: ${fix(app, 'install')}.`,
        ]
      : []),
    ...listFailureProblems(app, failures),
    ...listWaitingProblems(app, pending),
  ]
  return {
    isClean: problems.length === 0,
    isSetUp,
    isPluginOn: installation.isPluginOn,
    scopes: installation.scopes.map(scope => ({
      scope: scope.scope,
      settingsPath: scope.settingsPath,
      mcpPath: scope.mcpPath,
      events: [...new Set(scope.hooks.map(({ event }) => event))],
      hasServer: scope.mcp !== undefined,
      hasStatusLine: scope.statusLine !== undefined,
    })),
    recall: recall.level,
    hooks,
    servers,
    failures: failures.toReversed().map(failure => ({ ...failure, at: formatIso(failure.at) })),
    waiting: pending.length,
    problems,
  }
}

function fix({ commandName }: App, command: string): string {
  return `\`${commandName} ${command}\` puts that right`
}

async function runHooks(app: App, installation: Installation, place: TrialPlace): Promise<InstallationCheck['hooks']> {
  const hooks: Tried<HookTrial>[] = []
  for (const { command, event, ...rest } of listHooks(app, installation)) {
    const result = rest.whyNot === undefined ? await tryHook({ command, event }, place) : undefined
    hooks.push({ ...rest, command, result })
  }
  return hooks
}

function runServers(app: App, installation: Installation, place: TrialPlace): Promise<InstallationCheck['servers']> {
  const runs = listServers(app, installation).map(async ({ server, ...rest }) => {
    const result = rest.whyNot === undefined ? await tryServer(server, place) : undefined
    return { ...rest, command: [server.command, ...server.args].join(' '), result }
  })
  return Promise.all(runs)
}

function listFileProblems({ scopes }: Installation): readonly string[] {
  return [...new Set(scopes.flatMap(({ problems }) => problems))].map(problem => `${problem}: correct it by hand.`)
}

function listTrialProblems(
  app: App,
  what: string,
  tried: readonly Tried<HookTrial | ServerTrial>[],
): readonly string[] {
  return tried.flatMap(({ path, result, isPlugin }) => {
    const subject = `The ${what} in ${path}`
    const next = isPlugin
      ? 'the plugin runs the `backscroll` on the PATH'
      : `\`${app.commandName} install\` writes it anew`
    if (result?.problem !== undefined) return [`${subject}: ${result.problem}; ${next}.`]
    if (result?.version === undefined || !isOlder(result.version, app.version)) return []
    return [`${subject} is of version ${result.version}, this is ${app.version}; ${next}.`]
  })
}

function listGaps(app: App, installation: Installation): readonly string[] {
  const { scopes, isPluginOn, events } = installation
  const problems: string[] = []
  const off = scopes.find(({ areHooksOff }) => areHooksOff)
  if (off)
    problems.push(
      `No hook runs: ${off.settingsPath} sets \`disableAllHooks\`; take that out to keep sessions as they go.`,
    )
  const missing = wantedEvents('off').filter(event => !events.has(event))
  if (!isPluginOn && events.size > 0 && missing.length > 0) {
    problems.push(`Nothing runs at ${missing.join(', ')}: ${fix(app, 'install')}.`)
  }
  if (isPluginOn && (events.size > 0 || scopes.some(({ mcp }) => mcp))) {
    problems.push(
      `The plugin is on, and hooks or server stand in the settings too, so all runs twice: ${fix(app, 'uninstall')}.`,
    )
  }
  if (isPluginOn && !findsProgram(app, findPluginFolder(installation))) {
    problems.push(
      'The plugin is on, and finds no `backscroll` on the PATH: install it there, as with `npm install -g`.',
    )
  }
  return problems
}

function listFailureProblems(app: App, failures: readonly HookFailure[]): readonly string[] {
  return failures
    .slice(-MAX_FAILURES)
    .toReversed()
    .map(
      ({ at, event, message }) =>
        `A hook failed ${formatAge(at, app.now())}${event ? ` at ${event}` : ''}: ${message.replace(/\.$/, '')}.`,
    )
}

function listWaitingProblems(app: App, pending: ReturnType<typeof listPending>): readonly string[] {
  const old = pending.filter(({ at }) => app.now() - at > STUCK_MS)
  if (old.length === 0) return []
  const since = formatAge(Math.min(...old.map(({ at }) => at)), app.now())
  const worker = findWorker(hookPlaces(app.keepDir).worker, app.now())
  const who = worker === undefined ? '' : ` (process ${worker} is at it)`
  return [
    `${formatNumberOf(old.length, 'session waits', 'sessions wait')} to be kept, the first since ${since}${who}: \`${app.commandName} sync\` keeps them now.`,
  ]
}
