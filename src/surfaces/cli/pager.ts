import { spawn, spawnSync } from 'node:child_process'
import type { Config } from '../../config/settings.ts'
import { createOutput, type Output } from './output.ts'

export interface Pager {
  readonly out: Output
  /** Ends the input and waits until the person has closed the pager. */
  close(): Promise<void>
}

/** The command line of the pager; undefined for none. */
export function choosePager(env: { readonly [name: string]: string | undefined }, config: Config): string | undefined {
  for (const choice of [env.BACKSCROLL_PAGER, config.pager, env.PAGER]) {
    if (choice === undefined) continue
    const command = choice.trim()
    return command === '' || command === 'none' || command === 'cat' ? undefined : command
  }
  return hasLess() ? DEFAULT_PAGER : undefined
}

// Quit if it fits one screen, pass colours on, leave the text on the screen.
const DEFAULT_PAGER = 'less -FRX'

function hasLess(): boolean {
  return spawnSync('less', ['--version'], { stdio: 'ignore' }).status === 0
}

/** Through the shell, as every other program runs `$PAGER`. Undefined when it cannot be started. */
export async function openPager(
  command: string,
  env: { readonly [name: string]: string | undefined },
): Promise<Pager | undefined> {
  const child = spawn(command, {
    shell: true,
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { LESSCHARSET: 'utf-8', ...env, LESS: env.LESS ?? 'FRX' },
  })
  const closed = new Promise<void>(resolve => {
    child.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  const started = await new Promise<boolean>(resolve => {
    child.once('spawn', () => resolve(true))
    child.once('error', () => resolve(false))
  })
  if (!started) return undefined
  return {
    out: createOutput(child.stdin),
    async close() {
      child.stdin.end()
      await closed
    },
  }
}
