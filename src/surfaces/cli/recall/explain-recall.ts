import { resolve } from 'node:path'
import { chosenRecall } from '../../../config/recall-setting.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { listRunning } from '../../../query/live/running-sessions.ts'
import { RECALL_LEVELS, type RecallContext, type RecallDecision } from '../../../query/recall/recall.ts'
import { type RecallAsked, runRecall } from '../../../query/recall/run-recall.ts'
import { withholdSecrets } from '../../../redact/withhold-secrets.ts'
import { layOutRecall } from '../../../render/recall-text.ts'
import type { Project } from '../../../source/project.ts'
import { readBranch } from '../../../source/read-branch.ts'
import { findRoots } from '../../../source/roots.ts'
import { UserError } from '../../../user-error.ts'
import { type App, type Outcome, printJson } from '../app.ts'
import { askIndex } from '../ask-index.ts'
import { type CommandRequest, flagOption, listArg, textOption } from '../define-command.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import { charsOf } from '../hook/recall-choice.ts'
import { fileBudget, readRecallLog } from '../hook/recall-log.ts'
import { formatExplained } from './format-explained.ts'

export interface RecallPlace {
  readonly folder: string
  readonly project: Project
}

/** What a moment would bring, word for word. */
export interface Explained {
  readonly asked: RecallAsked
  readonly decision: RecallDecision
  /** Undefined: nothing would be said. */
  readonly text: string | undefined
  /** How many of the items there is room for. */
  readonly shown: number
  readonly maxChars: number
  readonly tookMs: number
  /** The level here brings such a moment at all. */
  readonly isOn: boolean
}

/** Shows what a prompt, a file or a beginning session would bring, and each step on the way. Nothing counts as shown. */
export async function explainRecall(app: App, request: CommandRequest, place: RecallPlace): Promise<Outcome> {
  const explained = await askIndex(app, keep => explain(app, keep, toAsked(app, keep, request, place)))
  if (app.json) printJson(app, toJson(explained))
  else app.out.lines(formatExplained(app, explained))
  return explained.text === undefined ? 'nothing' : 'found'
}

function explain(app: App, keep: IndexedKeep, asked: RecallAsked): Explained {
  const began = performance.now()
  const raw = runRecall(keep, asked)
  const maxChars = charsOf({ ...app.config })
  const laid = layOutRecall(raw, { maxChars, withhold: withholdSecrets })
  const tookMs = performance.now() - began
  const level = chosenRecall(app.config, asked.request.project.path)
  const isOn = RECALL_LEVELS.indexOf(level) >= RECALL_LEVELS.indexOf(asked.moment)
  // The steps and what was left are shown too, and are copied into questions about them.
  const decision = withholdIn(raw)
  return { asked, decision, text: laid?.text, shown: laid?.shown ?? 0, maxChars, tookMs, isOn }
}

/** Every text of it, without the keys, tokens and passwords in it. */
function withholdIn<Value>(value: Value): Value {
  if (typeof value === 'string') return withholdSecrets(value) as Value
  if (Array.isArray(value)) return value.map(withholdIn) as Value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, withholdIn(of)])) as Value
}

function toJson({ decision, text, maxChars, tookMs, isOn }: Explained) {
  const { schema, ...rest } = decision
  return { schema, ...rest, text: text ?? null, chars: text?.length ?? 0, maxChars, isOn, tookMs: Math.round(tookMs) }
}

function toAsked(app: App, keep: IndexedKeep, request: CommandRequest, { folder, project }: RecallPlace): RecallAsked {
  const sessionId = findSession(keep, textOption(request, 'session'))
  const log = sessionId === undefined ? undefined : readRecallLog(hookPlaces(app.keepDir), sessionId)
  const context: RecallContext = {
    project,
    isEverywhere: flagOption(request, 'everywhere'),
    branch: readBranch(folder),
    sessionId,
    compactedAt: log?.compactedAt,
    seen: log?.seen ?? new Set(),
    now: app.now(),
  }
  const prompt = listArg(request, 'words').join(' ')
  const file = textOption(request, 'file')
  const isStart = flagOption(request, 'start')
  requireOneMoment([prompt.trim() !== '', file !== undefined, isStart])
  if (file !== undefined)
    return {
      moment: 'file',
      request: {
        ...context,
        path: resolve(app.cwd, fromHome(app, file)),
        budget: log && fileBudget(log, charsOf({ ...app.config })),
      },
    }
  if (!isStart) return { moment: 'prompt', request: { ...context, prompt } }
  // A session that is there already begins anew only when it is compacted.
  const source = sessionId === undefined ? 'startup' : 'compact'
  return { moment: 'session', request: { ...context, source, running: listOthers(app) } }
}

/** Whoever asks runs in none of them. */
function listOthers({ keepDir, platform, roots }: App): ReadonlySet<string> {
  const configPaths = findRoots(roots).roots.flatMap(({ configPath }) => configPath ?? [])
  return listRunning({ keepDir, configPaths, platform, exceptPid: 0 })
}

function fromHome({ home }: App, path: string): string {
  return path === '~' || path.startsWith('~/') ? home + path.slice(1) : path
}

function requireOneMoment(given: readonly boolean[]): void {
  if (given.filter(is => is).length === 1) return
  throw new UserError({
    code: 'recall-moment',
    message: '--explain takes one of: a prompt, --file PATH, --start',
    hint: 'Such as `backscroll recall --explain why does the lease expire early`.',
  })
}

/** By its id or the beginning of it. One that is not kept yet has nothing that could be left out. */
function findSession({ store }: IndexedKeep, named: string | undefined): string | undefined {
  if (named === undefined) return undefined
  const rows = store.all('SELECT DISTINCT id FROM sessions WHERE substr(id, 1, length(?1)) = ?1 LIMIT 2', [named])
  if (rows.length === 1) return rows[0]?.id as string
  throw new UserError({
    code: rows.length === 0 ? 'no-such-session' : 'ambiguous-session',
    message: rows.length === 0 ? `no kept session has the id ${named}` : `several sessions begin with ${named}`,
    hint: 'List them with `backscroll ls`.',
  })
}
