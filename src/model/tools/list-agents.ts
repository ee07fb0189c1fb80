import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const listAgents = defineTool({
  names: ['ListAgents'],
  about: 'Lists other sessions and agents that can be sent a message.',
  seen: '2.1.327; 1 recorded file',
  input: {
    cursor: ['string', 'Where the last page ended.'],
    channel: ['string', 'Not in use. Schema only.'],
    q: ['string', 'Not in use. Schema only.'],
  },
  result: {
    listing: ['string', 'The list as text.'],
    sections: ['array', 'The list in parts; empty where seen.'],
    notes: ['array', 'Remarks on it; empty where seen.'],
  },
  headline: input => oneLine(input.q ?? input.channel),
})
