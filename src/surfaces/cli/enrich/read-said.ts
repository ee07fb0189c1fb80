import { asBoolean, asNumber, asObject, asString, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { clip } from '../../../text/clip.ts'
import { head } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'

/** What a command printed: the JSON it answers with, and what it tells of itself. */
export interface Said {
  /** Undefined where there is no JSON. */
  readonly answer: JsonValue | undefined
  /** It reports one itself; empty where it does not say which. */
  readonly error: string | undefined
  /** As the command tells; undefined where it does not. */
  readonly costUsd: number | undefined
  readonly model: string | undefined
}

/** The object we ask for, bare, between fences, amid other words, or in the wrapper of Claude Code. */
export function readSaid(out: string): Said {
  const said = findJson(out)
  const wrapper = findWrapper(said)
  if (!wrapper) return { answer: said, error: undefined, costUsd: undefined, model: undefined }
  const result = asString(wrapper.result) ?? ''
  const cost = asNumber(wrapper.total_cost_usd)
  return {
    answer: wrapper.structured_output ?? findJson(result),
    error: asBoolean(wrapper.is_error)
      ? clip(sanitizeLine(result || (asString(wrapper.subtype) ?? '')), 200)
      : undefined,
    costUsd: cost !== undefined && cost >= 0 ? cost : undefined,
    model: modelOf(wrapper),
  }
}

/**
 * What `claude -p --output-format json` puts around an answer; a field of another type is as good as none. Of a list of
 * events, the last one is the result.
 */
function findWrapper(said: JsonValue | undefined): JsonObject | undefined {
  const last = asObject(Array.isArray(said) ? said.at(-1) : said)
  if (!last || 'summary' in last) return undefined
  return 'result' in last || 'structured_output' in last || 'is_error' in last ? last : undefined
}

/** The one that cost most: a small one may have helped. */
function modelOf({ model, modelUsage }: JsonObject): string | undefined {
  const costOf = (used: JsonValue | undefined): number => asNumber(asObject(used)?.costUSD) ?? 0
  const [first] = Object.entries(asObject(modelUsage) ?? {}).sort(([, a], [, b]) => costOf(b) - costOf(a))
  const name = asString(model) ?? first?.[0]
  return name === undefined ? undefined : head(sanitizeLine(name), 100)
}

/**
 * All of it, the first fenced block, from the first brace to the last, or the last line, which is the result where each
 * line is an event. Models say something before and behind what they were asked for, however they were asked.
 */
function findJson(out: string): JsonValue | undefined {
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
function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
