import { join } from 'node:path'
import { asNumber, asString } from '../../format/json.ts'
import { readSmallJson } from '../../source/read-small-file.ts'
import { readProcess } from './client-process.ts'

/** Which session runs in a client, as a hook that it ran left it. */
export interface CallerNote {
  readonly sessionId: string
  readonly pid: number
  /** When that client began, where the system tells: another process may get its pid later. */
  readonly startTicks: number | undefined
  readonly cwd: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

export function callersFolder(keepDir: string): string {
  return join(keepDir, 'hooks', 'callers')
}

export function callerNotePath(keepDir: string, pid: number): string {
  return join(callersFolder(keepDir), `${pid}.json`)
}

export function readCallerNote(keepDir: string, pid: number): CallerNote | undefined {
  const json = readSmallJson(callerNotePath(keepDir, pid))
  const sessionId = asString(json?.sessionId)
  const at = asNumber(json?.at)
  if (!json || sessionId === undefined || sessionId === '' || at === undefined) return undefined
  return { sessionId, pid, startTicks: asNumber(json.startTicks), cwd: asString(json.cwd), at }
}

/** Elsewhere than on Linux the pid has to do. */
export function isOfProcess({ pid, startTicks }: CallerNote, platform: string): boolean {
  const found = readProcess(pid, platform)
  return found === undefined || startTicks === undefined || found.startTicks === startTicks
}
