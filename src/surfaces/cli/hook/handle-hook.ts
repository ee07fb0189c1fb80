import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ENRICH_VARIABLE } from '../../../config/enrich-variable.ts'
import { configPath, keepFolder } from '../../../config/folders.ts'
import { readConfigLeniently } from '../../../config/read-leniently.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { findClientPid } from '../../../query/live/client-process.ts'
import { listRunning } from '../../../query/live/running-sessions.ts'
import type { RecallContext, RecallMoment } from '../../../query/recall/recall.ts'
import type { RecallAsked } from '../../../query/recall/run-recall.ts'
import { findProject } from '../../../source/project.ts'
import { readBranch } from '../../../source/read-branch.ts'
import { noteFailure, toFailure } from './failures.ts'
import type { HookHost } from './hook-host.ts'
import { type HookInput, parseHookInput } from './hook-input.ts'
import { type HookPlaces, hookPlaces } from './hook-places.ts'
import { noteCaller } from './note-caller.ts'
import { writePending } from './pending.ts'
import { charsOf, isRecallAnywhere, momentOf, wantsRecall } from './recall-choice.ts'
import { countRecall, isSkip, type Skip } from './recall-counts.ts'
import { markBorder, readRecallLog } from './recall-log.ts'
import type { Recalled, RecallNow } from './recall-now.ts'
import { startWorker } from './start-worker.ts'

/**
 * What happens at an event. Nothing that goes wrong here may reach the client: each part is tried, and what fails is noted
 * for `doctor`.
 */
export async function handleHook(
  host: HookHost,
  asked: { readonly event: string | undefined; readonly text: string; readonly isTooLong?: boolean },
): Promise<void> {
  // A run of `enrich` is not to be kept, and needs no reminder of anything.
  if (host.env[ENRICH_VARIABLE]) return
  const keepDir = keepFolder(host)
  const places = hookPlaces(keepDir)
  const { input, problem } = parseHookInput(asked.text, { ...asked, home: host.home })
  const note = { at: host.now(), event: asked.event ?? input.event }
  const trying = async (act: () => void | Promise<void>): Promise<void> => {
    try {
      await act()
    } catch (error) {
      noteFailure(places, toFailure(error, note))
    }
  }
  if (problem) noteFailure(places, { ...note, ...problem })
  if (CAPTURING.has(input.event ?? '')) await trying(() => capture(host, places, input))
  if (isBorder(input)) await trying(() => mark(host, places, input))
  if (TELLING.has(input.event ?? '')) await trying(() => tellCaller(host, keepDir, input))
  await trying(() => recall(host, { keepDir, places, input }))
}

const CAPTURING: ReadonlySet<string> = new Set(['Stop', 'PreCompact', 'SubagentStop', 'SessionEnd'])
const TELLING: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit'])

/** A transcript that was never written has nothing to keep. Where it is gone, a subagent's own leads to the session too. */
function capture(host: HookHost, places: HookPlaces, input: HookInput): void {
  const { sessionId, event = 'Stop' } = input
  const named = [input.transcriptPath, input.agentTranscriptPath]
  const transcriptPath = named.find(path => path !== undefined && sizeOf(path))
  if (transcriptPath === undefined) return
  writePending(places, { transcriptPath, sessionId, event, at: host.now(), failed: 0 })
  startWorker(host, places)
}

function isBorder({ event, source, agentId }: HookInput): boolean {
  if (agentId !== undefined) return false
  return event === 'PreCompact' || (event === 'SessionStart' && (source === 'compact' || source === 'clear'))
}

function mark(host: HookHost, places: HookPlaces, { sessionId, event, source, transcriptPath }: HookInput): void {
  if (sessionId === undefined) return
  const sizeBytes = transcriptPath === undefined ? undefined : sizeOf(transcriptPath)
  const by = event === 'PreCompact' ? event : 'SessionStart'
  markBorder(places, { sessionId, by, why: source, sizeBytes, at: host.now() })
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}

function tellCaller(host: HookHost, keepDir: string, { sessionId, cwd, agentId }: HookInput): void {
  if (sessionId !== undefined && agentId === undefined) noteCaller(host, keepDir, { sessionId, cwd })
}

interface Recalling {
  readonly keepDir: string
  readonly places: HookPlaces
  readonly input: HookInput
}

/** In the order of what it costs: the event, a small file, the project's files, the words of the prompt, the index. */
async function recall(host: HookHost, { keepDir, places, input }: Recalling): Promise<void> {
  const moment = momentOf(input)
  const { cwd, sessionId } = input
  if (!moment || cwd === undefined || sessionId === undefined) return
  const config = readConfigLeniently(configPath(host))
  if (!isRecallAnywhere(config)) return
  const project = findProject(cwd)
  if (!wantsRecall(config, project.path, moment)) return
  if (moment === 'prompt' && (await isGated(input.prompt ?? ''))) return
  if (!existsSync(keepPaths(keepDir).index)) return
  const { seen, compactedAt } = readRecallLog(places, sessionId)
  const branch = readBranch(cwd)
  const context = { project, isEverywhere: false, branch, sessionId, compactedAt, seen, now: host.now() }
  const asked = askedFor(moment, input, context, () => listOthers(host, keepDir, input))
  const recalled = await askInTime(host, { keepDir, asked, maxChars: charsOf(config) })
  if ('text' in recalled) {
    const hookSpecificOutput = { hookEventName: input.event, additionalContext: recalled.text }
    host.write(`${JSON.stringify({ hookSpecificOutput })}\n`)
  }
  countRecall(places, context.now, 'text' in recalled ? 'delivered' : recalled.end)
}

/** An index that is being written, or that the next sync makes anew, is no failure: this once nothing is said. */
async function askInTime(
  host: HookHost,
  question: Omit<RecallNow, 'isLate'>,
): Promise<Recalled | { readonly end: Skip }> {
  const isLate = (): boolean => host.elapsedMs() > host.limitMs
  if (isLate()) return { end: 'late' }
  try {
    host.keepCompiled()
    const { recallNow } = await import('./recall-now.ts')
    return isLate() ? { end: 'late' } : await recallNow({ ...question, isLate })
  } catch (error) {
    const { code } = error as { readonly code?: unknown }
    if (isSkip(code)) return { end: code }
    throw error
  }
}

/** Its lists of words are made ready only where a prompt is looked at. */
async function isGated(prompt: string): Promise<boolean> {
  const { gatePrompt } = await import('../../../query/recall/prompt-gates.ts')
  return gatePrompt(prompt).some(step => !step.isPassed)
}

function askedFor(
  moment: RecallMoment,
  input: HookInput,
  context: RecallContext,
  listOthers: () => ReadonlySet<string>,
): RecallAsked {
  if (moment === 'prompt') return { moment, request: { ...context, prompt: input.prompt ?? '' } }
  if (moment === 'file') return { moment, request: { ...context, path: input.filePath ?? '' } }
  return { moment, request: { ...context, source: sourceOf(input.source), running: listOthers() } }
}

/** The client's folder is three above the transcript: `projects/<project>/<session>.jsonl`. */
function listOthers(
  host: HookHost,
  keepDir: string,
  { transcriptPath }: Pick<HookInput, 'transcriptPath'>,
): ReadonlySet<string> {
  const configPaths = transcriptPath === undefined ? [] : [dirname(dirname(dirname(transcriptPath)))]
  const exceptPid = findClientPid(host.parentPid, host.platform)
  return listRunning({ keepDir, configPaths, platform: host.platform, exceptPid })
}

function sourceOf(source: string | undefined): 'startup' | 'clear' | 'compact' {
  return source === 'clear' || source === 'compact' ? source : 'startup'
}
