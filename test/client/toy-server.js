// An MCP server with one prompt: what a client shows as `/mcp__toy__greet`.
import { createInterface } from 'node:readline'

const ANSWERS = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {}, prompts: {} },
    serverInfo: { name: 'toy', version: '1.0.0' },
  }),
  'tools/list': () => ({ tools: [] }),
  'prompts/list': () => ({ prompts: [{ name: 'greet', description: 'Greets', arguments: [{ name: 'who' }] }] }),
  'prompts/get': params => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${params.arguments?.who} [play hello]` } }],
  }),
}

createInterface({ input: process.stdin }).on('line', line => {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) return
  const answer = ANSWERS[method]
  const outcome = answer ? { result: answer(params ?? {}) } : { error: { code: -32601, message: 'unknown method' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...outcome })}\n`)
})
