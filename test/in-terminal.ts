import { spawnSync } from 'node:child_process'
import { ENTRY } from './cli-runner.ts'

/** Whether this machine has the tool that makes a terminal for a test; says so where it has not. */
export function hasTerminal(): boolean {
  const isHere = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')
  if (!isHere) console.log('script (util-linux) is not here: what happens on a terminal was not run')
  return isHere
}

/** Runs the command in a terminal of its own, with these keys typed. Both outputs come as one text, without colour. */
export function runInTerminal(
  args: readonly string[],
  options: { readonly home: string; readonly input?: string },
): { readonly code: number | null; readonly text: string } {
  const command = [process.execPath, ENTRY, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`).join(' ')
  const env = { PATH: process.env.PATH ?? '', HOME: options.home, TZ: 'UTC', TERM: 'xterm', NO_COLOR: '1' }
  const script = ['-q', '-e', '-c', `stty cols 100 rows 40; ${command}`, '/dev/null']
  const { status, stdout } = spawnSync('script', script, {
    env,
    encoding: 'utf8',
    input: options.input ?? '',
    cwd: options.home,
    // Whoever waits for a key that never comes must not hold up all other tests.
    timeout: 60_000,
  })
  return { code: status, text: stdout.replaceAll('\r\n', '\n') }
}
