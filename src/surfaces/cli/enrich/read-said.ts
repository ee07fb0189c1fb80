import { z } from 'zod'
import { clip } from '../../../text/clip.ts'
import { head } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'

/** What a command printed: the JSON it answers with, and what it tells of itself. */
export interface Said {
  /** Undefined where there is no JSON. */
  readonly answer: unknown
  /** It reports one itself; empty where it does not say which. */
  readonly error: string | undefined
  /** As the command tells; undefined where it does not. */
  readonly costUsd: number | undefined
  readonly model: string | undefined
}

/** What `claude -p --output-format json` puts around an answer; a field of another type is as good as none. */
const WRAPPER = z.object({
  subtype: z.string().optional().catch(undefined),
  result: z.string().optional().catch(undefined),
  structured_output: z.unknown().optional(),
  is_error: z.boolean().optional().catch(undefined),
  total_cost_usd: z.number().nonnegative().optional().catch(undefined),
  model: z.string().optional().catch(undefined),
  modelUsage: z
    .record(z.string(), z.object({ costUSD: z.number().optional().catch(undefined) }))
    .optional()
    .catch(undefined),
})

type Wrapper = z.infer<typeof WRAPPER>

/** The object we ask for, bare, between fences, amid other words, or in the wrapper of Claude Code. */
export function readSaid(out: string): Said {
  const said = findJson(out)
  const wrapper = findWrapper(said)
  if (!wrapper) return { answer: said, error: undefined, costUsd: undefined, model: undefined }
  const { subtype = '', result = '', structured_output, is_error, total_cost_usd } = wrapper
  return {
    answer: structured_output ?? findJson(result),
    error: is_error ? clip(sanitizeLine(result || subtype), 200) : undefined,
    costUsd: total_cost_usd,
    model: modelOf(wrapper),
  }
}

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

/**
 * All of it, the first fenced block, from the first brace to the last, or the last line, which is the result where each
 * line is an event. Models say something before and behind what they were asked for, however they were asked.
 */
function findJson(out: string): unknown {
  const text = out.replace(/^\uFEFF/, '')
  const braces = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)
  for (const part of [text, findFenced(text), braces, lastLine(text)]) {
    const value = part === undefined ? undefined : parseJson(part)
    if (value !== undefined) return value
  }
  return undefined
}

/** By hand: an expression for it would take for ever on a text that opens fences and closes none. */
function findFenced(text: string): string | undefined {
  const open = /```(?:json)?[ \t]*\n/.exec(text)
  const start = open ? open.index + open[0].length : 0
  const end = text.indexOf('\n```', start)
  return open && end >= 0 ? text.slice(start, end) : undefined
}

function lastLine(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.slice(trimmed.lastIndexOf('\n') + 1)
}

/** Undefined where it is none. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
