import { ownHead } from '../facts/own-head.ts'
import { defineTool } from './define.ts'
import { headlineOfAny } from './generic.ts'

const PREFIX = 'mcp__'

/**
 * A guess: the part up to the first `__` after `mcp__`. Names of servers may themselves hold `__`, and plugins put
 * `plugin_<plugin>_` before theirs; the name alone cannot tell.
 */
export function guessMcpServer(toolName: string): string | undefined {
  if (!toolName.startsWith(PREFIX)) return undefined
  const end = toolName.indexOf('__', PREFIX.length)
  const server = end < 0 ? toolName.slice(PREFIX.length) : toolName.slice(PREFIX.length, end)
  return server === '' ? undefined : ownHead(server, 200)
}

export const mcp = defineTool({
  names: ['mcp__*'],
  about: 'A tool of an MCP server: `mcp__<server>__<tool>`. The result is an array of content blocks, or a text.',
  seen: '34 recorded files',
  input: {},
  result: {},
  isOpen: true,
  headline: headlineOfAny,
})
