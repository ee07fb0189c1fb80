/**
 * model/ turns entries into a session as a person sees it: turns, branches, tool calls with their results, subagents,
 * usage and facts. It is pure and keeps no JSON: texts are heads, everything else is read again by span.
 */
import type { EntryKind } from '../format/kinds/table.ts'
import type { AgentStorage } from './agent-threads.ts'
import type { ClientTotal } from './client-totals.ts'
import type { Facts } from './facts/facts.ts'
import type { LineageLink } from './lineage.ts'
import type { SessionSummary } from './session-summary.ts'
import type { SummaryLeaves } from './summary-leaves.ts'
import type { ThreadEntry } from './thread-entry.ts'
import type { ToolCall } from './tool-call.ts'
import type { TurnOrigin, TurnStart } from './turn-origin.ts'
import type { Request, UsageTotals } from './usage/request.ts'
import type { Work } from './work-folders.ts'

export interface Session {
  readonly id: string
  readonly title: Title
  /** Epoch milliseconds over chain entries; undefined where no entry has a time. */
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  /** Time somebody or something was working: recorded turn durations, else gaps clipped for idle time. */
  readonly activeMs: number
  /** First one is where the session began. */
  readonly cwds: readonly string[]
  /** Where the work was done. */
  readonly work: Work
  readonly branches: readonly string[]
  readonly versions: readonly string[]
  /** Without `<synthetic>`. */
  readonly models: readonly string[]
  readonly slugs: readonly string[]
  readonly entrypoints: readonly string[]
  readonly mcpServers: readonly string[]
  readonly main: Thread
  /** Every subagent, in the order they began; `parent` and `children` give the tree. */
  readonly agents: readonly Agent[]
  /** Paid requests of all threads, each once. */
  readonly requests: readonly Request[]
  readonly usage: UsageTotals
  /** Usage that stands only in progress copies of missing agent files: never in the totals (R1). */
  readonly usageSeenInProgress: UsageTotals
  /** The client's own totals, in the order of the main file; the last one counts. Never a source of `usage`. */
  readonly clientTotals: readonly ClientTotal[]
  readonly links: readonly LineageLink[]
  /** Titles of other sessions, as leaf uuid and text, that stand at the top of the main file. */
  readonly foreignSummaries: SummaryLeaves['foreign']
  /** How many entries of each kind, all files together. */
  readonly kindCounts: ReadonlyMap<EntryKind, number>
  /** What a list shows: the same value as `createSummaryBuilder` gives for the same files. */
  readonly summary: SessionSummary
}

export interface Title {
  /** Empty where nothing tells. */
  readonly text: string
  readonly from:
    | 'custom-title'
    | 'agent-name'
    | 'ai-title'
    | 'summary'
    | 'prompt'
    | 'plan'
    | 'command'
    | 'teammate'
    | 'none'
}

/** One conversation in one file: the main one, or a subagent's. */
export interface Thread {
  /** Index into the session's files, as given to `openThread`. */
  readonly file: number
  /** Undefined for the main thread. */
  readonly agentId: string | undefined
  /** In file order, the only order that never lies about cause and effect. In-file sidechains have threads of their own. */
  readonly entries: readonly ThreadEntry[]
  /** API messages and the client's own (`<synthetic>`), by first line. */
  readonly messages: readonly Message[]
  readonly toolCalls: readonly ToolCall[]
  readonly turns: readonly Turn[]
  readonly segments: readonly Segment[]
  /** Places where the conversation was taken back and went on differently. */
  readonly forks: readonly Fork[]
  readonly facts: Facts
  findEntry(uuid: string): ThreadEntry | undefined
  findToolCall(id: string): ToolCall | undefined
  /** False for entries on an abandoned side of a fork. */
  isActive(entry: ThreadEntry): boolean
}

/** One API response, put together from all its lines. */
export interface Message {
  readonly id: string | undefined
  readonly model: string
  /** Its lines, in file order, others may stand between them. */
  readonly entries: readonly ThreadEntry[]
  readonly stopReason: string | undefined
  readonly isSynthetic: boolean
  readonly isApiError: boolean
  readonly turn: number
}

/** From what set the model to work to the next that did. Numbers count in file order and never change under append. */
export interface Turn {
  /** From 1; 0 is what stands before the first start. */
  readonly number: number
  /** What set it off. */
  readonly origin: TurnOrigin
  /** The entries that set it off: one, or several that came at once; none for turn 0. */
  readonly starts: readonly TurnStart[]
  /** The first of them; undefined for turn 0. */
  readonly prompt: ThreadEntry | undefined
  /** Head of its words, up to 500 characters, context blocks taken off. */
  readonly text: string
  /**
   * First and last entry, as indices into `entries`; both inclusive. An entry belongs to the turn of the nearest prompt
   * above it (`entry.turn`), so where prompts were written while another was worked on, turns overlap.
   */
  readonly first: number
  readonly last: number
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly activeMs: number
  readonly toolCalls: number
  readonly messages: number
  /** The entry with the last answer text; undefined while there is none. */
  readonly answer: ThreadEntry | undefined
  readonly isInterrupted: boolean
  /** On an abandoned side of a fork. */
  readonly isRewound: boolean
}

/** Between two compactions. */
export interface Segment {
  readonly index: number
  /** First entry, as an index into `entries`. */
  readonly first: number
  readonly boundary: ThreadEntry | undefined
  readonly summary: ThreadEntry | undefined
  readonly trigger: string | undefined
  readonly preTokens: number | undefined
  readonly postTokens: number | undefined
  readonly knownBy: 'start' | 'boundary' | 'summary-flag' | 'summary-text'
}

export interface Fork {
  /** Where the sides part; undefined at the very beginning. */
  readonly at: ThreadEntry | undefined
  /** In file order. Exactly one is active, unless the whole place lies on an abandoned side itself. */
  readonly sides: readonly ForkSide[]
}

export interface ForkSide {
  readonly first: ThreadEntry
  /** Numbers of the turns that begin on this side, those of forks further down included. */
  readonly turns: readonly number[]
  readonly isActive: boolean
}

export interface Agent {
  readonly id: string
  readonly agentType: string | undefined
  readonly description: string | undefined
  /** Head of its first prompt. */
  readonly prompt: string
  readonly thread: Thread
  readonly storedAs: AgentStorage
  /** What it is for: only `task` and `teammate` are work somebody asked for. */
  readonly purpose: 'task' | 'teammate' | 'workflow' | 'compaction' | 'warmup' | 'unknown'
  /** The call that started it, and how the two were joined. */
  readonly call: ToolCall | undefined
  readonly joinedBy: 'agent-id' | 'progress' | 'meta' | 'workflow' | 'prompt' | 'none'
  readonly status: 'running' | 'completed' | 'async' | 'teammate' | 'failed' | 'interrupted' | 'unknown'
  /** Undefined: started by the main thread, or unknown. */
  readonly parent: Agent | undefined
  readonly children: readonly Agent[]
  readonly depth: number
  readonly models: readonly string[]
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
  readonly usage: UsageTotals
  /** As the result of its call says: those of its last request alone, in no total. */
  readonly resultTokens: number | undefined
  readonly workflowId: string | undefined
  readonly worktreePath: string | undefined
}
