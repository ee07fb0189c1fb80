/**
 * surfaces/web is the local server and its page. The server asks the query layer, draws rows through render/ and sends
 * them by ranges; it writes nothing but what somebody asks for. Keeping what is new runs in a process of its own, so that
 * no answer waits for it.
 */
import type { Config } from '../../config/settings.ts'
import type { Request } from '../../model/usage/request.ts'
import type { Pricer } from '../../pricing/pricer.ts'
import type { IndexedKeep } from '../../query/indexed-keep.ts'
import type { Keep } from '../../query/keep.ts'
import type { Library } from '../../query/library.ts'
import type { Reading } from '../../query/reading/reading.ts'
import type { RootEnvironment } from '../../source/roots.ts'
import type { Zone } from '../../time/zone.ts'
import type { EventHub } from './event-hub.ts'
import type { Keeper } from './keeper.ts'

/** What the server was started with: everything it takes from the machine. */
export interface WebOptions {
  now(): number
  readonly zone: Zone
  readonly home: string
  /** Where archive, index and keys are. */
  readonly keepDir: string
  readonly roots: RootEnvironment
  readonly config: Config
  readonly version: string
  /** Where dist/page is. */
  readonly packageDir: string
  /** Node, its options and the script, as absolute paths. */
  readonly executable: readonly string[]
  readonly env: { readonly [name: string]: string | undefined }
  readonly threads: number
  readonly isDemo: boolean
  /** What a person types to run backscroll here, with the options that say whose transcripts these are. */
  readonly commandName: string
  readonly pricer: Pricer
  /** In whole nano-dollars; undefined where nobody knows. */
  costOf(request: Request): number | undefined
  readonly signal: AbortSignal
}

/** What a route is given. */
export interface World extends WebOptions {
  /**
   * Asks the index: one state for as long as the question takes. Waits for a first index that is being made, as long as
   * the signal allows; throws `index-…` where there is none.
   */
  ask<Answer>(question: (keep: IndexedKeep) => Answer | Promise<Answer>, signal?: AbortSignal): Promise<Answer>
  /** Asks all sessions, on disk and kept; the list is made again only after something changed. */
  askLibrary<Answer>(question: (library: Library, keep: Keep | undefined) => Answer | Promise<Answer>): Promise<Answer>
  /** A session that stays open and grows; by whole id, beginning of one, or `id~2`. Throws `no-such-session`. */
  openReading(id: string): Promise<Reading>
  readonly events: EventHub
  readonly keeper: Keeper
}
