import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../../config/make-folder.ts'
import { type CallerNote, callerNotePath, callersFolder, readCallerNote } from '../../../query/live/caller-note.ts'
import { findClientPid, readProcess } from '../../../query/live/client-process.ts'
import { hasProcess } from '../../../source/client-notes.ts'
import type { HookHost } from './hook-host.ts'

/** Leaves which session runs in the client, for servers that the same client started; nothing where that stands there. */
export function noteCaller(host: HookHost, keepDir: string, session: Pick<CallerNote, 'sessionId' | 'cwd'>): void {
  const pid = findClientPid(host.parentPid, host.platform)
  const startTicks = readProcess(pid, host.platform)?.startTicks
  const known = readCallerNote(keepDir, pid)
  if (known?.sessionId === session.sessionId && known.startTicks === startTicks) return
  const note: CallerNote = { ...session, pid, startTicks, at: host.now() }
  const path = callerNotePath(keepDir, pid)
  makeFolder(callersFolder(keepDir), 0o700)
  // Never half of it: a server may look at any time.
  const beside = `${path}.${host.pid}`
  writeFileSync(beside, JSON.stringify(note), { mode: 0o600 })
  renameSync(beside, path)
}

/** Notes of clients that ended. */
export function removeOldCallers(keepDir: string): void {
  const folder = callersFolder(keepDir)
  for (const name of listNames(folder)) {
    if (!hasProcess(Number.parseInt(name, 10))) rmSync(join(folder, name), { force: true })
  }
}

function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(name => /^\d+\.json/.test(name))
  } catch {
    return []
  }
}
