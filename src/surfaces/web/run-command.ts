import { spawn } from 'node:child_process'
import { HttpError } from './error-answer.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { World } from './world.ts'

/** No answer of a command is longer. */
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024

/**
 * Runs a command of backscroll over the same transcripts and the same archive and gives its JSON: for what takes long, or
 * writes, so that no other answer waits for it. Ends when the client is gone, or the time is up.
 */
export async function runCommand<Answer>(
  world: World,
  command: Command,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<Answer> {
  const enough = AbortSignal.any([signal, world.signal])
  const { code, out, err, isLate } = await oneAtATime(
    world,
    enough,
    () => run(world, command, AbortSignal.any([enough, AbortSignal.timeout(timeoutMs)])),
    'command',
  )
  if (isLate) throw tooLate()
  // Whatever else it ends with, there is an answer: 1 is nothing found, 2 may be an answer in part.
  if (out.trimStart().startsWith('{')) return JSON.parse(out) as Answer
  throw refusal(code, err)
}

/** `words` stand behind `--`: whatever they begin with, they are no options. */
export interface Command {
  readonly name: string
  /** It only reads, and need not be asked to end: it may not listen while it is at it. */
  readonly isReading: boolean
  readonly options: readonly string[]
  readonly words: readonly string[]
}

interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly isLate: boolean
}

function run(world: World, { name, isReading, options, words }: Command, signal: AbortSignal): Promise<Ended> {
  const [program = process.execPath, ...before] = world.executable
  const args = [...before, name, ...options, '--json', ...rootOptions(world), '--', ...words]
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: { ...world.env, BACKSCROLL_HOME: world.keepDir },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: isReading ? 'SIGKILL' : 'SIGTERM',
    })
    const [out, err] = [collect(child.stdout), collect(child.stderr)]
    child.on('error', error => {
      if (!signal.aborted) reject(error)
    })
    child.on('close', code => resolve({ code, out: out(), err: err(), isLate: signal.aborted }))
  })
}

/** Those that the server was started with; the demo set is a folder like any other to the command. */
function rootOptions({ roots, isDemo }: World): readonly string[] {
  if (!isDemo && roots.overrideBy !== '--root') return []
  return (roots.override ?? []).flatMap(root => ['--root', root])
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= MAX_OUTPUT_BYTES) chunks.push(chunk)
  })
  return () => Buffer.concat(chunks).toString('utf8')
}

/** What the command said, as it says it to a person: one sentence, and the next step below it. */
function refusal(code: number | null, err: string): HttpError {
  const [message = '', ...hint] = err.trim().split('\n')
  const isBusy = /another backscroll is writing/.test(message)
  return new HttpError(isBusy ? 409 : 503, {
    code: isBusy ? 'keep-busy' : 'command-failed',
    message: message.replace(/^backscroll: /, '') || `the command ended with ${code ?? 'a signal'}`,
    hint: hint.join(' ') || 'Try it on the command line.',
  })
}

function tooLate(): HttpError {
  return new HttpError(503, {
    code: 'too-late',
    message: 'it took too long and was stopped',
    hint: 'Ask for less, or ask on the command line, which takes its time.',
  })
}
