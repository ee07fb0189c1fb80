import { defineKind } from './define.ts'

/** Tags that content of the queue may stand in: reports of tasks, messages of agents, context of the client. */
export const QUEUE_TAGS: ReadonlySet<string> = new Set([
  'task-notification',
  'agent-notification',
  'bash-notification',
  'agent-message',
  'teammate-message',
  'system-reminder',
  'command-message',
  'command-name',
  'bash-input',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
  'user-prompt-submit-hook',
])

/** First keys of records that content of the queue may be: that of a task. */
export const QUEUE_RECORDS: ReadonlySet<string> = new Set(['task_id'])

export const queueOperation = defineKind({
  kind: 'queue-operation',
  about:
    'A change to the queue of input typed while the model was working. Before 2.1.97 the only place where such text stands.',
  seen: '2.0.37 and later; 196 recorded files',
  isChained: false,
  fields: {
    operation: [
      'string',
      '`dequeue` takes the first in; `remove` is taken up in the running turn, `popAll` taken back into the editor.',
      ['enqueue', 'dequeue', 'remove', 'popAll'],
    ],
    content: [
      'string|array',
      'What was typed, or a command; a notification or the message of an agent as tags; from 2.1.45 to 2.1.50 the record of a task as JSON, which is nobody’s message; content blocks; often absent. `doctor` reports any other shape.',
    ],
    reason: ['string', 'Of a `remove`: taken up in the running turn. Since 2.1.2xx.', ['absorbed_mid_turn']],
    commandUuid: ['string', 'Of a `remove`: `source_uuid` of the queued command. Since 2.1.327.'],
    deliveryId: ['string', 'Of a `remove`: `delivery_id` of the queued command. Since 2.1.327.'],
  },
})
