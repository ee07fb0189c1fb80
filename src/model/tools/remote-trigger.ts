import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const remoteTrigger = defineTool({
  names: ['RemoteTrigger'],
  about: 'Manages prompts that run on a server at set times.',
  seen: 'code only',
  input: {
    action: ['string', '`list`, `get`, `create`, `update` or `run`.'],
    trigger_id: ['string', 'Which one.'],
    body: ['object', 'What to set.'],
  },
  result: {
    status: ['number', 'HTTP status.'],
    json: ['string', 'The answer.'],
  },
  headline: input => oneLine(input.action, input.trigger_id),
})
