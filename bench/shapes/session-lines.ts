/** The id of every session made here: one transcript, and what belongs to it. */
export const SHAPE_ID = '5ba9e000-0000-4000-8000-000000000001'

const FIRST_MS = Date.UTC(2026, 2, 1)
const USAGE = { input_tokens: 10, output_tokens: 20, cache_read_input_tokens: 100, cache_creation_input_tokens: 0 }

/** Where lines go: the main transcript of a session, or that of one of its agents. */
export interface LinePlace {
  readonly agentId?: string
  readonly cwd?: string
  /** From another session: copies that a resume or fork brought along. */
  readonly sessionId?: string
}

/** Lines as the client writes them, each below the one before it unless another parent is named. */
export class SessionLines {
  readonly lines: (object | string)[] = []
  readonly #place: LinePlace
  #count = 0
  #last: string | null = null

  constructor(place: LinePlace = {}) {
    this.#place = place
  }

  /** Uuid of the last line of the tree. */
  get last(): string | null {
    return this.#last
  }

  /** A line of the tree. Gives its uuid. */
  add(fields: object, more: object = {}): string {
    const { agentId, cwd = '/home/dev/app', sessionId = SHAPE_ID } = this.#place
    const uuid = `${agentId ?? 'm'}-${++this.#count}`
    const own = agentId === undefined ? { isSidechain: false } : { isSidechain: true, agentId }
    const envelope = { parentUuid: this.#last, ...own, userType: 'external', cwd, sessionId, version: '2.1.200' }
    const timestamp = new Date(FIRST_MS + this.#count * 1000).toISOString()
    this.lines.push({ ...envelope, gitBranch: 'main', ...fields, uuid, timestamp, ...more })
    this.#last = uuid
    return uuid
  }

  /** A line beside the tree. */
  note(fields: object): void {
    const { sessionId = SHAPE_ID } = this.#place
    this.lines.push({ ...fields, sessionId, timestamp: new Date(FIRST_MS + this.#count * 1000).toISOString() })
  }

  prompt(content: unknown, more: object = {}): string {
    return this.add({ type: 'user', message: { role: 'user', content } }, more)
  }

  answer(content: readonly object[], more: object = {}): string {
    const id = `msg_${this.#place.agentId ?? 'm'}${this.#count}`
    const stop = content.some(block => 'name' in block) ? 'tool_use' : 'end_turn'
    const said = { model: 'claude-opus-4-6', id, type: 'message', role: 'assistant' }
    const message = { ...said, content, stop_reason: stop, usage: USAGE }
    return this.add({ type: 'assistant', message, requestId: `req_${id}` }, more)
  }

  says(text: string): string {
    return this.answer([{ type: 'text', text }])
  }

  /** A call on a line of its own, and its result on the next. */
  call(id: string, name: string, input: object, result: { readonly text: string; readonly more?: object }): void {
    this.answer([toolUse(id, name, input)])
    this.prompt([toolResult(id, result.text)], result.more)
  }
}

export function toolUse(id: string, name: string, input: object): object {
  return { type: 'tool_use', id, name, input }
}

export function toolResult(id: string, content: string): object {
  return { type: 'tool_result', tool_use_id: id, content }
}

export function bash(command: string): readonly [string, object] {
  return ['Bash', { command, description: 'Run it' }]
}
