import type { Marks } from '../../../archive/marks.ts'
import type { Pricer } from '../../../pricing/pricer.ts'
import type { NotableSession } from '../../../query/notes/list-note-sessions.ts'
import type { RedactorOptions } from '../../../redact/redaction.ts'
import type { NoteTimes } from '../../../render/notes/session-note.ts'
import type { Templates } from './templates.ts'
import type { Vault } from './vault.ts'

/** What is to be written, checked and complete. */
export interface NotesRequest {
  readonly vault: Vault
  readonly machine: string
  readonly times: NoteTimes
  readonly templates: Templates
  /** What to take out of a session that worked in these folders; undefined: nothing. */
  readonly redactorFor: ((cwds: readonly string[]) => RedactorOptions) | undefined
  readonly pricer: Pricer
  /** Names the prices: another one where they are others. */
  readonly prices: string
  readonly marks: Pick<Marks, 'tagsOf' | 'tags'>
  /** Ids of sessions that are not at their end. */
  readonly running: ReadonlySet<string>
  /** Undefined: every session. */
  readonly isWanted: ((session: NotableSession) => boolean) | undefined
  /** Sessions that are not there were forgotten; false where only some were looked at, such as those of another folder. */
  readonly dropsGone: boolean
  /** Projects that are kept out, as the settings name them. */
  readonly exclude: readonly string[]
  /** Also sessions without a prompt, and copies. */
  readonly takesAll: boolean
  /** Nothing is written. */
  readonly isTrial: boolean
  /** Of backscroll. */
  readonly version: string
  readonly signal: AbortSignal
  /** For what a killed process left behind; no note depends on it. */
  now(): number
  readonly onSession?: (done: number, total: number) => void
}

/** What became of it; what `--json` prints. */
export interface NotesReport {
  readonly schema: 'backscroll.notes/1'
  readonly vault: string
  readonly folder: string
  readonly machine: string
  /** Nothing was written: it says what would be. */
  readonly isTrial: boolean
  /** Sessions that were looked at. */
  readonly sessions: number
  /** Of those, still running: their notes are provisional. */
  readonly running: number
  /** Sessions without a note of their own: all they hold stands in another one, or nobody asked for anything. */
  readonly copies: number
  readonly silent: number
  /** Paths in the vault. */
  readonly written: readonly string[]
  readonly unchanged: number
  /** Notes of sessions that another machine tells, too: they are left to it. */
  readonly others: number
  /** Notes that were left alone, and why. */
  readonly kept: readonly { readonly path: string; readonly why: string }[]
  readonly failed: readonly { readonly path: string; readonly why: string }[]
  readonly isStopped: boolean
}
