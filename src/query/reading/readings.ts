import { dirname } from 'node:path'
import { type SessionWatch, watchSession } from '../../source/follow-session.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { createSessionFollower } from '../../source/session-follower.ts'
import type { SessionSource } from '../../source/session-source.ts'
import { UserError } from '../../user-error.ts'
import { requireSessionById } from '../find-session.ts'
import type { Library } from '../library.ts'
import type { LiveStatus } from '../live/live-status.ts'
import { findParts } from '../load-from.ts'
import { findStart } from './find-start.ts'
import { createKnownNeighbours, type Surroundings } from './known-neighbours.ts'
import { OpenSession } from './open-session.ts'
import type { Reading, SessionChange } from './reading.ts'

/** Sessions that are open for reading: few of them, the last ones asked for. */
export interface Readings {
  /** By whole id, beginning of one, or `id~2`. Throws `no-such-session`. */
  open(id: string): Promise<Reading>
  /**
   * Tells how the session stands, then each change, until the function that comes back is called. A session that is not
   * there yet is waited for.
   */
  follow(id: string, onChange: (change: SessionChange) => void): () => void
  /** The index changed: names may mean other sessions. */
  noteIndex(): void
  close(): void
}

export interface ReadingsOptions {
  now(): number
  /** `isFresh`: what is on disk is listed anew. */
  askLibrary<Answer>(question: (library: Library) => Answer, options?: { readonly isFresh: boolean }): Promise<Answer>
  statusOf(loaded: LoadedSession): LiveStatus
}

const MAX_OPEN = 6
/** About a tenth of a kilobyte each. */
const MAX_ENTRIES = 400_000
const UNUSED_MS = 3 * 60_000
/** A page asks for several things at once: one look does for all of them. */
const LOOK_AGAIN_MS = 150
/** Neighbours seldom tell anything new, and a session that is written to is looked at many times a second. */
const LOOK_AROUND_MS = 2000
/** The keeper may be behind: whether it is kept is looked at again. */
const REOPEN_MS = 1000
/** What is written together arrives together; a person waits for it. */
const SETTLE_MS = 4

interface Held {
  readonly opened: Promise<OpenSession>
  session: OpenSession | undefined
  watch: SessionWatch | undefined
  usedAt: number
  reopenedAt: number
  /** Its neighbours as they stood when they were last read, and when they were last looked at. */
  around: Surroundings
  aroundAt: number
  /** What it is opened in place of, until it is open. */
  before: OpenSession | undefined
}

export function createReadings(options: ReadingsOptions): Readings {
  /** By the place of the transcript; the one used last stands last. */
  const held = new Map<string, Held>()
  /** What sessions were asked for by, until the index changes. */
  const names = new Map<string, string>()
  const neighbours = createKnownNeighbours()
  const waiting = new Set<() => void>()
  let indexes = 0
  let isClosed = false
  const tidying = setInterval(tidy, UNUSED_MS / 4)
  tidying.unref()

  async function find(id: string): Promise<Held> {
    const known = held.get(names.get(id) ?? '')
    if (known) return known
    return await options.askLibrary(library => {
      const source = requireSessionById(library.sources, id)
      const key = keyOf(source)
      names.set(id, key)
      const same = held.get(key)
      if (!same) return hold(source, begin(library, source))
      // Kept and on disk are the same session, read from other places.
      const isElsewhere = same.session && (same.session.source.kept === undefined) !== (source.kept === undefined)
      return isElsewhere ? replace(source, same, begin(library, source)) : same
    })
  }

  /** A whole id of a session on disk goes on meaning that session; anything else is looked up again. */
  function forgetNames(): void {
    for (const [name, key] of names) {
      const source = held.get(key)?.session?.source
      if (source?.id !== name || source.kept) names.delete(name)
    }
  }

  /** All that is asked of the index is asked here, while it is open. */
  function begin(library: Library, source: SessionSource): Promise<OpenSession> {
    const { whole, access, siblings } = neighbours.use(known => findParts(library, source, known))
    const start = findStart(library, source, whole)
    const follower = createSessionFollower(whole, { access, siblings, start, now: options.now })
    const { now, statusOf } = options
    return OpenSession.open({ source: whole, follower, now, statusOf })
  }

  function hold(source: SessionSource, opened: Promise<OpenSession>, before?: OpenSession): Held {
    const key = keyOf(source)
    const usedAt = options.now()
    const made: Held = {
      opened,
      session: undefined,
      watch: undefined,
      usedAt,
      reopenedAt: 0,
      around: neighbours.surround(source, usedAt),
      aroundAt: usedAt,
      before,
    }
    held.set(key, made)
    opened.then(
      session => {
        made.session = session
        tidy()
      },
      () => drop(key, made),
    )
    return made
  }

  /** Whoever listens goes on listening to the same session, read from elsewhere. */
  function replace(source: SessionSource, before: Held, opened: Promise<OpenSession>): Held {
    const key = keyOf(source)
    before.watch?.close()
    before.watch = undefined
    const made = hold(source, opened, before.session)
    opened.then(
      session => {
        made.before = undefined
        if (!before.session?.isFollowed || isClosed) return
        session.adopt(before.session)
        watch(key, made, session)
      },
      () => {},
    )
    return made
  }

  async function use(
    id: string,
  ): Promise<{ readonly key: string; readonly made: Held; readonly session: OpenSession }> {
    const made = await find(id)
    const session = await made.opened
    const key = keyOf(session.source)
    made.usedAt = options.now()
    if (held.get(key) === made) {
      held.delete(key)
      held.set(key, made)
    }
    return { key, made, session }
  }

  /** What the client deletes goes on from the archive, where it is kept by then; what has got a name goes on under it. */
  async function reopen(key: string, made: Held): Promise<OpenSession | undefined> {
    if (Math.abs(options.now() - made.reopenedAt) < REOPEN_MS) return undefined
    made.reopenedAt = options.now()
    const again = await options.askLibrary(
      library => {
        const current = held.get(key)
        // Somebody else opened it again meanwhile.
        if (current && current !== made) return { held: current }
        const source = library.sources.find(found => keyOf(found) === key)
        const isOther = source?.kept !== undefined || (source && source.id !== made.session?.source.id)
        return isOther && !isClosed ? { held: replace(source, made, begin(library, source)) } : undefined
      },
      { isFresh: true },
    )
    return await again?.held.opened
  }

  /** Another session of the project may have been resumed from this one meanwhile. */
  async function lookAround(made: Held, session: OpenSession): Promise<void> {
    if (Math.abs(options.now() - made.aroundAt) < LOOK_AROUND_MS) return
    made.aroundAt = options.now()
    if (!made.around.hasChanged()) return
    const { source } = session
    await options.askLibrary(library => {
      session.addSiblings(neighbours.use(known => findParts(library, source, known)).siblings)
      made.around = neighbours.surround(source, options.now())
    })
  }

  function look(key: string, made: Held): void {
    made.session?.look()
    if (made.session) lookAround(made, made.session).catch(() => {})
    made.watch?.add(made.session?.loaded.files.map(file => dirname(file.path)) ?? [])
    if (made.session && mustReopen(made.session)) reopen(key, made).catch(() => {})
  }

  function watch(key: string, made: Held, session: OpenSession): void {
    if (made.watch || session.source.kept) return
    made.watch = watchSession(session.source, { onLook: () => look(key, made), settleMs: SETTLE_MS })
    look(key, made)
  }

  function drop(key: string, made: Held): void {
    made.watch?.close()
    made.watch = undefined
    if (held.get(key) === made) held.delete(key)
  }

  /** The oldest go first; what somebody listens to stays. */
  function tidy(): void {
    let entries = 0
    let count = 0
    for (const [key, made] of [...held].reverse()) {
      const { session } = made
      if (!session) continue
      entries += session.entries
      count++
      const isTooMuch = count > 1 && (count > MAX_OPEN || entries > MAX_ENTRIES)
      const isUnused = Math.abs(options.now() - made.usedAt) > UNUSED_MS
      if ((isTooMuch || isUnused) && !session.isFollowed) drop(key, made)
    }
  }

  return {
    async open(id) {
      const { key, made, session } = await use(id)
      if (Math.abs(options.now() - session.lookedAt) < LOOK_AGAIN_MS) return session.reading
      // What neighbours tell is no reason not to show it.
      await lookAround(made, session).catch(() => {})
      session.look()
      if (!mustReopen(session)) return session.reading
      return ((await reopen(key, made)) ?? session).reading
    },
    follow(id, onChange) {
      let stop: (() => void) | undefined
      let isEnded = false
      const listener = (change: SessionChange): void => onChange(change)

      async function begin(): Promise<void> {
        waiting.delete(retry)
        const before = indexes
        try {
          const { key, made, session } = await use(id)
          if (isEnded || isClosed) return
          session.listen(listener)
          watch(key, made, session)
          stop = () => endListening(key, listener)
        } catch (error) {
          if (!(error instanceof UserError)) throw error
          if (isEnded || isClosed) return
          // The index may have changed while it was asked.
          if (before !== indexes) retry()
          else waiting.add(retry)
        }
      }
      const retry = (): void => void begin()

      retry()
      return () => {
        isEnded = true
        waiting.delete(retry)
        stop?.()
      }
    },
    noteIndex() {
      indexes++
      forgetNames()
      for (const retry of [...waiting]) retry()
    },
    close() {
      isClosed = true
      clearInterval(tidying)
      waiting.clear()
      for (const [key, made] of [...held]) drop(key, made)
    },
  }

  /** The session may have been opened anew since. */
  function endListening(key: string, listener: (change: SessionChange) => void): void {
    const made = held.get(key)
    const session = made?.session ?? made?.before
    session?.unlisten(listener)
    if (session?.isFollowed) return
    made?.watch?.close()
    if (made) made.watch = undefined
  }
}

function mustReopen(session: OpenSession): boolean {
  return session.isGone || session.isNamedAnew
}

function keyOf({ folder, name }: SessionSource): string {
  return `${folder}\0${name}`
}
