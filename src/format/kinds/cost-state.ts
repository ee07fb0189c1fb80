import type { FieldTable } from '../fields.ts'
import { defineKind } from './define.ts'

export const costState = defineKind({
  kind: 'cost-state',
  about:
    'The client’s own total of a session, over all its processes, subagents, compactions and titles; written when a process leaves the session, so a running or killed one has none or an old one. The last line counts. `--fork-session` goes on with the total of its origin, `/branch` starts at 0.',
  seen: '2.1.250 (terminal) and 2.1.327; 52 recorded files',
  isChained: false,
  fields: {
    totalCostUSD: ['number', 'US dollars so far.'],
    totalAPIDuration: ['number', 'Time of requests, ms.'],
    totalAPIDurationWithoutRetries: ['number', 'The same without those that failed.'],
    totalToolDuration: ['number', 'Time of tools, ms.'],
    totalLinesAdded: ['number', 'Lines that edits added.'],
    totalLinesRemoved: ['number', 'Lines that edits removed.'],
    totalDuration: ['number', 'Time the processes ran, ms.'],
    startTime: ['number', 'When the first process began, epoch ms; a fork has that of its origin.'],
    modelUsage: [
      'object',
      'By model `{inputTokens, outputTokens, thinkingTokens, cacheReadInputTokens, cacheCreationInputTokens, cacheCreationEphemeral5mInputTokens, cacheCreationEphemeral1hInputTokens, webSearchRequests, costUSD}`.',
    ],
    hasUnknownModelCost: ['boolean', 'Some model has no price in the client.'],
  },
})

/** One value of `modelUsage`. */
export const MODEL_USAGE = {
  inputTokens: ['number', 'Input tokens neither read from nor written to the cache.'],
  outputTokens: ['number', 'Output tokens.'],
  thinkingTokens: ['number', 'Of those, thinking.'],
  cacheReadInputTokens: ['number', 'Read from the cache.'],
  cacheCreationInputTokens: ['number', 'Written to the cache.'],
  cacheCreationEphemeral5mInputTokens: ['number', 'Of those, for five minutes.'],
  cacheCreationEphemeral1hInputTokens: ['number', 'Of those, for an hour.'],
  webSearchRequests: ['number', 'Searches on the server.'],
  costUSD: ['number', 'US dollars at the client’s own prices.'],
} as const satisfies FieldTable
