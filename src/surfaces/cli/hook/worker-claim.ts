import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { asNumber, asObject } from '../../../format/json.ts'
import { hasProcess } from '../../../source/client-notes.ts'
import { makeNonce } from './nonce.ts'

/**
 * One file that names the one process which works off what hooks ask for. A hook takes it before it starts that process,
 * so that fifty at once start one; whoever is not named in it ends. A claim whose process is gone, or that was not renewed
 * for long, counts for nothing.
 */
export interface Claimant {
  readonly pid: number
  readonly now: number
}

/** From taking the claim until its text is written. */
const STARTING_MS = 10_000
/** Longer than a worker may run. */
export const STUCK_MS = 10 * 60_000
const MAX_TRIES = 3

/** False where somebody else has it. */
export function tryClaim(path: string, { pid, now }: Claimant): boolean {
  const text = JSON.stringify({ pid, nonce: makeNonce() })
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (create(path, text)) return true
    const found = readClaim(path)
    if (!found) continue
    if (isHeld(found, now)) return false
    removeDead(path, found.text)
  }
  return false
}

/** Another process goes on with it: the one that was started. Nothing happens where it is no longer ours to give. */
export function handOver(path: string, { from, to }: { readonly from: number; readonly to: number }): void {
  if (readClaim(path)?.pid !== from) return
  writeFileSync(path, JSON.stringify({ pid: to, nonce: makeNonce() }), { mode: 0o600 })
}

/** Takes what was handed over, what is about to be, or what is free. */
export function adoptClaim(path: string, self: Claimant & { readonly parentPid: number }): boolean {
  const found = readClaim(path)
  if (found?.pid === self.pid) return true
  if (found?.pid !== self.parentPid) return tryClaim(path, self)
  handOver(path, { from: self.parentPid, to: self.pid })
  return true
}

/** False where it was taken over: then its work is somebody else's. */
export function renewClaim(path: string, { pid, now }: Claimant): boolean {
  if (readClaim(path)?.pid !== pid) return false
  utimesSync(path, now / 1000, now / 1000)
  return true
}

export function releaseClaim(path: string, pid: number): void {
  if (readClaim(path)?.pid === pid) rmSync(path, { force: true })
}

/** The process that works now, if one does. */
export function findWorker(path: string, now: number): number | undefined {
  const found = readClaim(path)
  return found && isHeld(found, now) ? found.pid : undefined
}

interface FoundClaim {
  readonly text: string
  /** Undefined while it is being written. */
  readonly pid: number | undefined
  readonly renewedAt: number
}

function create(path: string, text: string): boolean {
  let file: number
  try {
    file = openSync(path, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  try {
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
  return true
}

function readClaim(path: string): FoundClaim | undefined {
  try {
    const text = readFileSync(path, 'utf8')
    return { text, pid: readPid(text), renewedAt: statSync(path).mtimeMs }
  } catch {
    return undefined
  }
}

function readPid(text: string): number | undefined {
  try {
    return asNumber(asObject(JSON.parse(text))?.pid)
  } catch {
    return undefined
  }
}

/** A time in the future comes from a clock that was set back. */
function isHeld({ pid, renewedAt }: FoundClaim, now: number): boolean {
  const ageMs = Math.abs(now - renewedAt)
  return pid === undefined ? ageMs < STARTING_MS : ageMs < STUCK_MS && hasProcess(pid)
}

/** Two may find the same dead claim: the later one must not take away what the first has put in its place. */
function removeDead(path: string, text: string): void {
  const aside = `${path}.${makeNonce()}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') !== text) linkSync(aside, path)
  } catch {
    // Somebody else was faster.
  } finally {
    rmSync(aside, { force: true })
  }
}
