import { asObject, asString } from '../../format/json.ts'
import { startBackgroundTask } from '../facts/background-tasks.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const monitor = defineTool({
  names: ['Monitor'],
  about: 'Watches the output of a command and tells the model of each event.',
  seen: '2.1.128 and later; 1 recorded file',
  input: {
    command: ['string', 'The command line.'],
    description: ['string', 'What is watched.'],
    ws: ['object', '`{url, protocols}`: a socket instead of a command. Since 2.1.327, schema only.'],
    timeout_ms: ['number', 'For how long.'],
    persistent: ['boolean', 'Until the session ends.'],
  },
  result: {
    taskId: ['string', 'Its background task.'],
    timeoutMs: ['number', 'For how long.'],
    persistent: ['boolean', 'Until the session ends.'],
  },
  headline: input => oneLine(input.description) || oneLine(input.command),
  onResult({ call, structured, text, facts }) {
    if (call.status !== 'ok') return
    const id = asString(asObject(structured)?.taskId) ?? /\(task ([\w-]{1,100})/.exec(text.slice(0, 300))?.[1]
    if (id) startBackgroundTask(facts, { id, kind: 'monitor', call })
  },
})
