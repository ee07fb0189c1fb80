import { readConfigObject } from '../../../config/config-file.ts'
import { chosenRecall, isRecallChoice, type RecallChoice } from '../../../config/recall-setting.ts'
import { RECALL_LEVELS } from '../../../query/recall/recall.ts'
import type { Project } from '../../../source/project.ts'
import { formatIso } from '../../../time/day.ts'
import type { App } from '../app.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import { charsOf } from '../hook/recall-choice.ts'
import { listShown } from '../hook/recall-log.ts'
import { readInstallation } from '../install/read-installation.ts'

/** What is switched on here, whether it can run, and what it said; what `recall --json` prints. */
export interface RecallState {
  readonly schema: 'backscroll.recall-state/1'
  readonly project: Project
  readonly level: RecallChoice
  /** Who says so. */
  readonly from: 'project' | 'everywhere' | 'default'
  /** The level of projects that have none of their own. */
  readonly everywhere: RecallChoice
  /** Other projects with a level of their own. */
  readonly others: readonly { readonly folder: string; readonly level: RecallChoice }[]
  readonly chars: number
  /** Events of the client that the level needs and that run nothing of ours. */
  readonly missing: readonly string[]
  /** The client was told to run no hooks at all. */
  readonly areHooksOff: boolean
  readonly shown: readonly RecallShown[]
}

export interface RecallShown {
  /** ISO 8601 in UTC. */
  readonly at: string | undefined
  readonly sessionId: string
  readonly moment: string
  readonly items: number
  readonly chars: number
}

const MAX_SHOWN = 10

export function readRecallState(app: App, project: Project): RecallState {
  // Read again: it may have been changed just now.
  const config = readConfigObject(app.configPath)
  const everywhere = chosenRecall({ recall: config.recall }, project.path)
  const levels = listLevels(config.recallIn)
  const level = chosenRecall(config, project.path)
  const isOwn = levels.some(({ folder }) => folder === project.path)
  const installation = readInstallation(app)
  const { path, name, remote } = project
  return {
    schema: 'backscroll.recall-state/1',
    project: { path, name, remote },
    level,
    from: isOwn ? 'project' : config.recall === undefined ? 'default' : 'everywhere',
    everywhere,
    others: levels.filter(({ folder }) => folder !== project.path),
    chars: charsOf(config),
    missing: installation.isPluginOn ? [] : neededFor(level).filter(event => !installation.events.has(event)),
    areHooksOff: installation.scopes.some(({ areHooksOff }) => areHooksOff),
    shown: listShown(hookPlaces(app.keepDir), { limit: MAX_SHOWN }).map(line => ({
      at: formatIso(line.at),
      sessionId: line.session,
      moment: line.moment,
      items: line.keys.length,
      chars: line.chars,
    })),
  }
}

const EVENTS = { session: 'SessionStart', prompt: 'UserPromptSubmit', file: 'PreToolUse' } as const

function neededFor(level: RecallChoice): readonly string[] {
  return RECALL_LEVELS.slice(1, RECALL_LEVELS.indexOf(level) + 1).map(moment => EVENTS[moment as keyof typeof EVENTS])
}

function listLevels(value: unknown): RecallState['others'] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return entries.flatMap(([folder, level]) => (isRecallChoice(level) ? [{ folder, level }] : []))
}
