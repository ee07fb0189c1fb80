import { readdirSync } from 'node:fs'
import { hasProcess, readClientNotes } from '../../source/client-notes.ts'
import { callersFolder, isOfProcess, readCallerNote } from './caller-note.ts'

export interface RunningRequest {
  readonly keepDir: string
  /** The client's folders (`~/.claude`). */
  readonly configPaths: readonly string[]
  readonly platform: string
  /** The client that asks: what it says of itself may be of the session before. */
  readonly exceptPid: number
}

/** Ids of the sessions that run in other clients now, by what these say of themselves and by what our hooks left. */
export function listRunning({ keepDir, configPaths, platform, exceptPid }: RunningRequest): ReadonlySet<string> {
  const running = new Set<string>()
  for (const path of configPaths) {
    for (const { sessionId, pid } of readClientNotes(path).values()) if (pid !== exceptPid) running.add(sessionId)
  }
  for (const pid of listPids(callersFolder(keepDir))) {
    if (pid === exceptPid || !hasProcess(pid)) continue
    const note = readCallerNote(keepDir, pid)
    if (note && isOfProcess(note, platform)) running.add(note.sessionId)
  }
  return running
}

function listPids(folder: string): readonly number[] {
  try {
    return readdirSync(folder).flatMap(name => (/^\d{1,10}\.json$/.test(name) ? [Number.parseInt(name, 10)] : []))
  } catch {
    return []
  }
}
