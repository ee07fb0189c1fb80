import { defineKind } from './define.ts'

export const queueOperation = defineKind({
  kind: 'queue-operation',
  about:
    'A change to the queue of input typed while the model was working. Before 2.1.97 the only place where such text stands.',
  seen: '2.0.37 and later; 196 recorded files',
  isChained: false,
  fields: {
    operation: ['string', '`enqueue`, `dequeue`, `remove` (taken up in the running turn) or `popAll`.'],
    content: ['string|array', 'What was typed, a task notification, or content blocks; often absent.'],
  },
})
