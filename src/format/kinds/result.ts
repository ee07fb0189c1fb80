import { defineKind } from './define.ts'

export const journalResult = defineKind({
  kind: 'result',
  about: 'Workflow journal: an agent ended. A line without `key` is the last line of a stream of another format.',
  seen: 'Shapes of real workflow journals',
  isChained: false,
  fields: {
    key: ['string', 'The step of the workflow.'],
    result: ['any', 'What the agent gave back: text or any JSON.'],
  },
})
