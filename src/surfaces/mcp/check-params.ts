import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type McpServer,
  ProtocolErrorCode,
  type Transport,
} from '@modelcontextprotocol/server'
import { shorten } from '../../text/head.ts'

/**
 * The SDK refuses a call whose parameters have the wrong shape before we see it, with all that its library says of them.
 * Such calls are answered here. Arguments that are `null` are none: some clients write them so.
 */
export function checkParams(server: McpServer): void {
  const connect = server.connect.bind(server)
  server.connect = async (transport: Transport) => {
    await connect(transport)
    const take = transport.onmessage
    transport.onmessage = (message, extra) => {
      const what = isJSONRPCRequest(message) ? CALLED.get(message.method) : undefined
      if (what === undefined) return take?.(message, extra)
      const request = withoutNull(message as JSONRPCRequest)
      const problem = findProblem(request, what)
      if (problem === undefined) return take?.(request, extra)
      const refusal: JSONRPCMessage = {
        jsonrpc: '2.0',
        id: request.id,
        error: { code: ProtocolErrorCode.InvalidParams, message: problem },
      }
      // Whoever is gone is told nothing.
      transport.send(refusal, { relatedRequestId: request.id }).catch(() => {})
    }
  }
}

type Called = 'tool' | 'prompt'

const CALLED: ReadonlyMap<string, Called> = new Map([
  ['tools/call', 'tool'],
  ['prompts/get', 'prompt'],
])

function withoutNull(request: JSONRPCRequest): JSONRPCRequest {
  if (request.params?.arguments !== null) return request
  const { arguments: none, ...params } = request.params
  return { ...request, params }
}

function findProblem({ method, params }: JSONRPCRequest, what: Called): string | undefined {
  const name = params?.name
  if (typeof name !== 'string') {
    return `${method} does not say which ${what} is meant. Give its name in params; ${what}s/list has all of them.`
  }
  const args = params?.arguments
  if (args === undefined) return undefined
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return `the arguments of ${shorten(name, 60)} have to be an object. Give each under its name; ${what}s/list says which there are.`
  }
  if (what === 'tool') return undefined
  const odd = Object.entries(args).find(([, value]) => typeof value !== 'string')
  return odd && `the argument "${shorten(odd[0], 60)}" of ${shorten(name, 60)} has to be text. Give it in quotes.`
}
