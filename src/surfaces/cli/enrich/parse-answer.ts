import { asArray, asObject, asString, type JsonValue } from '../../../format/json.ts'
import type { GeneratedDecision, GeneratedResult } from '../../../narrative/generated.ts'
import { clip } from '../../../text/clip.ts'
import { head } from '../../../text/head.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'
import { readSaid } from './read-said.ts'

export interface Answer {
  readonly result: GeneratedResult
  /** As the command tells; undefined where it does not. */
  readonly costUsd: number | undefined
  readonly model: string | undefined
}

const MAX_SUMMARY = 2000
const MAX_DECISION = 400
const MAX_DECISIONS = 20
const MAX_TURNS = 10

/** What is kept of what a command printed. `turns` are those that exist. */
export function parseAnswer(out: string, turns: ReadonlySet<number>): Answer {
  const { answer, error: reported, ...told } = readSaid(out)
  const fail = (reason: string): Answer => ({ result: { kind: 'failed', reason }, ...told })
  if (reported !== undefined) return fail(`the command reports an error${reported === '' ? '' : `: ${reported}`}`)
  if (answer === undefined) return fail('the answer is no JSON')
  const summary = asString(asObject(answer)?.summary)?.trim()
  const decisions = asObject(answer)?.decisions ?? []
  if (summary === undefined || summary === '') return fail('the answer is not as asked for: summary: no text')
  if (!Array.isArray(decisions)) return fail('the answer is not as asked for: decisions: no list')
  return { result: { kind: 'made', ...bound(summary, decisions, turns) }, ...told }
}

/** What a model says is as hostile as what it read: no control characters, and no more than fits. */
function bound(
  summary: string,
  said: readonly JsonValue[],
  turns: ReadonlySet<number>,
): { readonly summary: string; readonly decisions: readonly GeneratedDecision[]; readonly dropped: number } {
  const kept = said.flatMap(decision => readDecision(decision, turns) ?? []).slice(0, MAX_DECISIONS)
  const text = sanitizeText(summary).trim()
  return {
    summary: text.length > MAX_SUMMARY ? `${head(text, MAX_SUMMARY - 1)}…` : text,
    decisions: kept,
    dropped: said.length - kept.length,
  }
}

/** Undefined where no turn that exists backs it. */
function readDecision(decision: JsonValue, turns: ReadonlySet<number>): GeneratedDecision | undefined {
  const { text, evidence } = asObject(decision) ?? {}
  const words = asString(text)?.trim() ?? ''
  const named = (asArray(evidence) ?? [evidence]).map(readTurn)
  const shown = [...new Set(named)].filter(turn => turn !== undefined && turns.has(turn)).slice(0, MAX_TURNS)
  if (words === '' || shown.length === 0) return undefined
  return { text: clip(sanitizeLine(words), MAX_DECISION), turns: shown as readonly number[] }
}

/** A turn as a number, or as a model likes to write it: `"3"`, `"turn 3"`. */
function readTurn(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return value
  const digits = /^\D{0,12}(\d{1,7})$/.exec(asString(value) ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
