import type { Agent } from './session.ts'
import { totalTokens } from './usage/totals.ts'

/** What is told of an agent; where only the result of its call is left, that one's count of the last request. */
export function agentTokens({ storedAs, resultTokens, usage }: Agent): number {
  return storedAs === 'result-only' ? (resultTokens ?? 0) : totalTokens(usage)
}
