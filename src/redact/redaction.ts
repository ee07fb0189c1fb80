/**
 * redact/ takes out of an export what its reader must not learn. It works in two passes. The first looks for secrets in
 * everything that will be written; the second puts a placeholder in place of each, wherever and however it is written.
 * It is pure: no files, no clock.
 */

/** Where a text stands, for a person who looks at the hits. */
export interface HitPlace {
  /** Id of the session; empty for what stands outside of one. */
  readonly session: string
  /** Undefined in the main conversation. */
  readonly agentId: string | undefined
  /** Line of the transcript from 1; 0 where there is none. */
  readonly line: number
}

export type HitCategory = 'secret' | 'person' | 'id' | 'word'

/** One value that is taken out, however often it occurs. */
export interface Hit {
  /** Name of the rule that found it first, such as `github-token`. */
  readonly rule: string
  readonly category: HitCategory
  /** What stands in its place, such as `‹github-token-1›`; `~` for a home folder. */
  readonly placeholder: string
  /** The value itself. Only for a person who reviews on their own machine. */
  readonly value: string
  /** The value with its middle left out, fit to be printed. */
  readonly masked: string
  /** How often it was met in the first pass. */
  readonly count: number
  /** The first places. */
  readonly places: readonly HitPlace[]
  /** A line or two around its first place, as written there; `contextAt` is where the value begins in it. */
  readonly context: string
  readonly contextAt: number
}

/** What is known about the machine and its person before a line is read. */
export interface Identity {
  /** Home folders, such as `/home/alice`. */
  readonly homes: readonly string[]
  readonly users: readonly string[]
  readonly hosts: readonly string[]
}

export interface RedactorOptions {
  readonly identity: Identity
  /** Words somebody wants out, from `--redact-words` or the review. */
  readonly words: readonly string[]
  /** Values somebody wants to keep. */
  readonly keep: readonly string[]
  /** Telephones, public addresses, places and national ids go too: `--redact people`. */
  readonly takesPeople?: boolean
}

/**
 * What is known about the strings of one value, so that they need not all be looked through again: numbers of those in
 * which something was found, in the order of the walk. Of no meaning outside of the redaction it came from.
 */
export interface Trace {
  /** Tells whether it is the same value. */
  check: number
  found: readonly number[]
  /** All values are known, so the other strings hold none of them. */
  isSettled: boolean
}

/** The first pass. */
export interface Redactor {
  /** Looks through every string of a JSON value; names of fields count as context. */
  learnValue(value: unknown, place: HitPlace): Trace
  learnText(text: string, place: HitPlace): void
  /** Ends the first pass. */
  seal(): Redaction
}

/**
 * The second pass. The same value gets the same placeholder everywhere. A text that was not learned is searched for what
 * is known and for what gives itself away by its form, not for secrets that only a name beside them tells.
 */
export interface Redaction {
  readonly hits: readonly Hit[]
  redactText(text: string): string
  /**
   * The same value where nothing was taken out, else a copy: every string in it, names of fields included. With the
   * trace of the same value it does the same sooner, and settles the trace.
   */
  redactValue<Value>(value: Value, trace?: Trace): Value
  /** An id that other ids are compared with: different ids stay different, and plain ones stay as they are. */
  redactId(id: string): string
  /** Throws a `RedactionFailure` where a text that is about to be written still holds a value that was found. */
  requireClean(text: string): void
}

/** Redaction could not be done as promised. Whoever catches it writes nothing. */
export class RedactionFailure extends Error {
  override readonly name = 'RedactionFailure'
  /** A word somebody asked to have taken out, where that is what would have been written: it may be one of our own. */
  readonly word: string | undefined

  constructor(message: string, options: ErrorOptions & { readonly word?: string | undefined } = {}) {
    super(message, options)
    this.word = options.word
  }
}
