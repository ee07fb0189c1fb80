import type { ChildProcess } from 'node:child_process'
import { formatNumberOf } from '../../../text/count.ts'
import { head } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { endProgram, startProgram } from '../doctor/run-trial.ts'
import type { Program } from './program-of.ts'
import { readSaid } from './read-said.ts'

export interface ProgramRun {
  readonly program: Program
  readonly input: string
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/**
 * `stopped`: by whoever runs us. `missing`: it cannot be started at all. `failed`: one sentence says why, and `out` is what
 * it printed until then.
 */
export type ProgramEnd =
  | { readonly kind: 'answered'; readonly out: string }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'missing'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly out: string }

/** An answer is a paragraph and a list. */
export const MAX_OUTPUT_BYTES = 1024 * 1024
const MAX_ERROR_CHARS = 4000
/** What it left behind may hold its pipes open. */
const DRAIN_MS = 300

/**
 * Runs a command with this on stdin until it ends, says too much, takes too long, or we are stopped; then it has ended with
 * all that it started.
 */
export function runProgram({ program, input, signal, timeoutMs, ...place }: ProgramRun): Promise<ProgramEnd> {
  if (signal.aborted) return Promise.resolve({ kind: 'stopped' })
  const { name } = program
  const child = startProgram(program.line, { ...place, timeoutMs })
  return new Promise(resolve => {
    const end = (how: ProgramEnd): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      endProgram(child, place.platform)
      resolve(how)
    }
    const fail = (reason: string): void => end({ kind: 'failed', reason, out: out() })
    const stop = (): void => end({ kind: 'stopped' })
    const out = collect(child.stdout, MAX_OUTPUT_BYTES, () => fail(`${name} said more than 1 MB, and was ended`))
    const err = collectEnd(child.stderr)
    const timer = setTimeout(() => {
      fail(`${name} took longer than ${formatNumberOf(timeoutMs / 1000, 'second')}, and was ended`)
    }, timeoutMs)
    signal.addEventListener('abort', stop)
    const finish = (code: number | null, by: NodeJS.Signals | null): void => {
      if (code === 0) end({ kind: 'answered', out: out() })
      else end(describeEnd({ program, code, by, out: out(), err: err() }))
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'ENOENT' ? 'there is no such program' : oneLine(error.message)
      end({ kind: 'missing', reason: `${name} cannot be started: ${why}` })
    })
    child.on('exit', (code, by) => setTimeout(() => finish(code, by), DRAIN_MS).unref())
    child.on('close', finish)
    child.stdin?.end(input)
  })
}

function describeEnd({
  program: { name, line },
  code,
  by,
  out,
  err,
}: {
  readonly program: Program
  readonly code: number | null
  readonly by: string | null
  readonly out: string
  readonly err: string
}): ProgramEnd {
  // Claude Code says on stdout why it gave up, in its wrapper or in words.
  const said = lastLine(err) || oneLine(readSaid(out).error ?? '') || lastLine(out)
  const why = said === '' ? '' : `: ${said}`
  // What a shell says of a command that it does not find.
  if (code === 127 && 'line' in line) return { kind: 'missing', reason: `${name} cannot be started${why}` }
  return { kind: 'failed', reason: `${name} ended with ${code === null ? by : `exit code ${code}`}${why}`, out }
}

/** All of it as text; `onFull` is told where there is more than that. */
function collect(stream: ChildProcess['stdout'], maxBytes: number, onFull: () => void): () => string {
  const chunks: Buffer[] = []
  let size = 0
  stream?.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else onFull()
  })
  return () => Buffer.concat(chunks).toString('utf8')
}

/** Its end as text. */
function collectEnd(stream: ChildProcess['stderr']): () => string {
  let end = ''
  stream?.setEncoding('utf8').on('data', (data: string) => {
    end = (end + data).slice(-MAX_ERROR_CHARS)
  })
  return () => end
}

/** The last line that says something: errors end with what went wrong. */
function lastLine(text: string): string {
  return oneLine(text.split('\n').findLast(line => line.trim() !== '') ?? '')
}

function oneLine(text: string): string {
  return head(sanitizeLine(text), 200)
}
