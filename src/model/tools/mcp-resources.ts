import { defineTool } from './define.ts'
import { labelled, oneLine } from './one-line.ts'

export const listMcpResources = defineTool({
  names: ['ListMcpResources', 'ListMcpResourcesTool'],
  about: 'Lists what MCP servers offer to read. The result is an array.',
  seen: '2.1.327; 1 recorded file',
  input: { server: ['string', 'One server only.'] },
  result: {},
  headline: input => oneLine(input.server),
})

export const readMcpResource = defineTool({
  names: ['ReadMcpResource', 'ReadMcpResourceTool'],
  about: 'Reads a resource of an MCP server.',
  seen: '2.1.327; 1 recorded file',
  input: {
    server: ['string', 'The server.'],
    uri: ['string', 'The resource.'],
  },
  result: { contents: ['array', 'Items `{uri, mimeType, text}`.'] },
  headline: input => oneLine(input.uri, labelled('of', input.server)),
})

export const readMcpResourceDir = defineTool({
  names: ['ReadMcpResourceDirTool'],
  about: 'Lists what lies below a resource of an MCP server.',
  seen: '2.1.327, schema only',
  input: {
    server: ['string', 'The server.'],
    uri: ['string', 'The resource.'],
  },
  result: {},
  isOpen: true,
  headline: input => oneLine(input.uri, labelled('of', input.server)),
})

export const waitForMcpServers = defineTool({
  names: ['WaitForMcpServers'],
  about: 'Waits until MCP servers are connected.',
  seen: 'code only',
  input: {
    servers: ['array', 'Only these.'],
    timeout: ['number', 'How long to wait.'],
  },
  result: {
    connected: ['array', 'Servers that are there.'],
    pending: ['array', 'Servers still missing.'],
    failed: ['array', 'Servers that could not be reached.'],
  },
  isOpen: true,
  headline: () => '',
})
