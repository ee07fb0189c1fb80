import { defineKind } from './define.ts'

export const agentName = defineKind({
  kind: 'agent-name',
  about: 'The session name set by `/rename`, or the name of a team member.',
  seen: 'Shapes of real sessions up to 2.1.220',
  isChained: false,
  fields: {
    agentName: ['string', 'The name.'],
  },
})
