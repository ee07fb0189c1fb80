import type { ContextModel } from './context-report.ts'
import type { ContextRow } from './context-rows.ts'

const SMALL = 200_000
const LARGE = 1_000_000

/** Models that never had more. Some later ones have 200,000 or 1,000,000, by plan and setting, which no transcript says. */
const SMALL_MODELS = /\bclaude-(?:3[-.]|haiku-4[-.]5|opus-4(?:[-.][015])?(?=$|[@:]|-\d{8}))/

/** Models that have it without asking for it: 2.1.327 says so of each (`contextWindow` in the result of `-p`). */
const LARGE_MODELS = /\bclaude-(?:(?:opus|sonnet|haiku)-5[-.]5|(?:fable|mythos)-5[-.]2)(?=$|[@:]|-\d{8})/

/** A client that compacts by itself does so when the window is nearly full: seen at 155,000 to 174,000 of 200,000. */
const NEARLY_FULL = 0.7

type Window = Pick<ContextModel, 'windowTokens' | 'windowKnownBy'>

/** The models of a conversation, in order of appearance, with the size of their window where something tells it. */
export function listModels(
  rows: readonly ContextRow[],
  autoCompactedAt: readonly AutoCompaction[],
): readonly ContextModel[] {
  const byModel = Map.groupBy(rows, ({ model }) => model)
  return [...byModel].map(([model, own]) => ({
    model,
    requests: own.length,
    ...findWindow(model, own, autoCompactedAt),
  }))
}

/** A compaction that the client began by itself, as the window was nearly full. */
export interface AutoCompaction {
  readonly model: string
  readonly tokens: number
}

function findWindow(model: string, rows: readonly ContextRow[], compactions: readonly AutoCompaction[]): Window {
  if (/\[1m\]$/i.test(model)) return { windowTokens: LARGE, windowKnownBy: 'name' }
  if (rows.some(({ contextTokens }) => contextTokens > SMALL)) return { windowTokens: LARGE, windowKnownBy: 'context' }
  if (LARGE_MODELS.test(model)) return { windowTokens: LARGE, windowKnownBy: 'model' }
  if (SMALL_MODELS.test(model)) return { windowTokens: SMALL, windowKnownBy: 'model' }
  const isFull = compactions.some(
    each => each.model === model && each.tokens >= SMALL * NEARLY_FULL && each.tokens <= SMALL,
  )
  return isFull ? { windowTokens: SMALL, windowKnownBy: 'compaction' } : UNKNOWN
}

const UNKNOWN: Window = { windowTokens: undefined, windowKnownBy: undefined }
