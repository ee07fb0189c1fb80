import type { ServerResponse } from 'node:http'

/** What the scripted model says to one request. */
export interface Answer {
  readonly blocks: readonly AnswerBlock[]
  /** Otherwise `tool_use` where a block is one, else `end_turn`. */
  readonly stop?: string
  /** The stream stops after the first block until the client closes it. */
  readonly isHeld?: boolean
  /** So many times the request fails with this before it is answered. */
  readonly failure?: { readonly status: number; readonly type: string; readonly times: number }
}

export type AnswerBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly thinking: string }
  | { readonly type: 'tool_use'; readonly id?: string; readonly name: string; readonly input: object }

/** Tokens as the API names them. */
export interface SentUsage {
  readonly input_tokens: number
  readonly output_tokens: number
  readonly cache_read_input_tokens: number
  readonly cache_creation_input_tokens: number
  readonly cache_creation: {
    readonly ephemeral_5m_input_tokens: number
    readonly ephemeral_1h_input_tokens: number
  }
}

/** No two requests have a figure in common, so each can be told from any sum. */
export function usageOf(number: number): SentUsage {
  const write5m = 100 + number
  const write1h = 3_000 + 5 * number
  return {
    input_tokens: 3 + number,
    output_tokens: 40 + 7 * number,
    cache_read_input_tokens: 20_000 + 13 * number,
    cache_creation_input_tokens: write5m + write1h,
    cache_creation: { ephemeral_5m_input_tokens: write5m, ephemeral_1h_input_tokens: write1h },
  }
}

export interface Message {
  readonly id: string
  readonly model: string
  readonly usage: SentUsage
  readonly answer: Answer
}

/** The usage that a stream begins with: the output is not known yet. */
export function usageAtStart(usage: SentUsage): SentUsage {
  return { ...usage, output_tokens: 1 }
}

/** Writes a message as the API streams it; `true` once the client has all of it, `false` where it hung up. */
export function streamMessage(response: ServerResponse, message: Message): Promise<boolean> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': requestIdOf(message) })
  const send = (type: string, more: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)
  }
  send('message_start', { message: { ...headOf(message), content: [], usage: usageAtStart(message.usage) } })
  for (const [index, block] of message.answer.blocks.entries()) {
    if (index === 1 && message.answer.isHeld) return untilClosed(response)
    const { empty, delta } = partsOf(block, `${message.id}${index}`)
    send('content_block_start', { index, content_block: empty })
    for (const part of delta) send('content_block_delta', { index, delta: part })
    if (message.answer.isHeld) return untilClosed(response)
    send('content_block_stop', { index })
  }
  send('message_delta', { delta: { stop_reason: stopOf(message.answer), stop_sequence: null }, usage: message.usage })
  send('message_stop', {})
  return new Promise(resolve => response.end(() => resolve(true)))
}

/** The same in one piece, for a client that does not stream. */
export function writeMessage(response: ServerResponse, message: Message): void {
  const content = message.answer.blocks.map((block, index) => withId(block, `${message.id}${index}`))
  const whole = { ...headOf(message), content, stop_reason: stopOf(message.answer), usage: message.usage }
  response.writeHead(200, { 'content-type': 'application/json', 'request-id': requestIdOf(message) })
  response.end(JSON.stringify(whole))
}

function headOf({ id, model }: Message): object {
  return { id, type: 'message', role: 'assistant', model, stop_reason: null, stop_sequence: null }
}

function requestIdOf({ id }: Message): string {
  return id.replace('msg_', 'req_')
}

function stopOf({ stop, blocks }: Answer): string {
  return stop ?? (blocks.some(block => block.type === 'tool_use') ? 'tool_use' : 'end_turn')
}

function withId(block: AnswerBlock, id: string): AnswerBlock {
  return block.type === 'tool_use' ? { ...block, id: block.id ?? id.replace('msg_', 'toolu_') } : block
}

function partsOf(block: AnswerBlock, id: string): { readonly empty: object; readonly delta: readonly object[] } {
  switch (block.type) {
    case 'text':
      return { empty: { type: 'text', text: '' }, delta: [{ type: 'text_delta', text: block.text }] }
    case 'thinking':
      return {
        empty: { type: 'thinking', thinking: '', signature: '' },
        delta: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: 'c2NyaXB0ZWQ=' },
        ],
      }
    case 'tool_use':
      return {
        empty: { ...withId(block, id), input: {} },
        delta: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      }
  }
}

function untilClosed(response: ServerResponse): Promise<boolean> {
  return new Promise(resolve => response.on('close', () => resolve(false)))
}
