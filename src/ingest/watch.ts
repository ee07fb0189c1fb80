import { dirname, join } from 'node:path'
import { listAllSources } from '../source/discover.ts'
import { createFolderWatchers } from '../source/folder-watchers.ts'
import type { Root } from '../source/roots.ts'
import { changedAtOf, type SessionSource } from '../source/session-source.ts'
import { createFoldCache, type FoldCache } from './fold-cache.ts'
import type { ChangedFolder } from './plan.ts'
import { saveFolds } from './save-folds.ts'
import { type SyncRequest, syncSources } from './sync.ts'
import type { SyncReport } from './sync-report.ts'

export interface WatchRequest extends Omit<SyncRequest, 'budgetMs' | 'signal' | 'folders' | 'isImport'> {
  /** Ends the watch. */
  readonly signal: AbortSignal
  onSync(report: SyncReport): void
  /** A sync that failed; the watch goes on. */
  onFailure(error: unknown): void
  /** Given what makes it look at everything now, and resolves when that is done or the watch has ended. */
  onReady?(lookNow: () => Promise<void>): void
}

/** The first change is taken at once; while a session writes many lines, they are taken together. */
const REST_MS = 150
/** Everything is looked at again: some file systems report nothing, and companions lie in many folders. */
const SWEEP_MS = 60_000
/** Folders that cannot be watched are looked at this often, where something happened lately. */
const POLL_MS = 900
/** After this long without a change, where reading stopped is written down for other processes. */
const QUIET_MS = 3000
const LIVE_MS = 24 * 60 * 60 * 1000

/** Syncs whenever a session changes, until the signal is given. Watchers make it quick, the sweep makes it sure. */
export async function watchSources(request: WatchRequest): Promise<void> {
  const { signal, roots } = request
  const changed = new Map<string, ChangedFolder>()
  let owners: ReadonlyMap<string, ChangedFolder> = new Map()
  let wake = (): void => {}
  const watchers = createFolderWatchers(folder => {
    const owner = owners.get(folder)
    if (owner) changed.set(owner.path, owner)
    else isSweepDue = true
    wake()
  })
  const folds = createFoldCache()
  let isSweepDue = true
  let sweptAt = 0
  let isSaved = true
  let asked: (() => void)[] = []
  signal.addEventListener('abort', () => wake(), { once: true })
  request.onReady?.(lookNow)

  function lookNow(): Promise<void> {
    return new Promise(resolve => {
      if (signal.aborted) return resolve()
      asked.push(resolve)
      isSweepDue = true
      wake()
    })
  }

  function answer(waiting: readonly (() => void)[]): void {
    for (const resolve of waiting) resolve()
  }

  function look(): void {
    const { sources } = listAllSources(roots)
    owners = listOwners(sources, request.now())
    watchers.set(new Set([...owners.keys(), ...roots.flatMap(listRootFolders)]))
  }

  /** Waits for a change, the next sweep, or the end. */
  function rest(ms: number): Promise<void> {
    return new Promise(resolve => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  try {
    // Before the first sync: what is written while it runs must not wait for the next sweep.
    look()
    while (!signal.aborted) {
      if (isSweepDue || request.now() - sweptAt >= SWEEP_MS || request.now() < sweptAt) {
        isSweepDue = false
        sweptAt = request.now()
        changed.clear()
        const waiting = asked
        asked = []
        await attempt(request, { folds })
        answer(waiting)
        look()
      }
      for (const folder of watchers.unwatched) {
        const owner = owners.get(folder)
        if (owner) changed.set(owner.path, owner)
      }
      if (changed.size > 0) {
        const folders = [...changed.values()]
        changed.clear()
        await attempt(request, { folders, folds })
        isSaved = false
        await pause(REST_MS, signal)
      }
      if (signal.aborted || isSweepDue || (changed.size > 0 && watchers.unwatched.length === 0)) continue
      if (isSaved) await rest(watchers.unwatched.length > 0 ? POLL_MS : SWEEP_MS)
      else {
        await rest(QUIET_MS)
        if (changed.size > 0 || isSweepDue) continue
        await save(request, folds)
        isSaved = true
      }
    }
    if (!isSaved) await save(request, folds)
  } finally {
    answer(asked)
    watchers.close()
  }
}

async function attempt(request: WatchRequest, more: Pick<SyncRequest, 'folders' | 'folds'>): Promise<void> {
  try {
    request.onSync(await syncSources({ ...request, ...more }))
  } catch (error) {
    request.onFailure(error)
  }
}

async function save(request: WatchRequest, folds: FoldCache): Promise<void> {
  try {
    await saveFolds(request, folds)
  } catch (error) {
    request.onFailure(error)
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}

/** Which project folder to look at when a folder changes: itself, or that of the session whose agents write there. */
function listOwners(sources: readonly SessionSource[], now: number): ReadonlyMap<string, ChangedFolder> {
  const owners = new Map<string, ChangedFolder>()
  for (const source of sources) {
    const owner = { root: source.root, path: source.folder }
    owners.set(source.folder, owner)
    const isLive = Math.abs(now - (changedAtOf(source) ?? 0)) < LIVE_MS
    if (!isLive || source.companionFolder === undefined) continue
    owners.set(source.companionFolder, owner)
    owners.set(join(source.companionFolder, 'subagents'), owner)
    for (const { path } of source.agents) owners.set(dirname(path), owner)
  }
  return owners
}

/** Where new project folders appear. */
function listRootFolders(root: Root): readonly string[] {
  return root.isFile ? [dirname(root.path)] : [root.path]
}
