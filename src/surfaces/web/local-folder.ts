import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isLocalPath } from '../../source/is-local-path.ts'

/** Whoever opens a session waits no longer than this for a disk that does not answer. */
const WAIT_MS = 250
const KNOWN_MS = 30_000
const MAX_KNOWN = 500
/** A disk that never answers takes one of the four threads that read files for everybody. */
const MAX_PENDING = 2

interface KnownFolder {
  readonly at: number
  readonly isThere: Promise<boolean>
}

/** Looks whether folders that transcripts name are there, at the disks of this machine alone. */
export class LocalFolders {
  readonly #now: () => number
  readonly #known = new Map<string, KnownFolder>()
  #pending = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** False also where that cannot be found out: nothing a transcript says may break an answer, or hold it up. */
  async isThere(folder: string): Promise<boolean> {
    if (!isLocalPath(folder) || AUTOMOUNTED.test(posix.normalize(folder))) return false
    const enough = new AbortController()
    const late = sleep(WAIT_MS, false, { signal: enough.signal }).catch(() => false)
    try {
      return await Promise.race([this.#look(folder), late])
    } finally {
      enough.abort()
    }
  }

  #look(folder: string): Promise<boolean> {
    const known = this.#known.get(folder)
    if (known && Math.abs(this.#now() - known.at) < KNOWN_MS) return known.isThere
    if (this.#pending >= MAX_PENDING) return known?.isThere ?? Promise.resolve(false)
    const isThere = this.#stat(folder)
    this.#known.delete(folder)
    this.#known.set(folder, { at: this.#now(), isThere })
    for (const oldest of this.#known.keys()) if (this.#known.size > MAX_KNOWN) this.#known.delete(oldest)
    return isThere
  }

  async #stat(folder: string): Promise<boolean> {
    this.#pending++
    try {
      return (await stat(folder)).isDirectory()
    } catch {
      return false
    } finally {
      this.#pending--
    }
  }
}

/** Folders of automounters ask other machines by name. */
const AUTOMOUNTED = /^\/(?:net|afs|Network)(?:\/|$)/i
