import { toolCalls } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

export const toolCallRows = defineRows(toolCalls, ({ session, threads }, add) => {
  for (const { agent, thread, entryNumber } of threads) {
    thread.toolCalls.forEach((call, number) => {
      const entry = call.use ?? call.result
      add({
        session,
        agent,
        number,
        call_id: call.id,
        name: call.name,
        headline: call.headline,
        use_entry: call.use?.index,
        result_entry: entryNumber(call.result),
        turn: entry?.turn ?? 0,
        at: entry?.at,
        status: call.status,
        error: call.error,
        rejection: call.rejection,
        duration_ms: call.durationMs,
        background_task_id: call.backgroundTaskId,
        persisted_path: call.persistedPath,
      })
    })
  }
})
