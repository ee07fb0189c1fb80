import { defineKind } from './define.ts'

export const journalStarted = defineKind({
  kind: 'started',
  about: 'Workflow journal: an agent began. Only a line with a `key` is one.',
  seen: 'Shapes of real workflow journals',
  isChained: false,
  fields: {
    key: ['string', 'The step of the workflow.'],
  },
})
