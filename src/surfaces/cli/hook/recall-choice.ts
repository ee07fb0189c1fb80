import { chosenRecall } from '../../../config/recall-setting.ts'
import {
  DEFAULT_RECALL_CHARS,
  MAX_RECALL_CHARS,
  RECALL_LEVELS,
  type RecallLevel,
  type RecallMoment,
} from '../../../query/recall/recall.ts'
import type { HookInput } from './hook-input.ts'

/** Tools whose file is about to be read or changed. */
const FILE_TOOLS: ReadonlySet<string> = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit', 'Read'])

/** What of a hook could bring something back; undefined where nothing can. A subagent has its own task and no person. */
export function momentOf({ event, agentId, source, prompt, toolName, filePath }: HookInput): RecallMoment | undefined {
  if (agentId !== undefined) return undefined
  // All that was said in a session that goes on is in the window again.
  if (event === 'SessionStart') return source === 'resume' ? undefined : 'session'
  if (event === 'UserPromptSubmit') return prompt === undefined ? undefined : 'prompt'
  const isFile = event === 'PreToolUse' && FILE_TOOLS.has(toolName ?? '') && filePath !== undefined
  return isFile ? 'file' : undefined
}

/** Somewhere it is on: without that nobody has to find out which project this is. */
export function isRecallAnywhere({ recall, recallIn }: { readonly [setting: string]: unknown }): boolean {
  return recallIn !== undefined || (recall !== undefined && recall !== 'off')
}

export function wantsRecall(
  config: { readonly [setting: string]: unknown },
  projectPath: string,
  moment: RecallMoment,
): boolean {
  return rankOf(chosenRecall(config, projectPath)) >= rankOf(moment)
}

function rankOf(level: RecallLevel): number {
  return RECALL_LEVELS.indexOf(level)
}

export function charsOf({ recallChars }: { readonly [setting: string]: unknown }): number {
  const isNumber = typeof recallChars === 'number' && recallChars > 0
  return isNumber ? Math.min(recallChars, MAX_RECALL_CHARS) : DEFAULT_RECALL_CHARS
}
