import { spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ScriptedApi } from './scripted-api.ts'

const BACKSCROLL = fileURLToPath(new URL('../../dist/bin/backscroll.js', import.meta.url))
/** No key at all, but of a key's form: the client shows its last letters and asks whether to use it. */
export const FAKE_KEY = `sk-ant-api03-${'0'.repeat(40)}`
const RUN_LIMIT_MS = 120_000

/** One version of the client with a home, a project and an API of its own. */
export interface World {
  readonly version: string
  /** The words that start the client. */
  readonly client: readonly string[]
  /** Holds all other folders; a list of what was expected of which session is written there. */
  readonly data: string
  readonly home: string
  readonly project: string
  /** First on the PATH: has the client as `claude`. */
  readonly programs: string
  readonly temporary: string
  readonly api: ScriptedApi
  readonly apiUrl: string
}

export interface RunResult {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** All that the client and whatever it starts see of the machine. */
export function environmentOf({ home, programs, temporary, apiUrl }: World): { [name: string]: string } {
  return {
    HOME: home,
    PATH: `${programs}:/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin`,
    SHELL: '/bin/bash',
    USER: 'ada',
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    TERM: 'xterm-256color',
    TMPDIR: temporary,
    CLAUDE_CODE_TMPDIR: temporary,
    ANTHROPIC_BASE_URL: apiUrl,
    ANTHROPIC_API_KEY: FAKE_KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    DISABLE_AUTOUPDATER: '1',
  }
}

/** Runs the client in print mode until it ends. */
export function runClient(world: World, args: readonly string[], more: RunOptions = {}): Promise<RunResult> {
  return run(world, [...world.client, ...args], more)
}

/** Runs the built backscroll as the person whose home it is would. */
export function runBackscroll(world: World, args: readonly string[]): Promise<RunResult> {
  return run(world, backscrollWords(args), {})
}

export function backscrollWords(args: readonly string[]): readonly string[] {
  return [process.execPath, BACKSCROLL, ...args]
}

/** The same for a command that prints JSON. */
export async function askBackscroll<Answer>(world: World, args: readonly string[]): Promise<Answer> {
  const { code, out, err } = await runBackscroll(world, [...args, '--json'])
  if (out === '') throw new Error(`backscroll ${args.join(' ')} ended with ${code} and said: ${err.trim()}`)
  return JSON.parse(out) as Answer
}

/** Where the client writes this session; `undefined` while it has not. */
export function findTranscript(world: World, sessionId: string): string | undefined {
  return globSync(join(world.home, '.claude', 'projects', '*', `${sessionId}.jsonl`))[0]
}

/** Ids of all sessions that the client wrote. */
export function listSessions({ home }: World): readonly string[] {
  const files = globSync(join(home, '.claude', 'projects', '*', '*.jsonl'))
  return files.map(path => basename(path, '.jsonl')).filter(name => !name.startsWith('agent-'))
}

/** The lines of a session's own file, as they stand there now. */
export function readTranscript(world: World, sessionId: string): readonly TranscriptLine[] {
  const path = findTranscript(world, sessionId)
  if (path === undefined || !existsSync(path)) return []
  const whole = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return whole.map(line => JSON.parse(line) as TranscriptLine)
}

export interface TranscriptLine {
  readonly type: string
  readonly [key: string]: unknown
}

interface RunOptions {
  readonly input?: string
  readonly env?: { readonly [name: string]: string }
}

function run(world: World, words: readonly string[], { input, env }: RunOptions): Promise<RunResult> {
  const [command = '', ...args] = words
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: world.project,
      env: { ...environmentOf(world), ...env },
      timeout: RUN_LIMIT_MS,
      killSignal: 'SIGKILL',
    })
    let out = ''
    let err = ''
    child.stdout.on('data', data => (out += data))
    child.stderr.on('data', data => (err += data))
    child.on('error', reject)
    child.on('close', code => resolve({ code, out, err }))
    child.stdin.on('error', () => {})
    child.stdin.end(input ?? '')
  })
}
