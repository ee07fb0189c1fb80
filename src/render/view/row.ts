/**
 * One row per thing a reader looks at. The view decides once, for every format, which rows there are and how far each is
 * opened; terminal, Markdown and pages only draw them. Texts are as recorded: a format neutralises them itself.
 */
import type { Agent } from '../../model/session.ts'
import type { ToolStatus } from '../../model/tool-call.ts'
import type { TurnOrigin } from '../../model/turn-origin.ts'
import type { Level } from '../level.ts'
import type { MediaPart, Part, QuestionPart } from './part.ts'

export type Row =
  | SessionRow
  | TurnRow
  | InputRow
  | AnswerRow
  | RemarkRow
  | ThinkingRow
  | ToolRow
  | AgentRow
  | HookRow
  | HookCountRow
  | ErrorRow
  | CompactionRow
  | InterruptionRow
  | TaskReportRow
  | MessageRow
  | OutputRow
  | RewoundRow
  | NoticeRow
  | RepeatRow
  | UnknownRow
  | UnreadableRow
  | RawRow
  | SectionRow
  | LossRow

/** One function per kind of row: a new kind does not compile until every format draws it. */
export type RowRenderers<Output> = {
  readonly [Kind in Row['kind']]: (row: Extract<Row, { kind: Kind }>) => Output
}

/** Where a row stands. */
export interface RowPlace {
  /** 0 in the main conversation, one more inside each agent. */
  readonly depth: number
  /** Of the entry it comes from, for links. */
  readonly uuid: string | undefined
  readonly at: number | undefined
  /** On a side that was tried and taken back. */
  readonly isRewound: boolean
  /** The lowest level that shows it: a page that holds everything can show less. */
  readonly minLevel: Level
  /** At level `all`: what is recorded with it and shown nowhere else. */
  readonly rest?: readonly Part[]
}

/** What requests cost by the prices of their days, as `usage` counts it. */
export interface RowCost {
  readonly costUsd: number
  /** It was more: something has no price, or no final count. */
  readonly isLowerBound: boolean
}

export interface SessionRow {
  readonly kind: 'session'
  readonly id: string
  readonly title: string
  readonly cwd: string | undefined
  readonly branches: readonly string[]
  readonly models: readonly string[]
  readonly version: string | undefined
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  /** Turns that a person set off. */
  readonly turns: number
  /** Those that programs, other agents, timers and background tasks set off. */
  readonly otherTurns: number
  readonly toolCalls: number
  readonly agents: number
  readonly tokens: number
  /** Of all its requests, agents included; undefined where nothing has a price. */
  readonly cost?: RowCost | undefined
  /** Sessions this one grew out of, each as one short phrase. */
  readonly links: readonly string[]
  /** The client's own file is gone: this comes from the archive. */
  readonly isKeptOnly: boolean
}

export interface TurnRow extends RowPlace {
  readonly kind: 'turn'
  readonly number: number
  /** What set it off. */
  readonly origin: TurnOrigin
  /** Head of the words that set it off, without context of the client; empty where there are none. */
  readonly text: string
  readonly toolCalls: number
  /** Distinct files changed. */
  readonly files: number
  readonly tokens: number
  /** Of the requests that its tokens are of. */
  readonly cost?: RowCost | undefined
  readonly activeMs: number
  readonly isInterrupted: boolean
}

export type InputSource =
  | 'prompt'
  | 'program-prompt'
  | 'plan-handover'
  | 'agent-prompt'
  | 'scheduled'
  | 'queued'
  | 'answer'
  | 'rejection'
  | 'plan-feedback'
  | 'command'
  | 'shell'
  | 'memory'

/** Something said to the model, by a person unless the source says otherwise. */
export interface InputRow extends RowPlace {
  readonly kind: 'input'
  readonly source: InputSource
  readonly text: string
  /** The middle of a very long text is left out below level `all`; `text` is then its beginning. */
  readonly fold: TextFold | undefined
  /** What it answers, or what became of it; empty where the source says all. */
  readonly note: string
  readonly media: readonly MediaPart[]
  /** For answers: what was asked and chosen. */
  readonly questions: readonly QuestionPart[]
}

export interface TextFold {
  readonly lines: number
  /** What stands after the part left out. */
  readonly end: string
}

/** The last text of a turn. */
export interface AnswerRow extends RowPlace {
  readonly kind: 'answer'
  readonly text: string
  readonly model: string | undefined
}

/** A text of the model on the way to its answer. */
export interface RemarkRow extends RowPlace {
  readonly kind: 'remark'
  readonly text: string
  readonly isOpen: boolean
}

export interface ThinkingRow extends RowPlace {
  readonly kind: 'thinking'
  readonly text: string
  /** `withheld`: recorded with an empty text. `redacted`: recorded encrypted. */
  readonly state: 'open' | 'withheld' | 'redacted'
}

export interface ToolRow extends RowPlace {
  readonly kind: 'tool'
  readonly callId: string
  readonly name: string
  /** MCP server the tool belongs to. */
  readonly server: string | undefined
  readonly headline: string
  readonly status: ToolStatus
  /** Followed as it grows: its result is still to come. */
  readonly isRunning: boolean
  readonly badges: readonly Badge[]
  readonly durationMs: number | undefined
  /** Head of the error; empty where the outcome says all. */
  readonly error: string
  readonly isOpen: boolean
  readonly input: readonly Part[]
  readonly output: readonly Part[]
}

/** A short fact beside a headline. */
export interface Badge {
  readonly text: string
  readonly tone: 'quiet' | 'good' | 'bad'
}

export interface AgentRow extends RowPlace {
  readonly kind: 'agent'
  readonly agentId: string
  readonly agentType: string
  readonly description: string
  readonly model: string | undefined
  /** Tool calls it made. */
  readonly steps: number
  readonly tokens: number
  readonly cost?: RowCost | undefined
  readonly durationMs: number | undefined
  readonly status: Agent['status']
  readonly purpose: Agent['purpose']
  readonly storedAs: Agent['storedAs']
  readonly isResume: boolean
  readonly error: string
  /** Its rows follow, one deeper. */
  readonly isOpen: boolean
  /** What it was started with beside its prompt, and what the caller was given back; only when opened. */
  readonly input: readonly Part[]
  readonly output: readonly Part[]
}

export interface HookRow extends RowPlace {
  readonly kind: 'hook'
  readonly name: string
  readonly command: string
  readonly outcome: 'started' | 'success' | 'error' | 'blocked' | 'cancelled' | 'context' | 'message' | 'decision'
  readonly durationMs: number | undefined
  /** The first line of what it said. */
  readonly text: string
  /** It guarded the tool call of the row before. */
  readonly isOnTool: boolean
  readonly isOpen: boolean
  readonly parts: readonly Part[]
}

/** Hooks that ran without anything to tell, one count per name. */
export interface HookCountRow extends RowPlace {
  readonly kind: 'hook-count'
  readonly counts: readonly (readonly [name: string, count: number])[]
}

export interface ErrorRow extends RowPlace {
  readonly kind: 'error'
  readonly source: 'api' | 'client'
  readonly message: string
  /** The request was tried again. */
  readonly isRetried: boolean
  /** How often in a row. */
  readonly count: number
  readonly parts: readonly Part[]
}

export interface CompactionRow extends RowPlace {
  readonly kind: 'compaction'
  /** `micro` clears old tool results and cuts nothing. */
  readonly scope: 'whole' | 'micro'
  readonly trigger: string
  readonly preTokens: number | undefined
  readonly postTokens: number | undefined
  readonly parts: readonly Part[]
}

export interface InterruptionRow extends RowPlace {
  readonly kind: 'interruption'
  readonly text: string
}

/** A background task reporting back. */
export interface TaskReportRow extends RowPlace {
  readonly kind: 'task-report'
  readonly taskId: string
  readonly status: string
  readonly summary: string
  readonly isOpen: boolean
  readonly parts: readonly Part[]
}

/** From another agent of a team. */
export interface MessageRow extends RowPlace {
  readonly kind: 'message'
  readonly from: string
  readonly summary: string
  readonly text: string
  readonly isOpen: boolean
}

/** What a slash command or `!` shell input printed. */
export interface OutputRow extends RowPlace {
  readonly kind: 'output'
  readonly of: 'command' | 'shell'
  readonly stdout: string
  readonly stderr: string
  readonly isOpen: boolean
}

/** A side that was tried and taken back: one folded row, or an opening and a closing mark around its rows. */
export interface RewoundRow extends RowPlace {
  readonly kind: 'rewound'
  readonly edge: 'folded' | 'begin' | 'end'
  readonly turns: readonly number[]
  readonly entries: number
}

/** Anything the client noted for itself or for the model. */
export interface NoticeRow extends RowPlace {
  readonly kind: 'notice'
  readonly label: string
  readonly text: string
  /** Equal ones in a row. */
  readonly count: number
  readonly parts: readonly Part[]
}

/** Entries that the client wrote again, one after the other. */
export interface RepeatRow extends RowPlace {
  readonly kind: 'repeat'
  readonly count: number
}

export interface UnknownRow extends RowPlace {
  readonly kind: 'unknown'
  readonly name: string
  readonly line: number
  readonly json: string
}

export interface UnreadableRow extends RowPlace {
  readonly kind: 'unreadable'
  readonly line: number
  readonly sizeBytes: number
  readonly text: string
}

/** One entry as it is recorded: the only rows of a `raw` view beside header, turns, sections and losses. */
export interface RawRow extends RowPlace {
  readonly kind: 'raw'
  /** Its kind, such as `assistant` or `system/api_error`. */
  readonly name: string
  readonly line: number
  /** Indented JSON; the text of the line where it is none. */
  readonly json: string
}

export interface SectionRow extends RowPlace {
  readonly kind: 'section'
  readonly title: string
  readonly note: string
}

/** Always the last row: what a reader of this view did not see. */
export interface LossRow {
  readonly kind: 'loss'
  readonly level: Level
  readonly items: readonly LossItem[]
  /** What was recorded twice and is shown once. */
  readonly repeats: readonly LossItem[]
  /** Turns outside the range asked for. */
  readonly otherTurns: number
  /** What stands before the first prompt is outside of it too. */
  readonly isStartLeftOut: boolean
  readonly unreadable: number
  readonly unknown: number
}

export interface LossItem {
  readonly what: string
  readonly count: number
}
