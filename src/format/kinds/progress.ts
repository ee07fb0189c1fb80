import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'

/** Fields of the line itself, beside the envelope. */
export const PROGRESS_LINE = {
  data: ['object', 'The payload; its `type` decides the kind.'],
  toolUseID: ['string', 'The tool call, or the id of this report.'],
  parentToolUseID: ['string', 'The tool call that is in progress.'],
} as const satisfies FieldTable

const TYPE = { type: ['string', 'Which progress it is.'] } as const satisfies FieldTable

export const progressKinds = [
  defineKind({
    kind: 'progress/bash_progress',
    about: 'Output of a running command so far. The whole output is repeated each time, which makes files huge.',
    seen: '2.1.9 to 2.1.81; 324 recorded files',
    isChained: true,
    payload: 'data',
    fields: {
      ...TYPE,
      output: ['string', 'The last lines.'],
      fullOutput: ['string', 'Everything so far.'],
      elapsedTimeSeconds: ['number', 'Seconds since the start.'],
      totalLines: ['number', 'Lines so far.'],
      totalBytes: ['number', 'Bytes so far. Since 2.1.45.'],
      timeoutMs: ['number', 'When it will be stopped. Since 2.1.25.'],
      taskId: ['string', 'Background task. Since 2.1.45.'],
    },
  }),
  defineKind({
    kind: 'progress/hook_progress',
    about: 'A hook is running.',
    seen: '2.1.9 to 2.1.81; 416 recorded files',
    isChained: true,
    payload: 'data',
    fields: {
      ...TYPE,
      hookEvent: ['string', 'The event, e.g. `PostToolUse`.'],
      hookName: ['string', 'Event and matcher, e.g. `SessionStart:resume`.'],
      command: ['string', 'The command of the hook.'],
    },
  }),
  defineKind({
    kind: 'progress/agent_progress',
    about: 'A copy of one entry of a subagent. It counts only where the file of the subagent is missing.',
    seen: '2.1.9 to 2.1.81; 132 recorded files',
    isChained: true,
    payload: 'data',
    fields: {
      ...TYPE,
      agentId: ['string', 'The subagent.'],
      message: ['object', 'The copied entry: `{type, message, uuid, timestamp, requestId?, toolUseResult?}`.'],
      normalizedMessages: ['array', 'The same in another shape; mostly empty.'],
      prompt: ['string', 'The prompt of the subagent.'],
      resume: ['string', 'The subagent that is taken up again.'],
    },
  }),
  defineKind({
    kind: 'progress/mcp_progress',
    about: 'A call of an MCP tool began, ended or goes on.',
    seen: '2.1.9 to 2.1.81; 27 recorded files',
    isChained: true,
    payload: 'data',
    fields: {
      ...TYPE,
      serverName: ['string', 'The MCP server.'],
      toolName: ['string', 'The tool.'],
      status: ['string', '`started`, `completed`, `failed` …'],
      elapsedTimeMs: ['number', 'Milliseconds; on the end.'],
    },
  }),
  defineKind({
    kind: 'progress/query_update',
    about: 'A web search was sent.',
    seen: '2.1.9 to 2.1.81; 18 recorded files',
    isChained: true,
    payload: 'data',
    fields: { ...TYPE, query: ['string', 'The query.'] },
  }),
  defineKind({
    kind: 'progress/search_results_received',
    about: 'A web search was answered.',
    seen: '2.1.9 to 2.1.81; 18 recorded files',
    isChained: true,
    payload: 'data',
    fields: { ...TYPE, query: ['string', 'The query.'], resultCount: ['number', 'Number of hits.'] },
  }),
  defineKind({
    kind: 'progress/waiting_for_task',
    about: 'Waits for the output of a background task.',
    seen: '2.1.9 to 2.1.81; 17 recorded files',
    isChained: true,
    payload: 'data',
    fields: {
      ...TYPE,
      taskDescription: ['string', 'The task in words.'],
      taskType: ['string', '`local_bash` or `local_agent`.'],
    },
  }),
  defineKind({
    kind: 'progress/tool_heartbeat',
    about: 'A long tool call is still running. Not verified.',
    seen: '2.1.214 and later; reported by another reader of the format, in no recorded file',
    isChained: true,
    payload: 'data',
    fields: {
      ...TYPE,
      toolUseId: ['string', 'The tool call.'],
      elapsedMs: ['number', 'Milliseconds since its start.'],
      seq: ['number', 'Number of the report.'],
      sequenceNumber: ['number', 'The same under another name.'],
    },
  }),
] as const
