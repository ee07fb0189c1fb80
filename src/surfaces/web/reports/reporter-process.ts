import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { UserError } from '../../../user-error.ts'
import { type OwnOptions, startOwn } from '../start-own.ts'
import type { WebOptions } from '../world.ts'
import type { ReporterOrder, ReporterProblem, ReporterSetting } from './reporter-message.ts'

/** It holds much memory after a big report: without questions it goes, and with the next one it is there again. */
const IDLE_MS = 60_000
/** Whatever ends it each time will end it again. */
const MAX_FAILURES = 3

/** The process that makes reports, started when it is first asked and again after it went. */
export interface Reporter {
  /** The JSON of an answer. Throws `UserError` as the report does, and `ReporterGone` where the process ended. */
  ask(name: string, query: unknown): Promise<Uint8Array>
  /** Starts it, so that it is there when the first question comes. */
  prepare(): void
  /** The next answer is to be made of what there is now. */
  noteChange(isWatched: boolean): void
  /** It does not come up: somebody else has to make the report. */
  readonly isBroken: boolean
}

export class ReporterGone extends Error {}

interface Waiting {
  resolve(answer: Uint8Array): void
  reject(error: Error): void
}

export function createReporter(options: OwnOptions & Pick<WebOptions, 'zone' | 'signal'>): Reporter {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcessWithoutNullStreams | undefined
  let lastNumber = 0
  let failures = 0
  let isWatched = false
  let idle: NodeJS.Timeout | undefined

  options.signal.addEventListener('abort', () => end(child), { once: true })

  function start(): ChildProcessWithoutNullStreams {
    const started = startOwn(options, 'reporter')
    const setting: ReporterSetting = { zone: options.zone.name, roots: options.roots }
    started.stdin.on('error', () => {})
    started.stderr.resume()
    started.stdin.write(`${JSON.stringify(setting)}\n`)
    send(started, { kind: 'changed', isWatched })
    onLines(started.stdout, hear)
    const gone = (): void => {
      if (child === started) child = undefined
      if (waiting.size > 0) failures++
      for (const { reject } of waiting.values()) reject(new ReporterGone())
      waiting.clear()
    }
    started.once('error', gone)
    started.once('close', gone)
    return started
  }

  function hear(line: Buffer): void {
    const [head, verdict, number] = /^(ok|no) (\d+) /.exec(line.toString('latin1', 0, 32)) ?? []
    const asked = waiting.get(Number(number))
    if (head === undefined || !asked) return
    waiting.delete(Number(number))
    failures = 0
    rest()
    const body = line.subarray(head.length)
    if (verdict === 'ok') asked.resolve(body)
    else asked.reject(toError(JSON.parse(body.toString('utf8')) as ReporterProblem))
  }

  function rest(): void {
    clearTimeout(idle)
    if (waiting.size > 0) return
    idle = setTimeout(() => {
      end(child)
      child = undefined
    }, IDLE_MS)
    idle.unref()
  }

  return {
    ask(name, query) {
      clearTimeout(idle)
      child ??= start()
      const number = ++lastNumber
      const asking = child
      return new Promise((resolve, reject) => {
        waiting.set(number, { resolve, reject })
        send(asking, { kind: 'ask', number, name, query })
      })
    },
    prepare() {
      child ??= start()
      rest()
    },
    noteChange(isNowWatched) {
      isWatched = isNowWatched
      if (child) send(child, { kind: 'changed', isWatched })
    },
    get isBroken() {
      return failures >= MAX_FAILURES
    },
  }
}

function send(child: ChildProcessWithoutNullStreams, order: ReporterOrder): void {
  child.stdin.write(`${JSON.stringify(order)}\n`)
}

/** It ends with its input; in the middle of a report it is not waited for. */
function end(child: ChildProcessWithoutNullStreams | undefined): void {
  child?.stdin.end()
  child?.kill('SIGTERM')
}

function toError({ code, message, hint }: ReporterProblem): Error {
  return code === '' ? new Error(message) : new UserError({ code, message, hint })
}

/** Answers are long lines: they are put together once, when they are whole. */
function onLines(stream: NodeJS.ReadableStream, hear: (line: Buffer) => void): void {
  let parts: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    let rest = chunk
    for (let at = rest.indexOf(NEWLINE); at >= 0; at = rest.indexOf(NEWLINE)) {
      hear(Buffer.concat([...parts, rest.subarray(0, at)]))
      parts = []
      rest = rest.subarray(at + 1)
    }
    if (rest.length > 0) parts.push(rest)
  })
}

const NEWLINE = 0x0a
