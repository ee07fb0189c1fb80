import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

export const toolSearch = defineTool({
  names: ['ToolSearch'],
  about: 'Loads tools that are known by name only.',
  seen: '2.1.92 and later; 6 recorded files',
  input: {
    query: ['string', 'Words, or `select:Name,Name`.'],
    max_results: ['number', 'At most so many.'],
  },
  result: {
    matches: ['array', 'Names of the tools loaded.'],
    query: ['string', 'As in the input.'],
    total_deferred_tools: ['number', 'How many there are.'],
    pending_mcp_servers: ['array', 'Servers not yet connected. Code only.'],
    failed_mcp_servers: ['array', 'Servers that could not be reached. Code only.'],
  },
  headline: input => oneLine(input.query),
})
