import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

/** As many as the SDK takes over HTTP. */
const MAX_BATCH = 100

export interface SortedLine {
  /** What the SDK is given, as lines; undefined where nothing is left. */
  readonly messages: Buffer | undefined
  /** What the client is told of the rest, as lines. */
  readonly refusals: readonly string[]
}

/**
 * What the SDK drops without a word is answered here: whoever sent it would wait for ever. A batch, which the protocol had
 * in 2025-03-26 alone, is taken as its messages, each answered by itself.
 */
export function sortMessages(line: Buffer): SortedLine {
  const text = line.toString()
  if (text.trim() === '') return { messages: undefined, refusals: [] }
  const value = parse(text)
  if (value === undefined) return refuse(ProtocolErrorCode.ParseError, NO_JSON)
  if (!Array.isArray(value)) return isMessage(value) ? { messages: line, refusals: [] } : refuseMessage(value)
  if (value.length === 0) return refuse(ProtocolErrorCode.InvalidRequest, EMPTY_BATCH)
  if (value.length > MAX_BATCH) return refuse(ProtocolErrorCode.InvalidRequest, LONG_BATCH)
  const good = value.filter(isMessage).map(message => `${JSON.stringify(message)}\n`)
  return {
    messages: good.length > 0 ? Buffer.from(good.join('')) : undefined,
    refusals: value.filter(message => !isMessage(message)).flatMap(message => refuseMessage(message).refusals),
  }
}

const NO_JSON = 'this line is not JSON: send each message as one line of it'
const EMPTY_BATCH = 'there is no message in this batch: send one, or several'
const LONG_BATCH = `a batch of more than ${MAX_BATCH} messages is not read: send them one by one`
const NO_MESSAGE =
  'this is no message of JSON-RPC 2.0: it needs "jsonrpc": "2.0", a method, and an id that is text or a whole number where an answer is wanted'

/** JSON has no undefined. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isMessage(value: unknown): boolean {
  return isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)
}

/** An answer to a question of ours is not answered again, however odd it is. */
function refuseMessage(value: unknown): SortedLine {
  const { id, method, result, error } = Object(value) as { readonly [name: string]: unknown }
  if (method === undefined && (result !== undefined || error !== undefined)) {
    return { messages: undefined, refusals: [] }
  }
  return refuse(ProtocolErrorCode.InvalidRequest, NO_MESSAGE, isId(id) ? id : null)
}

function isId(id: unknown): id is string | number {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function refuse(code: number, message: string, id: string | number | null = null): SortedLine {
  return { messages: undefined, refusals: [`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`] }
}
