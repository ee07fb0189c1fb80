import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from '../user-error.ts'
import { type Connection, connect } from './open.ts'
import { findProblem } from './store-error.ts'

/**
 * Who writes holds this lock: an exclusive transaction on a database that stays empty. The kernel lets go of it when the
 * process ends, however it ends, so there is nothing to clean up and no stale lock.
 */
export interface Lock {
  release(): void
}

const POLL_MS = 25

/** Undefined where another process has it for longer than `waitMs`, or when the signal comes. */
export async function takeLock(
  path: string,
  options: {
    readonly waitMs: number
    /** Called once, when it turns out that somebody has it. */
    readonly onWait?: (() => void) | undefined
    readonly signal?: AbortSignal | undefined
  },
): Promise<Lock | undefined> {
  const until = performance.now() + options.waitMs
  for (let isFirst = true; ; isFirst = false) {
    const lock = tryLock(path)
    const leftMs = until - performance.now()
    if (lock || leftMs <= 0 || options.signal?.aborted) return lock
    if (isFirst) options.onWait?.()
    await sleep(Math.min(POLL_MS, leftMs), undefined, { signal: options.signal }).catch(() => {})
  }
}

/** Takes the lock if it is free. */
export function tryLock(path: string): Lock | undefined {
  let connection: Connection | undefined
  try {
    createFile(path)
    connection = connect(path, 'write')
    // The journal in memory: a lock must not need space on the disk.
    connection.exec('PRAGMA journal_mode = MEMORY; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
    return holdLock(connection)
  } catch (error) {
    connection?.close()
    if (findProblem(error) === 'index-busy') return undefined
    throw lockError(path, error)
  }
}

/** Whether somebody writes now. Makes no file, and keeps nobody waiting longer than a moment. */
export function isLocked(path: string): boolean {
  if (!existsSync(path)) return false
  let connection: Connection | undefined
  try {
    connection = connect(path, 'read')
    connection.exec('PRAGMA busy_timeout = 0')
    connection.prepare('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch (error) {
    return findProblem(error) === 'index-busy'
  } finally {
    connection?.close()
  }
}

function holdLock(connection: Connection): Lock {
  let isHeld = true
  return {
    release() {
      if (isHeld) connection.close()
      isHeld = false
    },
  }
}

/** `ax` never opens a file that exists: closing a second descriptor would drop a lock that this process holds. */
function createFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function lockError(path: string, cause: unknown): unknown {
  const isFromDisk = cause instanceof Error && 'code' in cause
  if (!isFromDisk) return cause
  if (findProblem(cause) === 'index-damaged') {
    const hint = 'It holds nothing: remove it while no backscroll is running.'
    return new UserError({ code: 'lock-unusable', message: `the lock ${path} is not what it should be`, hint, cause })
  }
  const hint = 'Check that you may write to its folder and that the disk has space.'
  return new UserError({ code: 'lock-unusable', message: `the lock ${path} cannot be taken`, hint, cause })
}
