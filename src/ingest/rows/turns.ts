import { segments, turns } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

export const turnRows = defineRows(turns, ({ session, threads }, add) => {
  for (const { agent, thread } of threads) {
    for (const turn of thread.turns) {
      add({
        session,
        agent,
        number: turn.number,
        origin: turn.origin,
        prompt_entry: turn.prompt?.index,
        text: turn.text,
        first_entry: turn.first,
        last_entry: turn.last,
        answer_entry: turn.answer?.index,
        started_at: turn.startedAt,
        ended_at: turn.endedAt,
        active_ms: turn.activeMs,
        tool_calls: turn.toolCalls,
        messages: turn.messages,
        is_interrupted: Number(turn.isInterrupted),
        is_rewound: Number(turn.isRewound),
      })
    }
  }
})

export const segmentRows = defineRows(segments, ({ session, threads }, add) => {
  for (const { agent, thread } of threads) {
    // A thread without entries has a segment to begin with, and nothing to name as its first entry.
    for (const segment of thread.entries.length === 0 ? [] : thread.segments) {
      add({
        session,
        agent,
        number: segment.index,
        first_entry: segment.first,
        boundary_entry: segment.boundary?.index,
        summary_entry: segment.summary?.index,
        trigger: segment.trigger,
        pre_tokens: segment.preTokens,
        post_tokens: segment.postTokens,
        known_by: segment.knownBy,
      })
    }
  }
})
