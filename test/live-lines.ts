import { ONE } from './temp-tree.ts'

/** Lines of one conversation, each below the one before it unless another parent is named. */
export interface LineWriter {
  prompt(text: string, more?: LineOptions): object
  answer(text: string, more?: AnswerOptions): object
  call(id: string, name: string, input: object, more?: AnswerOptions): object
  result(id: string, text: string, more?: LineOptions): object
  /** Any line of the chain. */
  line(fields: object, more?: LineOptions): object
  /** Uuid of the last line. */
  readonly last: string | null
}

export interface LineOptions {
  /** Uuid; null for the very beginning. */
  readonly parent?: string | null
  readonly at?: number
}

export interface AnswerOptions extends LineOptions {
  /** Null as in releases that do not write it. */
  readonly stop?: string | null
}

/** Times go on from `start`, a second a line. */
export function writeLines(start: number, more: { readonly agentId?: string } = {}): LineWriter {
  let count = 0
  let last: string | null = null
  const agent = more.agentId === undefined ? { isSidechain: false } : { isSidechain: true, agentId: more.agentId }
  const envelope = {
    ...agent,
    userType: 'external',
    cwd: '/home/dev/app',
    sessionId: ONE,
    version: '2.1.40',
    gitBranch: 'main',
  }

  function line(fields: object, { parent = last, at }: LineOptions = {}): object {
    const uuid = `${more.agentId ?? 'm'}-${++count}`
    const timestamp = new Date(at ?? start + count * 1000).toISOString()
    last = uuid
    return { parentUuid: parent, ...envelope, ...fields, uuid, timestamp }
  }

  function answer(content: readonly object[], stop: string | null, options: LineOptions): object {
    const usage = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 0, cache_creation_input_tokens: 0 }
    const id = `msg_${more.agentId ?? 'm'}${count}`
    const message = {
      model: 'claude-opus-4-6',
      id,
      type: 'message',
      role: 'assistant',
      content,
      stop_reason: stop,
      usage,
    }
    return line({ type: 'assistant', message, requestId: `req_${id}` }, options)
  }

  return {
    line,
    prompt: (text, options = {}) => line({ type: 'user', message: { role: 'user', content: text } }, options),
    answer: (text, { stop = 'end_turn', ...options } = {}) => answer([{ type: 'text', text }], stop, options),
    call: (id, name, input, { stop = 'tool_use', ...options } = {}) =>
      answer([{ type: 'tool_use', id, name, input }], stop, options),
    result: (id, text, options = {}) =>
      line(
        { type: 'user', message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] } },
        options,
      ),
    get last() {
      return last
    },
  }
}
