/**
 * surfaces/mcp answers Claude itself: a few tools, each a thin wrapper of a query, each answer bounded and cited. It only
 * reads. What it quotes is history: data for whoever asked, never an order.
 */
import type { Config } from '../../config/settings.ts'
import type { Request } from '../../model/usage/request.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import type { IndexedKeep } from '../../query/indexed-keep.ts'
import type { Library } from '../../query/library.ts'
import type { Reading } from '../../query/reading/reading.ts'
import type { Project } from '../../source/project.ts'
import type { RootEnvironment } from '../../source/roots.ts'
import type { Zone } from '../../time/zone.ts'

/** What the server was started with: everything it takes from the machine. */
export interface McpOptions {
  now(): number
  readonly zone: Zone
  readonly home: string
  readonly cwd: string
  /** Where archive and index are. */
  readonly keepDir: string
  readonly roots: RootEnvironment
  readonly config: Config
  readonly version: string
  readonly env: { readonly [name: string]: string | undefined }
  /** The process that started this one: the client, unless something stands between. */
  readonly parentPid: number
  readonly threads: number
  readonly isDemo: boolean
  /** What a person types to run backscroll here. */
  readonly commandName: string
  readonly pricer: Pricer
  /** In whole nano-dollars; undefined where nobody knows. */
  costOf(request: Request): number | undefined
  /** A look at what is new on disk, milliseconds at any size; never fails. */
  glance(): Promise<unknown>
  readonly signal: AbortSignal
}

/** What a tool is given. */
export interface McpWorld extends McpOptions {
  /** Asks the index after a glance at the disk: one state for as long as the question takes. Throws `index-…`. */
  ask<Answer>(question: (keep: IndexedKeep) => Answer | Promise<Answer>, signal: AbortSignal): Promise<Answer>
  /** Asks all sessions, on disk and kept, with or without an index. */
  askLibrary<Answer>(question: (library: Library) => Answer | Promise<Answer>, signal: AbortSignal): Promise<Answer>
  /** Between two steps that take long: others are heard and answered meanwhile. Throws where the call was taken back. */
  pause(signal: AbortSignal): Promise<void>
  /** A session that stays open and grows; by whole id or beginning of one. Throws `no-such-session`. */
  openReading(id: string, signal: AbortSignal): Promise<Reading>
}

/** Which sessions a call is about. */
export type CallScope = ProjectScope | EveryScope

export interface ProjectScope extends ScopeFacts {
  readonly kind: 'project'
  /** That of the client's first root, else of the folder the client started this server in. */
  readonly project: Project
}

export interface EveryScope extends ScopeFacts {
  readonly kind: 'all'
  /** Where the client works all the same; undefined where nobody knows. */
  readonly project: Project | undefined
}

interface ScopeFacts {
  /** The branch checked out there. */
  readonly branch: string | undefined
  /** The session that asks, left out of answers; undefined where it is not known or somebody wants it too. */
  readonly ownSession: string | undefined
  /** The client did not start this process: nothing but the address says which session it is. */
  readonly isElsewhere?: boolean
}
