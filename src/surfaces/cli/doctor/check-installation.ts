import { existsSync } from 'node:fs'
import type { RecallChoice } from '../../../config/recall-setting.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { hasArchive } from '../../../query/has-archive.ts'
import { findProject } from '../../../source/project.ts'
import { formatIso } from '../../../time/day.ts'
import type { App } from '../app.ts'
import { type HookFailure, readFailures } from '../hook/failures.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import { listPending } from '../hook/pending.ts'
import { type RecallCounts, readRecallCounts } from '../hook/recall-counts.ts'
import { readInstallation, type Scope } from '../install/read-installation.ts'
import { readRecallState } from '../recall/recall-state.ts'
import {
  listFailureProblems,
  listFileProblems,
  listGaps,
  listKeepProblems,
  listRecallProblems,
  listTrialProblems,
  listWaitingProblems,
} from './list-problems.ts'
import { type HookToTry, listHooks, listServers, type ServerToTry, type Tried } from './list-trials.ts'
import { readPlugin } from './read-plugin.ts'
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
  /** How often hooks asked the index, and how often that was skipped, which is no failure. */
  readonly recalls: RecallCounts
  /** Of the last week, newest first. */
  readonly failures: readonly (Omit<HookFailure, 'at'> & { readonly at: string | undefined })[]
  /** Sessions that hooks asked to keep and that wait for it. */
  readonly waiting: number
  /** Sentences, each with what to do. */
  readonly problems: readonly string[]
}

/** For a hook, and for each answer of a server. */
const TIMEOUT_MS = 5000
const WEEK_MS = 7 * 24 * 60 * 60_000

export async function checkInstallation(app: App, timeoutMs = TIMEOUT_MS): Promise<InstallationCheck> {
  const installation = readInstallation(app)
  const recall = readRecallState(app, findProject(app.cwd))
  // In a folder that was removed nothing can be started, whatever it is.
  const cwd = existsSync(app.cwd) ? app.cwd : app.home
  const place = { cwd, env: app.env, platform: app.platform, timeoutMs }
  // One after the other: the time of a hook is that of a hook alone.
  const plugin = readPlugin(app, installation, timeoutMs)
  const hooks = await runHooks(listHooks(app, installation, plugin), place)
  const servers = await runServers(app, listServers(app, installation, plugin), place)
  const pending = listPending(hookPlaces(app.keepDir))
  const failures = readFailures(hookPlaces(app.keepDir)).filter(({ at }) => app.now() - at < WEEK_MS)
  const isSetUp =
    installation.isPluginOn ||
    installation.scopes.some(({ hooks, mcp, httpServer }) => hooks.length > 0 || mcp || httpServer !== undefined)
  const problems = [
    ...listKeepProblems(app),
    ...listFileProblems(installation),
    ...listTrialProblems(app, 'hook', hooks),
    ...listTrialProblems(app, 'server', servers),
    ...(isSetUp ? listGaps(app, installation, plugin) : []),
    ...listRecallProblems(app, recall, installation),
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
      hasServer: scope.mcp !== undefined || scope.httpServer !== undefined,
      hasStatusLine: scope.statusLine !== undefined,
    })),
    recall: recall.level,
    recalls: readRecallCounts(hookPlaces(app.keepDir)),
    hooks,
    servers,
    failures: failures.toReversed().map(failure => ({ ...failure, at: formatIso(failure.at) })),
    waiting: pending.length,
    problems,
  }
}

async function runHooks(listed: readonly HookToTry[], place: TrialPlace): Promise<InstallationCheck['hooks']> {
  const hooks: Tried<HookTrial>[] = []
  for (const { command, event, ...rest } of listed) {
    const result = rest.whyNot === undefined ? await tryHook({ command, event }, place) : undefined
    hooks.push({ ...rest, command, result })
  }
  return hooks
}

function runServers(
  app: App,
  listed: readonly ServerToTry[],
  place: TrialPlace,
): Promise<InstallationCheck['servers']> {
  const isKept = hasArchive(keepPaths(app.keepDir).archive)
  const runs = listed.map(async ({ server, ...rest }) => {
    const result = server && rest.whyNot === undefined ? await tryServer(server, place, { isKept }) : undefined
    return { ...rest, result }
  })
  return Promise.all(runs)
}
