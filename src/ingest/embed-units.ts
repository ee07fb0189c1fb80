import { existsSync, rmSync, statSync } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import type { Embedder } from '../embed/embedder.ts'
import { openEmbedder } from '../embed/semantic-folder.ts'
import { type SemanticPaths, semanticPaths } from '../embed/semantic-paths.ts'
import { readIfThere, replaceFile } from '../embed/summed-file.ts'
import type { VectorRow } from '../embed/vector-blocks.ts'
import { openVectors, type Vectors } from '../embed/vectors.ts'
import { takeLock } from '../store/lock.ts'
import type { Store } from '../store/store.ts'
import { countCommits, DERIVATION } from './index-meta.ts'

/** A window of prose, and what tells whether its vector is still the right one. */
export interface ProseUnit {
  readonly session: number
  readonly agent: string
  readonly kind: 'prose'
  readonly number: number
  readonly firstEntry: number
  readonly lastEntry: number
  readonly chars: number
  readonly at: number | undefined
}

export interface EmbedRequest {
  readonly keepDir: string
  readonly store: Store
  /** The words of a unit, from the archive. */
  readText(unit: ProseUnit): string
  readonly signal?: AbortSignal | undefined
  readonly waitForLockMs: number
  onProgress?(progress: EmbedProgress): void
}

export interface EmbedProgress {
  readonly sessions: number
  readonly sessionsDone: number
  /** Characters of the units. */
  readonly chars: number
  readonly charsDone: number
}

export interface EmbedReport {
  /** Units that have a vector now and had none, or another. */
  readonly added: number
  /** Vectors of what is no longer there. */
  readonly removed: number
  /** Not done: somebody said stop. */
  readonly left: number
}

const NOTHING: EmbedReport = { added: 0, removed: 0, left: 0 }
/** Units between two writes: a stop or a power cut costs as much. */
const BATCH = 512
/** Replaced rows are let lie in the file until they are as many as this share of the others. */
const WASTE = 0.5

/**
 * Gives every unit of prose a vector that has none, or one of what it was before, and takes out those of units that are
 * gone. Undefined where semantic search is off, or another process is at it.
 */
export async function embedUnits(request: EmbedRequest): Promise<EmbedReport | undefined> {
  const paths = semanticPaths(request.keepDir)
  const embedder = openEmbedder(request.keepDir)
  if (!embedder) return undefined
  const state = stateOf(request.store, embedder)
  if (isDone(paths, state)) return NOTHING
  const lock = await takeLock(paths.lock, { waitMs: request.waitForLockMs, signal: request.signal })
  if (!lock) return undefined
  try {
    const vectors = openVectors(paths.vectors, embedder)
    const report = await bringUpToDate(request, embedder, vectors)
    if (report.left === 0) replaceFile(paths.done, [Buffer.from(formatDone(state, vectors.sizeBytes))])
    return report
  } finally {
    lock.release()
  }
}

/** What changes with the units, without looking at each. */
function stateOf(store: Store, { name }: Embedder): string {
  const units = store.get('SELECT count(*) AS units FROM units')?.units
  return [name, DERIVATION, countCommits(store), units].join(' ')
}

function formatDone(state: string, vectorBytes: number): string {
  return JSON.stringify({ state, vectorBytes })
}

function isDone({ done, vectors }: SemanticPaths, state: string): boolean {
  const size = statSync(vectors, { throwIfNoEntry: false })?.size ?? 0
  return readIfThere(done)?.toString() === formatDone(state, size)
}

/** Takes the vectors of these sessions out of the file. False where another process writes it just now. */
export async function dropVectors(
  keepDir: string,
  sessions: readonly number[],
  waitForLockMs: number,
): Promise<boolean> {
  const paths = semanticPaths(keepDir)
  if (sessions.length === 0 || !existsSync(paths.vectors)) return true
  const lock = await takeLock(paths.lock, { waitMs: waitForLockMs })
  if (!lock) return false
  try {
    const gone = new Set(sessions)
    const embedder = openEmbedder(keepDir)
    // Without the table nobody can use the vectors.
    if (embedder) openVectors(paths.vectors, embedder).keepOnly(({ session }) => !gone.has(session))
    else rmSync(paths.vectors, { force: true })
    return true
  } finally {
    lock.release()
  }
}

async function bringUpToDate(request: EmbedRequest, embedder: Embedder, vectors: Vectors): Promise<EmbedReport> {
  const { store, readText, signal } = request
  const units = listUnits(store)
  const places = new Set(units.map(nameOf))
  const known = new Map(vectors.keys().map(key => [nameOf(key), key]))
  const removed = [...known.keys()].filter(name => !places.has(name)).length
  // Before anything is added: what was forgotten must not wait for a long run to end.
  if (removed > 0) vectors.keepOnly(key => places.has(nameOf(key)))
  const missing = units.filter(unit => !isSame(unit, known.get(nameOf(unit))))
  const progress = createProgress(request, missing)
  let added = 0
  while (added < missing.length && !signal?.aborted) {
    const batch = missing.slice(added, added + BATCH)
    vectors.add(batch.map((unit): VectorRow => ({ ...unit, vector: embedder.embed(readText(unit)) })))
    added += batch.length
    progress(batch)
    await breathe()
  }
  if (vectors.replacedSize > vectors.size * WASTE) vectors.keepOnly(() => true)
  return { added, removed, left: missing.length - added }
}

/** The newest sessions first: they are asked for most, should this be stopped. */
function listUnits(store: Store): readonly ProseUnit[] {
  const rows = store.iterate(
    `SELECT session, agent, number, first_entry, last_entry, chars, at FROM units WHERE kind = 'prose'
     ORDER BY session DESC, agent, number`,
  )
  return Array.from(rows, row => ({
    session: row.session as number,
    agent: row.agent as string,
    kind: 'prose' as const,
    number: row.number as number,
    firstEntry: row.first_entry as number,
    lastEntry: row.last_entry as number,
    chars: row.chars as number,
    at: (row.at as number | null) ?? undefined,
  }))
}

type Same = Pick<ProseUnit, 'chars' | 'at'>

function isSame(unit: Same, known: Same | undefined): boolean {
  return known !== undefined && known.chars === unit.chars && known.at === unit.at
}

function nameOf({ session, agent, number }: Pick<ProseUnit, 'session' | 'agent' | 'number'>): string {
  return `${session} ${number} ${agent}`
}

function createProgress(
  { onProgress }: EmbedRequest,
  missing: readonly ProseUnit[],
): (batch: readonly ProseUnit[]) => void {
  const sessions = new Set(missing.map(({ session }) => session)).size
  const chars = missing.reduce((sum, unit) => sum + unit.chars, 0)
  const seen = new Set<number>()
  let charsDone = 0
  if (missing.length > 0) onProgress?.({ sessions, sessionsDone: 0, chars, charsDone })
  return batch => {
    for (const unit of batch) {
      seen.add(unit.session)
      charsDone += unit.chars
    }
    onProgress?.({ sessions, sessionsDone: seen.size, chars, charsDone })
  }
}
