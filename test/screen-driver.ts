import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ENTRY } from './cli-runner.ts'

export interface ScreenDriver {
  /** What stands on the screen now, one line per row. */
  lines(): readonly string[]
  /** Everything that was written, with its codes. */
  raw(): string
  /** Waits until the screen shows it. */
  until(shown: RegExp): Promise<string>
  type(keys: string): void
  kill(signal: NodeJS.Signals): void
  /** The exit code. */
  readonly ended: Promise<number | null>
}

const WAIT_MS = 15_000

/** Runs the command in a terminal of its own and types while it runs. Needs `hasTerminal()`. */
export function openScreenDriver(
  args: readonly string[],
  options: { readonly home: string; readonly env?: { readonly [name: string]: string }; readonly size?: string },
): ScreenDriver {
  const command = [process.execPath, ENTRY, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const base = { PATH: process.env.PATH ?? '', HOME: options.home, TZ: 'UTC', TERM: 'xterm', NO_COLOR: '1' }
  const script = [
    '-q',
    '-e',
    '-f',
    '-c',
    `echo $$ > .pid; stty ${options.size ?? 'cols 100 rows 24'}; exec ${command}`,
    '/dev/null',
  ]
  const child = spawn('script', script, { env: { ...base, ...options.env }, cwd: options.home })
  let raw = ''
  const watchers = new Set<() => void>()
  child.stdout.on('data', data => {
    raw += data
    for (const watch of watchers) watch()
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    lines: () => readScreen(raw),
    raw: () => raw,
    until: shown =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(watch)
          reject(new Error(`${shown} did not come; the screen shows:\n${readScreen(raw).join('\n')}`))
        }, WAIT_MS)
        const watch = (): void => {
          const text = readScreen(raw).join('\n')
          if (!shown.test(text)) return
          clearTimeout(timer)
          watchers.delete(watch)
          resolve(text)
        }
        watchers.add(watch)
        watch()
      }),
    type: keys => void child.stdin.write(keys),
    // The process in the terminal, not the one that made the terminal.
    kill: signal => void process.kill(Number(readFileSync(join(options.home, '.pid'), 'utf8')), signal),
    ended,
  }
}

/** As much of a terminal as the screen uses: places, clearing, and two screens. */
function readScreen(raw: string): readonly string[] {
  let lines: string[] = []
  let row = 0
  for (const [text, code, final, plain] of raw.matchAll(/\x1b\[([?0-9;]*)([A-Za-z])|\x1b\][^\x07]*\x07|([^\x1b]+)/g)) {
    if (plain !== undefined) {
      const [first = '', ...rest] = plain.replaceAll('\r', '').split('\n')
      lines[row] = (lines[row] ?? '') + first
      for (const line of rest) lines[++row] = line
    } else if (text === '\x1b[?1049h' || text === '\x1b[?1049l' || text === '\x1b[2J') [lines, row] = [[], 0]
    else if (final === 'H') row = Number(code?.split(';')[0] || '1') - 1
    else if (final === 'K') lines[row] = ''
  }
  return Array.from(lines, line => line ?? '')
}
