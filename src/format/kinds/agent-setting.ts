import { defineKind } from './define.ts'

export const agentSetting = defineKind({
  kind: 'agent-setting',
  about: 'The agent the session was started with (`--agent`).',
  seen: 'Known from other readers of the format',
  isChained: false,
  fields: {
    agentSetting: ['string', 'Name of the agent.'],
  },
})
