import { z } from 'zod'
import type { GeneratedDecision, GeneratedResult } from '../../../narrative/generated.ts'
import { clip } from '../../../text/clip.ts'
import { head } from '../../../text/head.ts'
import { sanitizeLine, sanitizeText } from '../../../text/sanitize.ts'

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

const ANSWER = z.object({
  summary: z.string().trim().min(1),
  decisions: z.array(z.object({ text: z.string().trim().min(1), evidence: z.array(z.number()) })).default([]),
})

/** What `claude -p --output-format json` puts around an answer. */
const WRAPPER = z.object({
  result: z.string().optional(),
  structured_output: z.unknown().optional(),
  is_error: z.boolean().optional(),
  total_cost_usd: z.number().nonnegative().optional(),
  model: z.string().optional(),
  modelUsage: z.record(z.string(), z.object({ costUSD: z.number().optional() })).optional(),
})

/** The object we ask for, bare, between fences, or in the wrapper of Claude Code. `turns` are those that exist. */
export function parseAnswer(out: string, turns: ReadonlySet<number>): Answer {
  const said = parseJson(out)
  const wrapper = findWrapper(said)
  const told = { costUsd: wrapper?.total_cost_usd, model: wrapper && modelOf(wrapper) }
  const fail = (reason: string): Answer => ({ result: { kind: 'failed', reason }, ...told })
  if (wrapper?.is_error) return fail(`the command reports an error: ${clip(sanitizeLine(wrapper.result ?? ''), 200)}`)
  const answer = wrapper ? (wrapper.structured_output ?? parseJson(wrapper.result ?? '')) : said
  if (answer === undefined) return fail('the answer is no JSON')
  const { success, data, error } = ANSWER.safeParse(answer)
  if (!success) return fail(`the answer is not as asked for: ${describe(error)}`)
  return { result: { kind: 'made', ...bound(data, turns) }, ...told }
}

type Wrapper = z.infer<typeof WRAPPER>

/** Of a list of events, the last one is the result. */
function findWrapper(said: unknown): Wrapper | undefined {
  const last = Array.isArray(said) ? said.at(-1) : said
  if (typeof last !== 'object' || last === null || 'summary' in last) return undefined
  if (!('result' in last) && !('structured_output' in last) && !('is_error' in last)) return undefined
  return WRAPPER.safeParse(last).data
}

/** The one that cost most: a small one may have helped. */
function modelOf({ model, modelUsage = {} }: Wrapper): string | undefined {
  const [first] = Object.entries(modelUsage).sort(([, a], [, b]) => (b.costUSD ?? 0) - (a.costUSD ?? 0))
  const name = model ?? first?.[0]
  return name === undefined ? undefined : head(sanitizeLine(name), 100)
}

/** Undefined where it is none. */
function parseJson(text: string): unknown {
  const inner = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text)?.[1] ?? text
  try {
    return JSON.parse(inner)
  } catch {
    return undefined
  }
}

/** What a model says is as hostile as what it read: no control characters, and no more than fits. */
function bound(
  { summary, decisions }: z.infer<typeof ANSWER>,
  turns: ReadonlySet<number>,
): { readonly summary: string; readonly decisions: readonly GeneratedDecision[]; readonly dropped: number } {
  const backed = decisions.flatMap(({ text, evidence }) => {
    const shown = [...new Set(evidence)].filter(turn => turns.has(turn)).slice(0, MAX_TURNS)
    return shown.length > 0 ? { text: clip(sanitizeLine(text), MAX_DECISION), turns: shown } : []
  })
  const kept = backed.slice(0, MAX_DECISIONS)
  const text = sanitizeText(summary).trim()
  return {
    summary: text.length > MAX_SUMMARY ? `${head(text, MAX_SUMMARY - 1)}…` : text,
    decisions: kept,
    dropped: decisions.length - kept.length,
  }
}

function describe({ issues }: z.ZodError): string {
  const [issue] = issues
  const path = issue?.path.join('.') ?? ''
  return clip(sanitizeLine(`${path === '' ? '' : `${path}: `}${issue?.message ?? ''}`), 200)
}
