import type { Entry } from '../format/entry.ts'
import type { Title } from './session.ts'
import type { ThreadOptions } from './session-builder.ts'
import type { SummaryLeaves } from './summary-leaves.ts'
import type { UsageTotals } from './usage/request.ts'
import type { RequestColumns } from './usage/request-columns.ts'
import type { Work } from './work-folders.ts'

/** What a list of sessions shows. Equal to the same fields of the whole model, by one shared code. */
export interface SessionSummary {
  readonly id: string
  readonly title: Title
  readonly cwd: string | undefined
  readonly cwds: readonly string[]
  /** The last one that is not empty. */
  readonly branch: string | undefined
  readonly version: string | undefined
  readonly models: readonly string[]
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  /** Turns of the main file that a person set off. */
  readonly turns: number
  /** Those that programs, other agents, timers and background tasks set off. */
  readonly otherTurns: number
  /** Tool calls, subagents included. */
  readonly toolCalls: number
  readonly agents: number
  readonly compactions: number
  readonly usage: UsageTotals
  readonly entries: number
  /** Lines that could not be read, and entries of unknown kind. */
  readonly unreadable: number
  readonly unknown: number
  /** False for files that hold only bookkeeping. */
  readonly hasConversation: boolean
}

export interface SummaryBuilder {
  openThread(options: Pick<ThreadOptions, 'file' | 'agentId'>): { add(entry: Entry): void }
  build(): SessionSummary
  /** For totals over many sessions. */
  readonly requests: RequestColumns
  /** For the project it belongs to. */
  readonly work: Work
  /** For titles that other files hold. */
  readonly leaves: SummaryLeaves
}
