import { defineKind } from './define.ts'

export const toolsUsed = defineKind({
  kind: 'tools-used',
  about: 'The names of all tools called so far: each line adds to the one before. Written before the call itself.',
  seen: '2.1.327; 26 recorded files',
  isChained: false,
  fields: {
    tools: ['array', 'The names; MCP prompts stand among them.'],
  },
})
