import { agents } from '../../store/tables/conversation.ts'
import { defineRows } from './define-rows.ts'

export const agentRows = defineRows(agents, ({ session, threads, agentOf, findCall }, add) => {
  for (const { agent, file, about } of threads) {
    if (!about) continue
    const { usage } = about
    const call = about.call && findCall(about.call)
    add({
      session,
      agent,
      file: about.storedAs === 'file' || about.storedAs === 'in-main-file' ? file : null,
      agent_type: about.agentType,
      description: about.description,
      prompt: about.prompt,
      stored_as: about.storedAs,
      purpose: about.purpose,
      status: about.status,
      joined_by: about.joinedBy,
      call_agent: call?.agent,
      call_number: call?.number,
      parent: about.parent && agentOf(about.parent.thread),
      depth: about.depth,
      models: JSON.stringify(about.models),
      started_at: about.startedAt,
      ended_at: about.endedAt,
      workflow_id: about.workflowId,
      worktree_path: about.worktreePath,
      requests: usage.requests,
      input_tokens: usage.input,
      output_tokens: usage.output,
      cache_read_tokens: usage.cacheRead,
      cache_write_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
      result_tokens: about.resultTokens,
    })
  }
})
