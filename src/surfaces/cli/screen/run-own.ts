import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import type { App } from '../app.ts'
import { choosePager } from '../pager.ts'

/** Runs another command of ours on the same transcripts, with the terminal in its hands. Gives its exit code. */
export async function runOwn(
  app: Pick<App, 'executable' | 'env' | 'cwd' | 'roots' | 'isDemo' | 'color' | 'signal'>,
  args: readonly string[],
  env: { readonly [name: string]: string } = {},
): Promise<number> {
  const [program = '', ...script] = app.executable
  return await leaveInterrupts(
    () =>
      new Promise((resolve, reject) => {
        const child = spawn(program, [...script, ...sameTranscripts(app), ...args], {
          cwd: existsSync(app.cwd) ? app.cwd : undefined,
          env: { ...app.env, ...env } as NodeJS.ProcessEnv,
          stdio: 'inherit',
        })
        const stop = (): void => void child.kill('SIGTERM')
        app.signal.addEventListener('abort', stop, { once: true })
        child.once('error', reject)
        child.once('exit', (code, signal) => {
          app.signal.removeEventListener('abort', stop)
          resolve(code ?? 128 + (constants.signals[signal ?? 'SIGTERM'] ?? 0))
        })
      }),
  )
}

/** Ctrl-c is meant for whoever has the terminal. */
export async function leaveInterrupts<Result>(work: () => Promise<Result>): Promise<Result> {
  const listeners = process.listeners('SIGINT')
  const ignore = (): void => {}
  process.removeAllListeners('SIGINT').on('SIGINT', ignore)
  try {
    return await work()
  } finally {
    process.off('SIGINT', ignore)
    for (const listener of listeners) process.on('SIGINT', listener)
  }
}

/** The demo set is in a folder of this process: it is named, or the other one would make its own. */
export function sameTranscripts({ roots, isDemo, color }: Pick<App, 'roots' | 'isDemo' | 'color'>): readonly string[] {
  const isNamed = isDemo || roots.overrideBy === '--root'
  const named = isNamed ? (roots.override ?? []) : []
  return [...named.flatMap(root => ['--root', root]), ...(color ? [] : ['--no-color'])]
}

/** How a session is read: `less` waits for the person even where the text fits; after others, the screen does. */
export interface Reading {
  readonly env: { readonly [name: string]: string }
  readonly isWaiting: boolean
}

export function chooseReading(app: Pick<App, 'env' | 'config'>): Reading {
  const pager = choosePager(app.env, app.config)
  if (pager === undefined || !/^(?:\S*\/)?less(?:\s|$)/.test(pager)) return { env: {}, isWaiting: false }
  return { env: { BACKSCROLL_PAGER: `${pager} -R -+F -+X` }, isWaiting: true }
}
