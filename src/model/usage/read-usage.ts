import { asNumber, asObject, asObjects, asString, type JsonObject } from '../../format/json.ts'
import type { Tokens } from './request.ts'
import { contextOf } from './totals.ts'

/** What one `usage` object states. Absent, null and negative counts read as 0 (R18), others as whole numbers. */
export interface UsageReading {
  readonly tokens: Tokens
  readonly speed: string | undefined
  readonly geo: string | undefined
  readonly serviceTier: string | undefined
  readonly webSearches: number
  readonly webFetches: number
  readonly contextTokens: number
  /** Calls of another model, outside the numbers above (R14). */
  readonly advisors: readonly AdvisorReading[]
}

/** Nothing here is said by the message that carries it. */
export interface AdvisorReading extends Pick<UsageReading, 'tokens' | 'speed' | 'geo' | 'serviceTier'> {
  readonly model: string
}

const NO_ADVISORS: readonly AdvisorReading[] = []

export function readUsage(usage: JsonObject): UsageReading {
  const tokens = readTokens(usage)
  const server = asObject(usage.server_tool_use)
  const iterations = usage.iterations === undefined ? NO_ADVISORS : asObjects(usage.iterations)
  return {
    tokens,
    speed: asString(usage.speed),
    geo: asString(usage.inference_geo),
    serviceTier: asString(usage.service_tier),
    webSearches: server ? count(server.web_search_requests, MAX_CALLS) : 0,
    webFetches: server ? count(server.web_fetch_requests, MAX_CALLS) : 0,
    contextTokens:
      iterations.length === 0 ? contextOf(tokens) : contextOfIterations(iterations as readonly JsonObject[], tokens),
    advisors: iterations.length === 0 ? NO_ADVISORS : readAdvisors(iterations as readonly JsonObject[]),
  }
}

function readTokens(usage: JsonObject): Tokens {
  const flat = count(usage.cache_creation_input_tokens)
  const split = asObject(usage.cache_creation)
  const hour = split ? count(split.ephemeral_1h_input_tokens) : 0
  const minutes = split ? count(split.ephemeral_5m_input_tokens) : 0
  const details = asObject(usage.output_tokens_details)
  return {
    input: count(usage.input_tokens),
    output: count(usage.output_tokens),
    cacheRead: count(usage.cache_read_input_tokens),
    // R20: the split may be all zero, or fall short, while the flat total is not.
    cacheWrite5m: Math.max(minutes, flat - hour),
    cacheWrite1h: hour,
    thinking: details ? count(details.thinking_tokens) : 0,
  }
}

function readAdvisors(iterations: readonly JsonObject[]): readonly AdvisorReading[] {
  const advisors: AdvisorReading[] = []
  for (const iteration of iterations) {
    if (iteration.type !== 'advisor_message') continue
    advisors.push({
      model: asString(iteration.model) ?? 'unknown',
      tokens: readTokens(iteration),
      speed: asString(iteration.speed),
      geo: asString(iteration.inference_geo),
      serviceTier: asString(iteration.service_tier),
    })
  }
  return advisors
}

/** R14: an advisor turn sums both passes at the top, so the context is the largest pass. */
function contextOfIterations(iterations: readonly JsonObject[], tokens: Tokens): number {
  let largest = 0
  for (const iteration of iterations) {
    if (iteration.type === 'message') largest = Math.max(largest, contextOf(readTokens(iteration)))
  }
  return largest > 0 ? largest : contextOf(tokens)
}

/**
 * More than any context or answer, and so few bits that sums of tokens, and of billionths of a dollar, are exact: they
 * must not depend on the order of lines.
 */
const MAX_COUNT = 2 ** 27
/** A search costs as much as thousands of tokens. */
const MAX_CALLS = 2 ** 16

function count(value: JsonObject[string], most = MAX_COUNT): number {
  const number = asNumber(value)
  return number !== undefined && number > 0 ? Math.min(Math.floor(number), most) : 0
}
