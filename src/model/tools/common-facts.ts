import { asObject, asString } from '../../format/json.ts'
import { addHumanInput } from '../facts/add-human-input.ts'
import { ownHead } from '../facts/own-head.ts'
import type { ToolDefinition, ToolOutcome } from './define.ts'

/** The tool with what every result may tell: where a large output was put, and the user's words of a rejection. */
export function withCommonFacts(tool: ToolDefinition): ToolDefinition {
  return {
    ...tool,
    onResult(outcome) {
      const { call } = outcome
      call.persistedPath = findPersistedPath(outcome) ?? call.persistedPath
      if (call.rejection && !tool.recordsRejection) addHumanInput(outcome.facts, call, 'rejection', call.rejection)
      tool.onResult?.(outcome)
    },
  }
}

const MAX_PATH = 4096
/** Where the two texts that name the file stand: near the start, whatever the preview after them holds. */
const MARKS = [
  ['<persisted-output>', 'saved to: '],
  ['Error: result (', 'Output has been saved to '],
] as const

function findPersistedPath({ structured, text }: ToolOutcome): string | undefined {
  const recorded = asString(asObject(structured)?.persistedOutputPath)
  if (recorded) return ownHead(recorded, MAX_PATH)
  for (const [opening, mark] of MARKS) {
    if (!text.startsWith(opening)) continue
    const start = text.slice(0, MAX_PATH)
    const at = start.indexOf(mark)
    if (at < 0) return undefined
    const path = start
      .slice(at + mark.length)
      .split('\n', 1)[0]
      ?.trim()
    return path ? ownHead(path.endsWith('.') ? path.slice(0, -1) : path, MAX_PATH) : undefined
  }
  return undefined
}
