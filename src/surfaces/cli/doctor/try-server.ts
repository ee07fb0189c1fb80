import { setTimeout as delay } from 'node:timers/promises'
import { asObject, asObjects, asString, type JsonObject } from '../../../format/json.ts'
import { parseObject } from '../../../format/line.ts'
import { formatDuration } from '../../../time/duration.ts'
import type { InstalledServer } from '../install/read-installation.ts'
import { findGone } from './find-gone.ts'
import { because, collect, endProgram, firstLine, MAX_OUTPUT, startProgram, type TrialPlace } from './run-trial.ts'

export interface ServerTrial {
  readonly version: string | undefined
  readonly tools: readonly string[]
  readonly durationMs: number
  /** Undefined: it works. */
  readonly problem: string | undefined
  /** What helps: to set it up anew, or what the problem itself says. */
  readonly next: 'install' | 'said'
}

/** The newest that every client knows. */
const PROTOCOL = '2025-06-18'
const ENDING_MS = 1000

/**
 * Starts the server as the client would, asks for its tools and calls some: one that always answers and, where anything is
 * kept, one that needs the index.
 */
export async function tryServer(
  server: InstalledServer,
  place: TrialPlace,
  { isKept }: { readonly isKept: boolean },
): Promise<ServerTrial> {
  const startedAt = performance.now()
  const gone = findGone([server.command, ...server.args])
  if (gone !== undefined) return { version: undefined, tools: [], durationMs: 0, problem: gone, next: 'install' }
  const talk = openTalk(server, place)
  let version: string | undefined
  let tools: readonly string[] = []
  let problem: string | undefined
  let next: ServerTrial['next'] = 'install'
  try {
    const clientInfo = { name: 'backscroll doctor', version: '1' }
    const hello = await talk.ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo })
    version = asString(asObject(hello.serverInfo)?.version)
    talk.tell('notifications/initialized')
    const listed = await talk.ask('tools/list', {})
    tools = asObjects(listed.tools).flatMap(({ name }) => asString(name) ?? [])
    problem = await callTool(talk, 'status', {})
    if (problem === undefined && isKept && tools.includes('recent')) {
      problem = await callTool(talk, 'recent', { scope: 'all', limit: 1 })
      next = 'said'
    }
  } catch (error) {
    problem = (error as Error).message
  } finally {
    await talk.close(problem === undefined)
  }
  return { version, tools, durationMs: Math.round(performance.now() - startedAt), problem, next }
}

/** What is wrong with its answer, in its own words. */
async function callTool(talk: Talk, name: string, args: object): Promise<string | undefined> {
  const answer = await talk.ask('tools/call', { name, arguments: args })
  const text = asObjects(answer.content)
    .flatMap(part => asString(part.text) ?? [])
    .join('\n')
  return answer.isError === true || text === '' ? `its tool \`${name}\` failed${because(text)}` : undefined
}

interface Talk {
  ask(method: string, params: object): Promise<JsonObject>
  tell(method: string): void
  close(isInOrder: boolean): Promise<void>
}

/** JSON-RPC, a message per line. */
function openTalk({ command, args, env }: InstalledServer, place: TrialPlace): Talk {
  const child = startProgram({ command, args }, { ...place, env: { ...place.env, ...env } })
  const err = collect(child.stderr)
  const waiting = new Map<number, (answer: JsonObject) => void>()
  const closed = Promise.withResolvers<void>()
  const failure = Promise.withResolvers<never>()
  failure.promise.catch(() => {})
  const fail = (message: string): void => failure.reject(new Error(message))
  const timer = setTimeout(() => fail(`it did not answer within ${formatDuration(place.timeoutMs)}`), place.timeoutMs)
  child.on('error', error => {
    closed.resolve()
    fail(`it cannot be started: ${error.message}`)
  })
  child.on('close', code => {
    closed.resolve()
    fail(`it ended with ${code === null ? 'a signal' : `exit code ${code}`}${because(err())}`)
  })
  let rest = ''
  child.stdout?.setEncoding('utf8').on('data', (data: string) => {
    const lines = (rest + data).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_OUTPUT) fail('it prints more than any answer is long')
    for (const line of lines) hear(line)
  })

  function hear(line: string): void {
    const message = parseObject(line)
    if (!message && line.trim() !== '') fail(`it prints what is no protocol: ${firstLine(line)}`)
    const id = typeof message?.id === 'number' ? message.id : undefined
    if (id !== undefined && message?.method === undefined) waiting.get(id)?.(message as JsonObject)
  }

  function send(message: object): void {
    child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  }

  let count = 0
  return {
    async ask(method, params) {
      const id = ++count
      const { promise, resolve } = Promise.withResolvers<JsonObject>()
      waiting.set(id, resolve)
      send({ id, method, params })
      timer.refresh()
      const answer = await Promise.race([promise, failure.promise])
      const error = asObject(answer.error)
      if (error) throw new Error(`it refused \`${method}\`${because(asString(error.message) ?? '')}`)
      return asObject(answer.result) ?? {}
    },
    tell: method => send({ method }),
    async close(isInOrder) {
      clearTimeout(timer)
      // It ends by itself when nobody speaks to it any more.
      child.stdin?.end()
      if (isInOrder) await Promise.race([closed.promise, delay(ENDING_MS, undefined, { ref: false })])
      endProgram(child, place.platform)
    },
  }
}
