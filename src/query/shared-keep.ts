import { statSync } from 'node:fs'
import { readSessionId } from '../source/read-head.ts'
import type { RootEnvironment } from '../source/roots.ts'
import type { SourceFile } from '../source/session-source.ts'
import type { Store } from '../store/store.ts'
import { isDamage } from '../store/store-error.ts'
import { UserError } from '../user-error.ts'
import { type Keep, type KeepPlaces, openEmptyKeep, openKeep, openKeepWithoutIndex } from './keep.ts'
import { type Library, openLibrary } from './library.ts'

/** What is kept and all sessions, opened once for all questions that come close together. */
export interface SharedKeep {
  /** The keep stays open, and as it is, until the question is answered. */
  use<Answer>(question: (opened: OpenedKeep) => Answer | Promise<Answer>): Promise<Answer>
  /** What is open now is not used for further questions. */
  drop(): void
  close(): void
}

export interface OpenedKeep {
  readonly keep: Keep | undefined
  /** Made when it is first asked for. */
  readonly library: Library
}

interface Held {
  readonly keep: Keep | undefined
  readonly version: number
  /** Of the index, as a file: one that was taken away or replaced goes on answering whoever has it open. */
  readonly file: string
  readonly madeAt: number
  library: Library | undefined
  users: number
  isDropped: boolean
}

/** The list of sessions on disk is made again after this long, whatever nobody told us. */
const MAX_AGE_MS = 60_000
/** The same while nobody watches the disk. */
const MAX_UNWATCHED_MS = 5000
/** The index is let go of entirely when nobody asked for this long. */
const IDLE_MS = 30_000

export interface SharedKeepOptions {
  readonly places: KeepPlaces
  readonly roots: RootEnvironment
  now(): number
  /** Somebody tells of all that changes on disk. */
  isWatched(): boolean
  /** The index turned out to be damaged: whoever keeps makes another. */
  onDamage?(): void
}

/**
 * Between questions no transaction is open: one that stays open keeps the log of the index from being carried over. What
 * was read before is used again while the index has not changed since.
 */
export function createSharedKeep(options: SharedKeepOptions): SharedKeep {
  const { places } = options
  const readId = rememberIds()
  let current: Held | undefined
  let broken: UserError | undefined
  let idle: NodeJS.Timeout | undefined

  function open(): Held {
    const file = identityOf(places.index)
    const keep = broken ? openKeepWithoutIndex(places, broken) : (openKeep(places) ?? withStore(openEmptyKeep(places)))
    const held = {
      keep,
      version: versionOf(keep),
      file,
      madeAt: options.now(),
      library: undefined,
      users: 0,
      isDropped: false,
    }
    return held
  }

  function take(): Held {
    clearTimeout(idle)
    if (current && current.users === 0 && !isStillTrue(current)) retire(current)
    if (current && (isOld(current) || current.file !== identityOf(places.index))) retire(current)
    current ??= open()
    current.users++
    return current
  }

  function isOld(held: Held): boolean {
    const age = options.now() - held.madeAt
    return age < 0 || age > (options.isWatched() ? MAX_AGE_MS : MAX_UNWATCHED_MS)
  }

  function release(held: Held): void {
    held.users--
    if (held.users > 0) return
    if (held.isDropped) {
      close(held)
      return
    }
    if (held.keep?.store?.isInTransaction) endReading(held.keep.store)
    idle = setTimeout(() => retire(held), IDLE_MS)
    idle.unref()
  }

  function retire(held: Held): void {
    if (held.isDropped) return
    held.isDropped = true
    if (current === held) current = undefined
    if (held.users === 0) close(held)
  }

  function close(held: Held): void {
    held.keep?.close()
  }

  /** An index that turns out to be damaged is left aside: disk and archive know everything it does. */
  function leaveAside(held: Held, problem: UserError): void {
    broken = problem
    retire(held)
    if (isDamage(problem)) options.onDamage?.()
  }

  return {
    async use(question) {
      const held = take()
      try {
        return await question({
          keep: held.keep,
          get library() {
            held.library ??= openLibrary(options.roots, held.keep, readId)
            return held.library
          },
        })
      } catch (error) {
        if (error instanceof UserError && error.code.startsWith('index-') && held.keep?.store) leaveAside(held, error)
        throw error
      } finally {
        release(held)
      }
    },
    drop() {
      broken = undefined
      if (current) retire(current)
    },
    close() {
      clearTimeout(idle)
      if (current) retire(current)
    },
  }
}

/** Files whose name does not tell their session are looked into once, not each time the disk is listed. */
function rememberIds(): (file: SourceFile) => string | undefined {
  const known = new Map<string, string>()
  return ({ path, identity }) => {
    const key = `${identity} ${path}`
    const id = known.get(key) ?? readSessionId(path)
    if (id !== undefined) known.set(key, id)
    if (known.size > MAX_KNOWN_IDS) known.clear()
    return id
  }
}

const MAX_KNOWN_IDS = 50_000

/** Where nothing is kept there may be an index without sessions, or nothing at all. */
function withStore(keep: Keep): Keep | undefined {
  if (keep.store || keep.indexProblem) return keep
  keep.close()
  return undefined
}

/** Taking it back would take along the temporary tables that search has made. */
function endReading(store: Store): void {
  try {
    store.commit()
  } catch {
    store.rollback()
  }
}

/** Another text for another file; of one that is not there an empty one. */
function identityOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat ? `${stat.dev} ${stat.ino}` : ''
}

/** Begins to read again what was read before; false where somebody has written meanwhile. */
function isStillTrue({ keep, version }: Held): boolean {
  if (!keep?.store) return true
  try {
    if (!keep.store.isInTransaction) keep.store.begin()
    return versionOf(keep) === version
  } catch {
    return false
  }
}

/** Changes when another process commits; asking for it begins the transaction's one state. */
function versionOf(keep: Keep | undefined): number {
  return (keep?.store?.get('PRAGMA data_version')?.data_version as number | undefined) ?? -1
}
