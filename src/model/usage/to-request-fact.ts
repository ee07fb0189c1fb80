import type { Request } from './request.ts'
import type { RequestFact } from './request-facts.ts'

/** What a request does not know of itself. */
export type FactPlace = Pick<RequestFact, 'number' | 'agent' | 'calls' | 'paths'>

export function toRequestFact(request: Request, place: FactPlace): RequestFact {
  const { tokens, at } = request
  return {
    number: place.number,
    requests: 1,
    firstAt: request.firstAt,
    lastAt: request.firstAt,
    model: plainText(request.model),
    speed: plainText(request.speed),
    geo: plainText(request.geo),
    serviceTier: plainText(request.serviceTier),
    input: tokens.input,
    output: tokens.output,
    cacheRead: tokens.cacheRead,
    cacheWrite5m: tokens.cacheWrite5m,
    cacheWrite1h: tokens.cacheWrite1h,
    thinking: tokens.thinking,
    contextTokens: request.contextTokens,
    webSearches: request.webSearches,
    webFetches: request.webFetches,
    recordedCostUsd: request.recordedCostUsd,
    isUnfinished: request.isUnfinished,
    isAdvisor: request.isAdvisor,
    branch: plainText(at.branch),
    agent: plainText(place.agent),
    turn: at.turn,
    lines: request.lines,
    calls: place.calls,
    paths: place.paths,
  }
}

/** Lists are joined with a character that no name needs (request-facts.ts). */
export function plainText(text: string | undefined): string {
  return text === undefined ? '' : text.replaceAll('\0', '')
}
