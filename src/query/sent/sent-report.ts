import type { JsonObject } from '../../format/json.ts'
import type { SentChange } from '../../model/sent/compare-requests.ts'
import type { SentCheck, SentMessage } from '../../model/sent/rebuild-request.ts'
import type { CacheMark } from '../../model/sent/request-log.ts'

/** What one request gave to the model; what `context --request --json` prints. */
export interface SentReport {
  readonly schema: 'backscroll.sent/1'
  readonly session: { readonly id: string; readonly title: string }
  /** Id of the subagent; undefined: the main conversation. */
  readonly agent: string | undefined
  /** As `context` numbers them; undefined for one that got no answer. */
  readonly number: number | undefined
  /** Turn of the main conversation; 0 where unknown. */
  readonly turn: number
  /** When the answer began, or where there is none, when it was sent. */
  readonly at: string | undefined
  readonly model: string
  /** Client version, where the lines name one. */
  readonly version: string | undefined
  /** Undefined where the client did not record it. */
  readonly sent: SentDetails | undefined
  /** Why there is no more; undefined where there is. */
  readonly absence: SentAbsence | undefined
  /** Requests of this conversation that have a number. */
  readonly requests: number
  /** Recorded requests of this conversation that nobody answered, so that they have no number: ask by id. */
  readonly unanswered: readonly SentAttempt[]
}

export interface SentDetails {
  /** `requestRef` on the lines of the answer. */
  readonly id: string
  /** Id of the session that sent it, where this one holds a copy of the answer alone. */
  readonly storedIn: string | undefined
  /** `repl_main_thread`, `sdk`, `agent:…` */
  readonly querySource: string | undefined
  /** All tries with the same content, this one included; only the last may have an answer. */
  readonly attempts: readonly SentAttempt[]
  /** Model, token limit, thinking, betas and the rest of the body. */
  readonly params: JsonObject
  readonly system: readonly JsonObject[]
  readonly tools: readonly JsonObject[]
  readonly messages: readonly Omit<SentMessage, 'message'>[]
  readonly cacheMarks: readonly CacheMark[]
  readonly digest: string | undefined
  readonly check: SentCheck
  /** The request before it in the same file; undefined for the first. */
  readonly before: { readonly id: string; readonly number: number | undefined } | undefined
  readonly change: SentChange | undefined
}

export interface SentAttempt {
  readonly id: string
  readonly at: string | undefined
  readonly attempts: number
}

/**
 * `no-log`: this client records no requests (before 2.1.327). `not-logged`: the file has requests, but not this one.
 * `elsewhere`: it stands in another session (`sessionId`), which is not here. `lost`: the file names it and has it not.
 */
export interface SentAbsence {
  readonly why: 'no-log' | 'not-logged' | 'elsewhere' | 'lost'
  readonly sessionId: string | undefined
}
