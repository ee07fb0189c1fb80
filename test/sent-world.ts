import { createHash } from 'node:crypto'

type Json = { readonly [key: string]: unknown }

/** Keys sorted, no spaces: written apart from src/, which is held to it. */
function canon(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export const hashOf = (value: unknown): string => sha256(canon(value))

const blocks = (content: unknown): unknown =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content

export interface WireMessage {
  readonly role: 'user' | 'assistant' | 'system'
  readonly content: string | readonly Json[]
  readonly [more: string]: unknown
}

interface Sending {
  readonly messages: readonly WireMessage[]
  /** Those that no line of the conversation holds in this form. */
  readonly blobs?: readonly WireMessage[]
  readonly system?: readonly Json[]
  readonly tools?: readonly Json[]
  readonly params?: Json
  /** Position of the message whose last block is marked; the last one. */
  readonly marked?: number
}

export const PARAMS = {
  model: 'claude-opus-5-5',
  betas: ['claude-code-20250219'],
  max_tokens: 32_000,
  thinking: { type: 'adaptive' },
  context_management: { edits: [] },
  output_config: { effort: 'medium' },
}

/** Writes what a client of today writes: lines of the conversation, and its requests beside them, with true hashes. */
export class SentTranscript {
  readonly lines: Json[] = []
  private readonly shared: Json
  private parentUuid: string | null = null
  private last: { id: string; hashes: readonly string[] } | undefined
  private readonly stored = new Set<string>()
  private count = 0

  constructor({
    sessionId = '11111111-1111-4111-8111-111111111111',
    mark = 's',
    ...more
  }: { sessionId?: string; mark?: string; [key: string]: unknown } = {}) {
    this.shared = { sessionId, ...more }
    this.mark = mark
  }
  private readonly mark: string

  private get timestamp(): string {
    return new Date(Date.parse('2026-11-01T10:00:00.000Z') + this.lines.length * 1000).toISOString()
  }

  private add(type: string, message: Json, more: Json): string {
    const uuid = `${this.mark}-u${++this.count}`
    this.lines.push({
      parentUuid: this.parentUuid,
      isSidechain: false,
      type,
      message,
      uuid,
      timestamp: this.timestamp,
      cwd: '/home/dev/app',
      version: '2.1.327',
      gitBranch: 'main',
      ...this.shared,
      ...more,
    })
    this.parentUuid = uuid
    return uuid
  }

  user(content: WireMessage['content'], more: Json = {}): WireMessage {
    this.add('user', { role: 'user', content }, more)
    return { role: 'user', content }
  }

  /** One line for each block. */
  answer(content: readonly Json[], more: Json = {}): WireMessage {
    const id = `msg_${this.mark}${++this.count}`
    for (const block of content) {
      const usage = {
        input_tokens: 3,
        output_tokens: 20,
        cache_read_input_tokens: 900,
        cache_creation_input_tokens: 50,
      }
      const message = { id, type: 'message', role: 'assistant', model: PARAMS.model, content: [block], usage }
      const stop = { stop_reason: 'end_turn' }
      this.add('assistant', { ...message, ...stop }, { requestId: `req_${id}`, requestRef: this.last?.id, ...more })
    }
    return { role: 'assistant', content }
  }

  /** Gives the id. Without `keepBase` it begins anew, as after a resume. */
  send(
    { messages, blobs = [], system = SYSTEM, tools = TOOLS, params = PARAMS, marked }: Sending,
    keepBase = true,
  ): string {
    const shape = { system, tools }
    this.log('api-request-shape', { shapeHash: hashOf(shape), ...this.stamps(), shape })
    for (const message of blobs) this.log('api-request-blob', { hash: hashOf(normal(message)), message })
    const hashes = messages.map(message => hashOf(normal(message)))
    const base = keepBase ? this.last : undefined
    const keep = base ? commonLength(base.hashes, hashes) : 0
    const at = marked ?? messages.length - 1
    const content = normal(messages[at] as WireMessage).content as readonly Json[]
    const ephemeral = { type: 'ephemeral' }
    const cacheControl = [
      { path: ['system', system.length - 1], value: ephemeral },
      { path: ['messages', at, 'content', content.length - 1], value: ephemeral },
    ]
    const body = structuredClone({ ...params, system, tools, messages: messages.map(normal) }) as never
    for (const { path, value } of cacheControl) {
      const block = path.reduce<never>((inner, step) => inner[step as never], body)
      Object.assign(block, { cache_control: value })
    }
    const id = `${this.mark}-r${++this.count}`
    const request = {
      shapeHash: hashOf(shape),
      params,
      ...(base ? { base: base.id } : {}),
      keep,
      tail: hashes.slice(keep),
    }
    const head = { id, ...this.stamps(), querySource: 'repl_main_thread' }
    this.log('api-request', { ...head, ...request, cacheControl, requestDigest: hashOf(body) })
    this.last = { id, hashes }
    return id
  }

  private stamps(): Json {
    return { timestamp: this.timestamp, version: '2.1.327' }
  }

  private log(type: string, fields: Json): void {
    const key = type === 'api-request' ? '' : String(fields.hash ?? fields.shapeHash)
    if (key !== '' && this.stored.has(key)) return
    this.stored.add(key)
    this.lines.push({ type, ...this.shared, ...fields })
  }
}

export const SYSTEM = [
  { type: 'text', text: 'You are a ferry pilot.' },
  { type: 'text', text: 'Keep to the timetable. Überfahrt “A”.' },
]
export const TOOLS = [
  {
    name: 'Read',
    description: 'Reads a file',
    input_schema: { type: 'object', properties: { path: { type: 'string' } } },
  },
  { name: 'Bash', description: 'Runs a command', input_schema: { type: 'object' } },
]

function normal(message: WireMessage): WireMessage {
  return { ...message, content: blocks(message.content) as readonly Json[] }
}

function commonLength(a: readonly string[], b: readonly string[]): number {
  const at = b.findIndex((hash, index) => hash !== a[index])
  return at < 0 ? Math.min(a.length, b.length) : at
}

/** Three requests: the first with hidden context, the second tried twice, the third with another tool. */
export function ferryTranscript(options?: ConstructorParameters<typeof SentTranscript>[0]): SentTranscript {
  const file = new SentTranscript(options)
  file.user('When does the ferry leave?')
  const first: WireMessage = {
    role: 'user',
    content: [
      { type: 'text', text: '<system-reminder>\nUse pnpm. HIDDENREMINDER\n</system-reminder>' },
      { type: 'text', text: 'When does the ferry leave?' },
    ],
  }
  const setting: WireMessage = { role: 'system', content: '# Environment\nThe quay.', output_config: { effort: 'low' } }
  file.send({ messages: [first, setting], blobs: [first, setting] })
  const calls = file.answer([
    { type: 'text', text: 'I look it up.' },
    { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { path: 'times.txt' } },
    { type: 'tool_use', id: 'toolu_2', name: 'Bash', input: { command: 'date' } },
  ])
  const one = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'nine' }
  const two = { type: 'tool_result', tool_use_id: 'toolu_2', content: 'Monday', is_error: false }
  file.user([two])
  file.user([one])
  const results: WireMessage = { role: 'user', content: [two, one] }
  file.send({ messages: [first, setting, calls, results] })
  file.send({ messages: [first, setting, calls, results] })
  const told = file.answer([{ type: 'text', text: 'It leaves at nine.' }])
  const next = file.user('And back? \u001b[2J<b>')
  file.send({
    messages: [first, setting, calls, results, told, next],
    tools: [TOOLS[0] as Json, { name: 'Grep', description: 'Finds', input_schema: { type: 'object' } }],
    params: { ...PARAMS, output_config: { effort: 'high' } },
  })
  file.answer([{ type: 'text', text: 'At five.' }])
  return file
}
