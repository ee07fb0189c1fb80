import { defineKind } from './define.ts'

export const agentColor = defineKind({
  kind: 'agent-color',
  about: 'The colour chosen for the session.',
  seen: 'Known from other readers of the format',
  isChained: false,
  fields: {
    agentColor: ['string', 'Name of the colour.'],
  },
})
