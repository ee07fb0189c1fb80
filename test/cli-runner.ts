import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { hashSources } from '../scripts/hash-sources.js'

export const REPOSITORY = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(REPOSITORY, 'dist', 'bin', 'backscroll.js')

/** The built command where it is of these sources (as in `npm test`), else the sources themselves. */
export const ENTRY = isBuildCurrent() ? BUILT : join(REPOSITORY, 'src', 'surfaces', 'cli', 'bin.ts')

const home = mkdtempSync(join(tmpdir(), 'backscroll-cli-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

export interface Result {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** A home of its own for one test; nothing of the machine's shows through. */
export function makeHome(name: string): string {
  const folder = join(home, name)
  mkdirSync(folder, { recursive: true })
  return folder
}

export interface RunOptions {
  readonly home?: string
  readonly env?: { readonly [name: string]: string }
  readonly cwd?: string
}

export function runCli(args: readonly string[], options: RunOptions = {}): Result {
  const result = spawnSync(process.execPath, [ENTRY, ...args], {
    cwd: options.cwd ?? home,
    env: environment(options),
    encoding: 'utf8',
  })
  return { code: result.status, out: result.stdout, err: result.stderr }
}

/** The same through a shell: `{}` stands for the command. */
export function runShell(script: string, options: RunOptions = {}): Promise<Result> {
  const command = script.replaceAll('{}', `"${process.execPath}" "${ENTRY}"`)
  return new Promise(resolve => {
    const child = spawn('bash', ['-c', command], { env: environment(options), cwd: options.cwd ?? home })
    let out = ''
    let err = ''
    child.stdout.on('data', data => (out += data))
    child.stderr.on('data', data => (err += data))
    child.on('close', code => resolve({ code, out, err }))
  })
}

function environment(options: RunOptions): { [name: string]: string } {
  return { PATH: process.env.PATH ?? '', HOME: options.home ?? makeHome('empty'), TZ: 'UTC', ...options.env }
}

function isBuildCurrent(): boolean {
  const mark = join(REPOSITORY, 'dist', '.built-from')
  return existsSync(BUILT) && existsSync(mark) && readFileSync(mark, 'utf8').trim() === hashSources(REPOSITORY)
}
