import { setImmediate as nextTick } from 'node:timers/promises'
import type { LineageLink } from '../../model/lineage.ts'
import { readIdFromFile } from '../../source/discover.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { idOf } from '../../source/project-folder.ts'
import type { SessionFollower, SessionUpdate } from '../../source/session-follower.ts'
import type { SessionSource } from '../../source/session-source.ts'
import type { Siblings } from '../../source/siblings.ts'
import type { LiveStatus } from '../live/live-status.ts'
import type { Reading, SessionChange } from './reading.ts'
import { findFirstChange, markTurns, type TurnMarks } from './turn-marks.ts'

export interface OpenSessionOptions {
  readonly source: SessionSource
  readonly follower: SessionFollower
  now(): number
  statusOf(loaded: LoadedSession): LiveStatus
}

type Listener = (change: SessionChange) => void

/** Other requests are answered between slices of this length while a session is read for the first time. */
const SLICE_MS = 12

/** One session in memory: looked at when somebody asks, told about to whoever listens. */
export class OpenSession {
  readonly source: SessionSource
  readonly #options: OpenSessionOptions
  readonly #listeners = new Set<Listener>()
  #loaded: LoadedSession
  #version: number
  #status: LiveStatus
  /** Kept while somebody listens: without anybody there is nothing to compare. */
  #marks: TurnMarks | undefined
  lookedAt: number

  private constructor(options: OpenSessionOptions, loaded: LoadedSession) {
    this.source = options.source
    this.#options = options
    this.#loaded = loaded
    // One that is opened again never has a version that it had before.
    this.#version = options.now()
    this.#status = options.statusOf(loaded)
    this.lookedAt = options.now()
  }

  /** Reads what has to be read, without holding up everything else meanwhile. */
  static async open(options: OpenSessionOptions): Promise<OpenSession> {
    let sliceEnd = performance.now() + SLICE_MS
    const update = await options.follower.sweepGently(async () => {
      if (performance.now() < sliceEnd) return
      await nextTick()
      sliceEnd = performance.now() + SLICE_MS
    })
    return new OpenSession(options, (update as SessionUpdate).loaded)
  }

  get loaded(): LoadedSession {
    return this.#loaded
  }

  get version(): number {
    return this.#version
  }

  get isFollowed(): boolean {
    return this.#listeners.size > 0
  }

  /** It was on disk when it was opened, and no longer is. */
  get isGone(): boolean {
    return !this.source.kept && this.source.main !== undefined && !this.#options.follower.hasMain
  }

  /** It was called like its file while no line said which session it is, and now one does. */
  get isNamedAnew(): boolean {
    const { id, name, main, kept } = this.source
    // Only such a line makes the file worth reading again.
    if (kept || id !== name || !this.#loaded.session.links.some(isOtherId)) return false
    return idOf(name, main, readIdFromFile) !== id
  }

  get entries(): number {
    const { main, agents } = this.#loaded.session
    return agents.reduce((sum, agent) => sum + agent.thread.entries.length, main.entries.length)
  }

  get reading(): Reading {
    return {
      loaded: this.#loaded,
      version: this.#version,
      isKeptOnly: this.source.kept?.isGone ?? false,
      status: this.#status,
    }
  }

  /** Reads what was appended, and tells whoever listens what became of it. */
  look(): void {
    this.lookedAt = this.#options.now()
    const update = this.#options.follower.sweep()
    const status = this.#options.statusOf(update?.loaded ?? this.#loaded)
    const isOtherStatus = !isSameStatus(status, this.#status)
    this.#status = status
    if (update) this.#take(update)
    else if (isOtherStatus) this.#tell({ fromTurn: lastTurn(this.#loaded) + 1, isFresh: false })
  }

  /** Takes in what its neighbours tell by now. */
  addSiblings(siblings: Siblings): void {
    this.#options.follower.addSiblings(siblings)
    this.look()
  }

  /** The first thing told is how it stands: whoever holds another version missed something. */
  listen(listener: Listener): void {
    this.#listeners.add(listener)
    this.#marks ??= markTurns(this.#loaded.session)
    listener(this.#describe({ fromTurn: lastTurn(this.#loaded) + 1, isFresh: false }))
  }

  unlisten(listener: Listener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size === 0) this.#marks = undefined
  }

  /** Those who listened to the same session as it was read before hear that all of it was read anew. */
  adopt(before: OpenSession): void {
    for (const listener of before.#listeners) this.#listeners.add(listener)
    this.#marks ??= markTurns(this.#loaded.session)
    this.#tell({ fromTurn: 0, isFresh: true })
  }

  #take({ loaded, isFresh }: SessionUpdate): void {
    this.#loaded = loaded
    this.#version++
    if (!this.isFollowed) return
    const before = this.#marks ?? new Map()
    this.#marks = markTurns(loaded.session)
    const fromTurn = isFresh ? 0 : (findFirstChange(before, this.#marks) ?? lastTurn(loaded))
    this.#tell({ fromTurn, isFresh })
  }

  #tell(change: Pick<SessionChange, 'fromTurn' | 'isFresh'>): void {
    const told = this.#describe(change)
    for (const listener of this.#listeners) listener(told)
  }

  #describe(change: Pick<SessionChange, 'fromTurn' | 'isFresh'>): SessionChange {
    const { id } = this.#loaded.session
    return { id, version: this.#version, ...change, toTurn: lastTurn(this.#loaded), status: this.#status }
  }
}

function isOtherId({ knownBy }: LineageLink): boolean {
  return knownBy === 'other-session-id'
}

function lastTurn({ session }: LoadedSession): number {
  return session.main.turns.at(-1)?.number ?? 0
}

function isSameStatus(a: LiveStatus, b: LiveStatus): boolean {
  return a.state === b.state && a.detail === b.detail && a.since === b.since && a.knownBy === b.knownBy
}
