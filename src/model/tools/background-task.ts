import { asObject } from '../../format/json.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'
import { notePoll, recordPoll } from './poll.ts'

export const taskOutput = defineTool({
  names: ['TaskOutput', 'AgentOutputTool'],
  about: 'Waits for a background task, or asks how it stands.',
  seen: '2.0.76 and later; 27 recorded files',
  input: {
    task_id: ['string', 'The task.'],
    agentId: ['string', 'The agent, in the first release. Code only.'],
    block: ['boolean', 'Wait until it ends.'],
    timeout: ['number|string', 'How long to wait, in milliseconds.'],
    wait_up_to: ['number', 'How long to wait, in the first release. Code only.'],
  },
  result: {
    retrieval_status: ['string', '`success`, `timeout`, `not_ready` or `error`.'],
    task: ['object|null', '`{task_id, task_type, status, description, output, exitCode?, prompt?, result?}`.'],
  },
  headline: input => oneLine(input.task_id ?? input.agentId),
  onUse: ({ call, input }) => notePoll(call, input.task_id ?? input.agentId),
  onResult: outcome => recordPoll(outcome, asObject(asObject(outcome.structured)?.task)?.status),
})

export const taskStop = defineTool({
  names: ['TaskStop'],
  about: 'Stops a background task.',
  seen: '2.1.30 and later; 6 recorded files',
  input: {
    task_id: ['string', 'The task.'],
    shell_id: ['string', 'The same under its old name.'],
  },
  result: {
    message: ['string', 'What was stopped.'],
    task_id: ['string', 'The task.'],
    task_type: ['string', '`local_bash`, `local_agent` …'],
    command: ['string', 'Its command line.'],
  },
  headline: input => oneLine(input.task_id ?? input.shell_id),
  onUse: ({ call, input }) => notePoll(call, input.task_id ?? input.shell_id),
  onResult: outcome => recordPoll(outcome, 'stopped'),
})
