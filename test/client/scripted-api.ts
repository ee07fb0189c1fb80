import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, type SentUsage, streamMessage, usageOf, writeMessage } from './answer.ts'
import { type Choice, chooseAnswer, type RequestBody } from './choose-answer.ts'
import type { Scripts } from './scripts.ts'

/** One request to the Messages API, with what was sent back. */
export interface ApiRequest extends Omit<Choice, 'answer'> {
  readonly sessionId: string
  /** Whether a subagent asked, where the client says so in a header. */
  readonly agentId: string | undefined
  readonly body: RequestBody
  readonly messageId: string
  readonly usage: SentUsage
  /** `cut`: the client hung up before the end; `failed`: it got an error and no tokens. */
  state: 'open' | 'answered' | 'cut' | 'failed'
}

/** A Messages API on loopback whose model says what scripts tell it to, and that remembers every request. */
export class ScriptedApi {
  readonly requests: ApiRequest[] = []
  /** What else the client asked for: method and path. */
  readonly others: string[] = []
  private readonly scripts: Scripts
  private readonly failures = new Map<string, number>()
  private readonly server = createServer((request, response) => this.take(request, response))

  constructor(scripts: Scripts) {
    this.scripts = scripts
  }

  async start(): Promise<string> {
    await new Promise<void>(resolve => this.server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  of(sessionId: string): readonly ApiRequest[] {
    return this.requests.filter(request => request.sessionId === sessionId)
  }

  /** The n-th request (from 1) of a session for this step of a script that came to this end. */
  findStep(sessionId: string, script: string, step: number, options: StepOptions = {}): ApiRequest | undefined {
    const { count = 1, state = 'answered' } = options
    return this.of(sessionId).filter(
      request => request.script === script && request.step === step && request.state === state,
    )[count - 1]
  }

  private take(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = []
    request.on('data', part => parts.push(part))
    request.on('end', () => {
      const path = request.url?.split('?')[0]
      const text = Buffer.concat(parts).toString()
      if (path === '/v1/messages') void this.answer(request, response, JSON.parse(text) as RequestBody)
      else if (path === '/v1/messages/count_tokens') reply(response, 200, { input_tokens: text.length })
      else {
        this.others.push(`${request.method} ${path}`)
        reply(response, request.method === 'HEAD' ? 200 : 404, { type: 'error', error: { type: 'not_found_error' } })
      }
    })
  }

  private async answer(asked: IncomingMessage, response: ServerResponse, body: RequestBody): Promise<void> {
    const { answer, ...choice } = chooseAnswer(body, this.scripts)
    const number = this.requests.length + 1
    const request: ApiRequest = {
      ...choice,
      sessionId: findSessionId(asked, body),
      agentId: headerOf(asked, 'x-claude-code-agent-id'),
      body,
      messageId: `msg_01scripted${String(number).padStart(14, '0')}`,
      usage: usageOf(number),
      state: 'open',
    }
    this.requests.push(request)
    if (this.mustFail(request, answer)) {
      const { status, type } = answer.failure ?? { status: 500, type: 'api_error' }
      reply(response, status, { type: 'error', error: { type, message: 'Scripted failure' } }, { 'retry-after': '0' })
      request.state = 'failed'
      return
    }
    const message = { id: request.messageId, model: body.model, usage: request.usage, answer }
    if (body.stream) request.state = (await streamMessage(response, message)) ? 'answered' : 'cut'
    else {
      writeMessage(response, message)
      request.state = 'answered'
    }
  }

  private mustFail({ sessionId, script, step }: ApiRequest, { failure }: Answer): boolean {
    if (!failure) return false
    const key = `${sessionId} ${script} ${step}`
    const failed = this.failures.get(key) ?? 0
    this.failures.set(key, failed + 1)
    return failed < failure.times
  }
}

export interface StepOptions {
  readonly count?: number
  readonly state?: ApiRequest['state']
}

/** Newer clients name the session in a header, older ones within the user's id. */
function findSessionId(request: IncomingMessage, body: RequestBody): string {
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
  const told = body.metadata?.user_id?.match(new RegExp(`session(?:_id)?[_":]+(${uuid.source})`))?.[1]
  return headerOf(request, 'x-claude-code-session-id') ?? told ?? ''
}

function headerOf(request: IncomingMessage, name: string): string | undefined {
  return request.headers[name]?.toString()
}

function reply(
  response: ServerResponse,
  status: number,
  value: object,
  headers: { [name: string]: string } = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}
