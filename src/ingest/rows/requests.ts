import { plainText } from '../../model/usage/to-request-fact.ts'
import { requests } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

/** Each counts until `settleRequests` finds that it belongs to another session. */
export const requestRows = defineRows(requests, ({ session, model, agentOf, fileOf }, add) => {
  model.requests.forEach((request, number) => {
    const { tokens, at, winner } = request
    add({
      session,
      number,
      key: request.key,
      message_id: request.messageId,
      request_id: request.requestId,
      model: plainText(request.model),
      input_tokens: tokens.input,
      output_tokens: tokens.output,
      cache_read_tokens: tokens.cacheRead,
      cache_write_5m_tokens: tokens.cacheWrite5m,
      cache_write_1h_tokens: tokens.cacheWrite1h,
      thinking_tokens: tokens.thinking,
      context_tokens: request.contextTokens,
      speed: maybePlain(request.speed),
      geo: maybePlain(request.geo),
      service_tier: maybePlain(request.serviceTier),
      web_searches: request.webSearches,
      web_fetches: request.webFetches,
      stop_reason: request.stopReason,
      recorded_cost_usd: request.recordedCostUsd,
      first_at: request.firstAt,
      last_at: request.lastAt,
      is_unfinished: Number(request.isUnfinished),
      is_advisor: Number(request.isAdvisor),
      agent: agentOf(at),
      turn: at.turn,
      branch: at.branch,
      version: at.version,
      file: fileOf(at.file),
      start: at.start,
      line: at.line,
      winner_file: fileOf(winner.file),
      winner_line: winner.line,
      winner_at: request.winnerAt,
      rank: request.rank,
      lines: request.lines,
      is_counted: 1,
      counted_session: null,
    })
  })
})

/** As in the facts: whichever of the two a report reads, names are equal. */
function maybePlain(text: string | undefined): string | undefined {
  return text === undefined ? undefined : plainText(text)
}
