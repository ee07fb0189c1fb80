import { dirname } from 'node:path'
import { salvageStream } from '../archive/salvage-stream.ts'
import type { SourceProblem } from '../source/problem.ts'
import type { Store } from '../store/store.ts'
import { hasUnjoined, joinedTo } from './joined-sessions.ts'
import { type KnownFile, readKnownFiles } from './known.ts'
import { type HistoryLine, lackingLines, splitKeptHistory } from './split-history.ts'

/** Number of no session: prompts of sessions that are not kept stand together, under none. */
export const NO_SESSION = 0

/**
 * Prompts are often logged before their transcript is there, and are kept under no session then. Once it is, they are
 * copied to it. The loose copy stays, so that nothing is taken out of the archive; forget looks there too.
 */
export interface LooseHistory {
  readonly known: KnownFile
  /** By the session that is kept by now. */
  readonly lines: ReadonlyMap<number, readonly HistoryLine[]>
}

/** Loose prompts of sessions that came since the last time. */
export function readUnjoined(
  store: Store,
  folder: string,
  problems: SourceProblem[],
): ReadonlyMap<string, LooseHistory> {
  const found = new Map<string, LooseHistory>()
  if (!hasUnjoined(store)) return found
  const after = joinedTo(store)
  const ids = new Set(store.all('SELECT id FROM sessions WHERE session > ?', [after]).map(row => row.id as string))
  for (const known of readKnownFiles(store, NO_SESSION)) {
    if (known.role !== 'history') continue
    const lines = new Map<number, HistoryLine[]>()
    const finder = createSessionFinder(store, dirname(known.path))
    for (const line of readLoose(folder, known, problems)) {
      if (line.sessionId === undefined || !ids.has(line.sessionId)) continue
      const session = finder(line.sessionId)
      const group = lines.get(session)
      if (group) group.push(line)
      else lines.set(session, [line])
    }
    if (lines.size > 0) found.set(known.path, { known, lines })
  }
  return found
}

/** Of sessions that bear one id, the one whose config folder the log stands in. */
export function createSessionFinder(store: Store, configPath: string): (id: string) => number {
  const known = new Map<string, number>()
  return id => {
    const session = known.get(id) ?? findSession(store, id, configPath)
    known.set(id, session)
    return session
  }
}

function findSession(store: Store, id: string, configPath: string): number {
  const row = store.get('SELECT session FROM sessions WHERE id = ? ORDER BY config_path IS NOT ?, session LIMIT 1', [
    id,
    configPath,
  ])
  return (row?.session as number | undefined) ?? NO_SESSION
}

/** Every line that was ever there: one that is no longer in the newest generation is wanted all the same. */
function readLoose(folder: string, known: KnownFile, problems: SourceProblem[]): readonly HistoryLine[] {
  const all: HistoryLine[] = []
  for (let generation = 1; generation <= known.generation; generation++) {
    const isNewest = generation === known.generation
    const sealed = isNewest ? { sealedFileBytes: known.sealedFileBytes } : {}
    const { chunks, isWhole } = salvageStream(folder, { file: known.file, generation, ...sealed })
    all.push(...lackingLines(splitKeptHistory(Buffer.concat(chunks)), all))
    if (!isWhole && isNewest) problems.push(damageOf(known.path))
  }
  return all
}

function damageOf(path: string): SourceProblem {
  const message = `what is kept of ${path} is damaged in the archive; \`backscroll verify\` tells more`
  return { code: 'unreadable', path, message }
}
