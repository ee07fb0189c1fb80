import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { WebOptions } from './world.ts'

export type OwnOptions = Pick<WebOptions, 'executable' | 'keepDir' | 'roots' | 'env'>

/** Starts a hidden command of backscroll over the same transcripts and the same keep. */
export function startOwn(
  { executable, keepDir, roots, env }: OwnOptions,
  command: string,
): ChildProcessWithoutNullStreams {
  const [program = process.execPath, ...args] = executable
  const places = (roots.override ?? []).map(path => `--root=${path}`)
  return spawn(program, [...args, command, `--keep=${keepDir}`, ...places], {
    cwd: existsSync(roots.workingFolder) ? roots.workingFolder : undefined,
    env: { ...env },
    stdio: 'pipe',
    windowsHide: true,
  })
}
