import { z } from 'zod'
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

/** A turn as a number, or as a model likes to write it: `"3"`, `"turn 3"`. */
const TURN = z.union([
  z.number(),
  z
    .string()
    .regex(/^\D{0,12}\d{1,7}$/)
    .transform(text => Number(/\d+$/.exec(text)?.[0])),
])

const NO_TURN = -1

const DECISION = z.object({
  text: z.string().trim().min(1),
  evidence: z.union([z.array(TURN.catch(NO_TURN)), TURN.transform(turn => [turn])]),
})

const ANSWER = z.object({
  summary: z.string().trim().min(1),
  decisions: z.array(DECISION.nullable().catch(null)).nullish(),
})

/** What is kept of what a command printed. `turns` are those that exist. */
export function parseAnswer(out: string, turns: ReadonlySet<number>): Answer {
  const { answer, error: reported, ...told } = readSaid(out)
  const fail = (reason: string): Answer => ({ result: { kind: 'failed', reason }, ...told })
  if (reported !== undefined) return fail(`the command reports an error${reported === '' ? '' : `: ${reported}`}`)
  if (answer === undefined) return fail('the answer is no JSON')
  const { success, data, error } = ANSWER.safeParse(answer)
  if (!success) return fail(`the answer is not as asked for: ${describe(error)}`)
  return { result: { kind: 'made', ...bound(data, turns) }, ...told }
}

/** What a model says is as hostile as what it read: no control characters, and no more than fits. */
function bound(
  { summary, decisions: all }: z.infer<typeof ANSWER>,
  turns: ReadonlySet<number>,
): { readonly summary: string; readonly decisions: readonly GeneratedDecision[]; readonly dropped: number } {
  const decisions = all ?? []
  const backed = decisions.flatMap(decision => {
    const { text = '', evidence = [] } = decision ?? {}
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
