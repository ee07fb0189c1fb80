import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { hookPlaces } from '../src/surfaces/cli/hook/hook-places.ts'
import { ENTRY, type Result } from './cli-runner.ts'
import type { KeepHome } from './keep-home.ts'

/** Hooks as a client runs them, on a machine of their own. */
export interface HookRun {
  readonly event: string
  /** Text is written as it is. */
  readonly input: object | string
  readonly args?: readonly string[]
  readonly env?: { readonly [name: string]: string }
}

export function runHook(
  { home }: Pick<KeepHome, 'home'>,
  { event, input, args = [], env = {} }: HookRun,
): Promise<Result> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [ENTRY, 'hook', event, ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: home, TZ: 'UTC', ...env },
      cwd: home,
    })
    let out = ''
    let err = ''
    child.stdout.on('data', data => (out += data))
    child.stderr.on('data', data => (err += data))
    child.stdin.on('error', () => {})
    child.stdin.end(typeof input === 'string' ? input : JSON.stringify(input))
    child.on('close', code => resolve({ code, out, err }))
  })
}

export const SILENT: Result = { code: 0, out: '', err: '' }

/** Failures as `doctor` finds them, by code. */
export function failuresIn(keepDir: string): readonly string[] {
  const { failures } = hookPlaces(keepDir)
  if (!existsSync(failures)) return []
  return readFileSync(failures, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line).code)
}

/** Processes that work off what hooks of this keep asked for; by what the system says, not by what we wrote. */
export function listWorkers(home: string): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      const words = readProc(pid, 'cmdline').split('\0')
      return words.includes('capture') && readProc(pid, 'environ').split('\0').includes(`HOME=${home}`)
    })
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(join('/proc', String(pid), name), 'utf8')
  } catch {
    return ''
  }
}

export async function waitFor(isThere: () => boolean, ms = 30_000): Promise<void> {
  for (const until = Date.now() + ms; !isThere(); ) {
    if (Date.now() > until) throw new Error('waited for too long')
    await new Promise(resolve => setTimeout(resolve, 25))
  }
}
