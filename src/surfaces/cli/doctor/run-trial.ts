import { type ChildProcess, spawn } from 'node:child_process'
import { head } from '../../../text/head.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'

/**
 * surfaces/cli/doctor looks at what Claude Code runs of backscroll by running it: what stands in the client's settings, as
 * it stands there. Every trial ends within its time, together with all that it started.
 */
export interface TrialPlace {
  readonly cwd: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly platform: string
  readonly timeoutMs: number
}

export interface Trial {
  /** Undefined where it was ended from outside, or never began. */
  readonly exitCode: number | undefined
  readonly out: string
  readonly err: string
  readonly durationMs: number
  readonly isLate: boolean
}

/** More than this nobody looks at. */
export const MAX_OUTPUT = 1024 * 1024

/** One line for a shell, as the client runs it. */
export function runTrial(line: string, input: string, place: TrialPlace): Promise<Trial> {
  const startedAt = performance.now()
  const child = startProgram({ line }, place)
  const [out, err] = [collect(child.stdout), collect(child.stderr)]
  sendTo(child, input)
  return new Promise(resolve => {
    let isLate = false
    const end = (exitCode: number | null, why?: string): void => {
      clearTimeout(timer)
      endProgram(child, place.platform)
      const durationMs = Math.round(performance.now() - startedAt)
      resolve({ exitCode: exitCode ?? undefined, out: out(), err: why ?? err(), durationMs, isLate })
    }
    const timer = setTimeout(() => {
      isLate = true
      end(null)
    }, place.timeoutMs)
    child.on('error', error => end(null, error.message))
    child.on('close', code => end(code))
  })
}

export type ProgramLine = { readonly line: string } | { readonly command: string; readonly args: readonly string[] }

/** In a group of its own, so that what it starts can be ended with it. */
export function startProgram(program: ProgramLine, { cwd, env, platform }: TrialPlace): ChildProcess {
  const isWindows = platform === 'win32'
  const options = { cwd, env: { ...env }, detached: !isWindows, windowsHide: true } as const
  const child =
    'line' in program
      ? spawn(program.line, { ...options, shell: true })
      : spawn(program.command, [...program.args], { ...options, shell: isWindows })
  running.set(child, platform)
  if (running.size === 1) process.on('exit', endAll)
  child.stdin?.on('error', () => {})
  return child
}

/** Its pipes too: a program that it left behind may hold them. */
export function endProgram(child: ChildProcess, platform: string): void {
  running.delete(child)
  if (running.size === 0) process.off('exit', endAll)
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
  try {
    if (child.pid !== undefined && platform !== 'win32') process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // All of it has ended by itself.
  }
}

/** Not even ctrl-c leaves one behind: it does not reach another group. */
const running = new Map<ChildProcess, string>()

function endAll(): void {
  for (const [child, platform] of [...running]) endProgram(child, platform)
}

export function sendTo(child: ChildProcess, text: string): void {
  child.stdin?.end(text)
}

export function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = ''
  stream?.setEncoding('utf8').on('data', (data: string) => {
    if (text.length < MAX_OUTPUT) text += data
  })
  return () => text
}

/** The first line that says something. */
export function firstLine(text: string): string {
  const line = text.split('\n').find(part => part.trim() !== '') ?? ''
  return head(sanitizeLine(line.trim()), 200)
}

/** For behind a sentence; of a stack the line that names the error, nothing where nothing was said. */
export function because(err: string): string {
  const error = err.split('\n').find(line => /^\w*Error\b/.test(line))
  const line = firstLine(error ?? err)
  return line === '' ? '' : `: ${line}`
}
