import type { Agent } from '../../model/session.ts'
import type { RowCost, SessionRow } from './row.ts'

/** What a page needs to lay out a session before it has read any of it: made from the model alone. */
export interface SessionIndex {
  readonly header: SessionRow
  /** In order; turn 0 only where something stands before the first prompt. */
  readonly turns: readonly IndexTurn[]
  readonly agents: readonly IndexAgent[]
}

export interface IndexTurn {
  readonly number: number
  /** Head of its prompt, at most 200 characters. */
  readonly text: string
  readonly uuid: string | undefined
  /** Epoch milliseconds. */
  readonly at: number | undefined
  readonly toolCalls: number
  /** Calls and requests that failed. */
  readonly errors: number
  /** Distinct files changed. */
  readonly files: number
  readonly agents: number
  readonly tokens: number
  readonly cost?: RowCost | undefined
  readonly activeMs: number
  /** Entries it holds: a guess at its size. */
  readonly entries: number
  readonly hasAnswer: boolean
  readonly isInterrupted: boolean
  readonly isRewound: boolean
  /** Rewound turns that were taken back together have one number; undefined for the others. */
  readonly side: number | undefined
  /** A compaction stands in it. */
  readonly compactions: number
}

export interface IndexAgent {
  readonly id: string
  readonly parent: string | undefined
  readonly agentType: string
  readonly description: string
  /** Turn of the main conversation it was started in; undefined where no call accounts for it. */
  readonly turn: number | undefined
  readonly status: Agent['status']
  readonly steps: number
  readonly tokens: number
  readonly cost?: RowCost | undefined
}
