import { statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ChangedFolder } from '../../../ingest/plan.ts'
import { syncSources } from '../../../ingest/sync.ts'
import { findRoots, type RootEnvironment } from '../../../source/roots.ts'
import { readCaptureSettings } from './capture-settings.ts'
import { type CaptureTarget, findTarget } from './capture-target.ts'
import { noteFailure, toFailure } from './failures.ts'
import { type HookPlaces, hookPlaces } from './hook-places.ts'
import { removeOldCallers } from './note-caller.ts'
import { dropTaken, hasPending, putBack, recoverTaken, type TakenRequest, takePending } from './pending.ts'
import { removeOldLogs } from './recall-log.ts'
import { adoptClaim, releaseClaim, renewClaim, tryClaim } from './worker-claim.ts'

export interface CaptureHost {
  readonly keepDir: string
  readonly configPath: string
  readonly home: string
  readonly roots: RootEnvironment
  readonly pid: number
  readonly parentPid: number
  now(): number
  readonly signal: AbortSignal
  /** Told of what was kept; what it throws is noted, and nothing is kept again for it. */
  onKept?(kept: readonly { readonly sessionId: string; readonly event: string }[]): Promise<void>
}

/** How long another sync is waited for; then the next worker does it. */
const WAIT_FOR_LOCK_MS = 120_000
/** The client may write the last lines just after it ran its hook. */
const LINGER_MS = 400
/** What fails so often fails for ever. */
const MAX_FAILED = 5

/**
 * Keeps the sessions that hooks asked for, with all that belongs to them, until nothing waits. False where another process
 * does that already.
 */
export async function capturePending(host: CaptureHost): Promise<boolean> {
  const places = hookPlaces(host.keepDir)
  const self = (): { pid: number; now: number } => ({ pid: host.pid, now: host.now() })
  if (!adoptClaim(places.worker, { ...self(), parentPid: host.parentPid })) return false
  // Left for the next one: it was tried.
  const left = new Set<string>()
  const isLeft = (name: string): boolean => left.has(name)
  do {
    try {
      await workOff(host, places, left)
    } finally {
      releaseClaim(places.worker, host.pid)
    }
    // A hook that asked a moment ago saw the claim and started nobody.
  } while (!host.signal.aborted && hasPending(places, isLeft) && tryClaim(places.worker, self()))
  return true
}

async function workOff(host: CaptureHost, places: HookPlaces, left: Set<string>): Promise<void> {
  recoverTaken(places, host.now())
  const isLeft = (name: string): boolean => left.has(name)
  while (!host.signal.aborted && renewClaim(places.worker, { pid: host.pid, now: host.now() })) {
    const taken = takePending(places, isLeft)
    if (taken.length === 0) break
    for (const request of await captureRound(host, places, taken)) {
      putBack(places, request)
      left.add(request.name)
    }
  }
  removeOldLogs(places, host.now())
  removeOldCallers(host.keepDir)
}

/** What is to be tried again. */
async function captureRound(
  host: CaptureHost,
  places: HookPlaces,
  taken: readonly TakenRequest[],
): Promise<readonly TakenRequest[]> {
  const fail = (request: TakenRequest, error: unknown): readonly TakenRequest[] => {
    noteFailure(places, toFailure(error, { at: host.now(), event: request.event }))
    const isRefused = (error as { code?: unknown }).code === 'no-transcript'
    if (!isRefused && request.failed + 1 < MAX_FAILED) return [{ ...request, failed: request.failed + 1 }]
    dropTaken(places, request)
    return []
  }
  const again: TakenRequest[] = []
  const found: { readonly request: TakenRequest; readonly target: CaptureTarget }[] = []
  for (const request of taken) {
    try {
      const target = findTarget(request, ownRoots(host))
      if (target) found.push({ request, target })
      else dropTaken(places, request)
    } catch (error) {
      again.push(...(isGone(error) ? [] : fail(request, error)))
      if (isGone(error)) dropTaken(places, request)
    }
  }
  const keep = async (group: typeof found): Promise<void> => {
    const isDone = await keepTargets(
      host,
      group.map(({ target }) => target),
    )
    for (const { request } of group) if (isDone) dropTaken(places, request)
    if (isDone) await tellKept(host, places, group)
    if (!isDone) again.push(...group.map(({ request }) => request))
  }
  try {
    if (found.length > 0) await keep(found)
  } catch {
    // One of them is the matter: the others must not wait for it.
    for (const one of found) await keep([one]).catch(error => again.push(...fail(one.request, error)))
  }
  return again
}

async function tellKept(
  host: CaptureHost,
  places: HookPlaces,
  kept: readonly { readonly request: TakenRequest; readonly target: CaptureTarget }[],
): Promise<void> {
  try {
    await host.onKept?.(kept.map(({ request: { event }, target: { name } }) => ({ sessionId: name, event })))
  } catch (error) {
    noteFailure(places, toFailure(error, { at: host.now(), event: kept.at(-1)?.request.event }))
  }
}

function ownRoots(host: CaptureHost): ReturnType<typeof findRoots>['roots'] {
  const { roots } = readCaptureSettings({ path: host.configPath, home: host.home })
  return findRoots({ ...host.roots, override: roots }).roots
}

/** Removed since: there is nothing left to keep, and nobody to tell. */
function isGone(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ENOENT'
}

/** False where it was not all done: somebody else wrote all the time, or this was stopped. */
async function keepTargets(host: CaptureHost, targets: readonly CaptureTarget[]): Promise<boolean> {
  const sizes = targets.map(({ path }) => sizeOf(path))
  if (!(await syncTargets(host, targets))) return false
  await sleep(LINGER_MS, undefined, { signal: host.signal }).catch(() => {})
  const grown = targets.filter(({ path }, at) => sizeOf(path) !== sizes[at])
  return grown.length === 0 || (await syncTargets(host, grown))
}

async function syncTargets(host: CaptureHost, targets: readonly CaptureTarget[]): Promise<boolean> {
  const { exclude } = readCaptureSettings({ path: host.configPath, home: host.home })
  const report = await syncSources({
    keepDir: host.keepDir,
    // Just these sessions: neither the log of prompts beside them nor what else is gone from there.
    roots: [],
    folders: groupByFolder(targets),
    exclude,
    threads: 1,
    now: host.now,
    signal: host.signal,
    waitForLockMs: WAIT_FOR_LOCK_MS,
  })
  const { isBusy, left, problems } = report
  for (const { message } of problems) {
    noteFailure(hookPlaces(host.keepDir), { at: host.now(), event: undefined, code: 'source', message })
  }
  return !isBusy && left.sessions === 0
}

function groupByFolder(targets: readonly CaptureTarget[]): readonly ChangedFolder[] {
  const folders = new Map<string, ChangedFolder>()
  for (const { folder: path, root, name } of targets) {
    const names = folders.get(path)?.names ?? []
    folders.set(path, { path, root, names: names.includes(name) ? names : [...names, name] })
  }
  return [...folders.values()]
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size
}
