import { existsSync, readFileSync } from 'node:fs'

/** Whether a process does anything still: one that has ended and that nobody asked about yet does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}
