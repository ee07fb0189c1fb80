import type { AgentThread } from './agent-threads.ts'
import { combineTallies } from './combine-tallies.ts'
import type { SessionSummary } from './session-summary.ts'
import type { ThreadTally } from './thread-tally.ts'
import type { UsageLedger } from './usage/ledger.ts'

export interface SummaryParts {
  readonly id: string
  readonly main: ThreadTally
  readonly agents: readonly AgentThread<ThreadTally>[]
  readonly ledger: UsageLedger
}

/** What a list shows of a session. The whole model and the quick summary both come here, so their numbers are the same. */
export function summarizeThreads({ id, main, agents, ledger }: SummaryParts): SessionSummary {
  const tallies = [main, ...ownThreads(agents)]
  const { title, startedAt, endedAt, activeMs, cwds, models } = combineTallies(main, tallies)
  return {
    id,
    title,
    cwd: cwds[0],
    cwds,
    branch: main.branches.last,
    version: main.versions.last,
    models,
    startedAt,
    endedAt,
    activeMs,
    turns: main.personTurns,
    otherTurns: main.turns - main.personTurns,
    toolCalls: sum(tallies.map(tally => tally.toolCalls)),
    agents: agents.length,
    compactions: main.segments.current,
    usage: ledger.totals,
    entries: sum(tallies.map(tally => tally.entries)),
    unreadable: sum(tallies.map(tally => tally.kindCounts.get('unreadable') ?? 0)),
    unknown: sum(tallies.map(countUnknown)),
    hasConversation: tallies.some(tally => tally.conversation > 0),
  }
}

/** Threads with lines of their own; one made of progress copies only repeats lines of another. */
export function ownThreads<Thread>(agents: readonly AgentThread<Thread>[]): readonly Thread[] {
  return agents.filter(agent => agent.storedAs !== 'progress-copies').map(agent => agent.thread)
}

function countUnknown(tally: ThreadTally): number {
  let unknown = 0
  for (const [kind, count] of tally.kindCounts) if (kind.endsWith('unknown')) unknown += count
  return unknown
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
