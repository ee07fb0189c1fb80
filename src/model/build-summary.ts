import type { Entry } from '../format/entry.ts'
import { asObject, asString } from '../format/json.ts'
import { combineTallies } from './combine-tallies.ts'
import type { SessionSummary, SummaryBuilder } from './session-summary.ts'
import { ThreadTally } from './thread-tally.ts'
import { UsageLedger } from './usage/ledger.ts'
import { toColumns } from './usage/request-columns.ts'

/** The cheap sibling of `createSessionBuilder`: the same readings, nothing kept but counts. */
export function createSummaryBuilder(options: { readonly id: string }): SummaryBuilder {
  const { id } = options
  const ledger = new UsageLedger()
  const tallies: ThreadTally[] = []
  let main: ThreadTally | undefined
  let agents = 0
  const fileAgents = new Set<string>()
  const progressAgents = new Set<string>()

  /** An agent without a file is known only from the copies in progress lines. */
  function noteProgress(entry: Entry): void {
    if (entry.kind !== 'progress/agent_progress') return
    const data = asObject(entry.json?.data)
    const id = asString(data?.agentId) ?? asString(entry.json?.parentToolUseID)
    if (id !== undefined && asObject(data?.message)) progressAgents.add(id)
  }

  function makeTally(file: number, agentId: string | undefined, isAgent: boolean): ThreadTally {
    const tally = new ThreadTally({ sessionId: id, file, agentId, isAgent, ledger })
    tallies.push(tally)
    return tally
  }

  return {
    openThread({ file, agentId }) {
      if (agentId !== undefined) {
        agents++
        fileAgents.add(agentId)
        const tally = makeTally(file, agentId, true)
        return {
          add(entry) {
            tally.add(entry)
            noteProgress(entry)
          },
        }
      }
      const tally = makeTally(file, undefined, false)
      main ??= tally
      let inline: ThreadTally | undefined
      return {
        add(entry: Entry) {
          if (entry.json?.isSidechain !== true) {
            tally.add(entry)
            noteProgress(entry)
            return
          }
          // A line whose parent is not there joins the agent that spoke last; the first one begins an agent anyway.
          const isRoot = typeof entry.json.parentUuid !== 'string' || !inline
          inline ??= makeTally(file, INLINE, true)
          if (!inline.add(entry).isRepeat && isRoot) agents++
        },
      }
    },
    get requests() {
      return toColumns(ledger.requests())
    },
    get leaves() {
      return (main ?? makeTally(-1, undefined, false)).leaves
    },
    build() {
      const missing = [...progressAgents].filter(agent => !fileAgents.has(agent)).length
      return summarize(id, main ?? makeTally(-1, undefined, false), tallies, { agents: agents + missing, ledger })
    },
  }
}

/** Stands for all subagents that old releases wrote into the main file. */
const INLINE = 'inline'

function summarize(
  id: string,
  main: ThreadTally,
  tallies: readonly ThreadTally[],
  counts: { agents: number; ledger: UsageLedger },
): SessionSummary {
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
    turns: main.turns,
    toolCalls: sum(tallies.map(tally => tally.toolCalls)),
    agents: counts.agents,
    compactions: main.segments.current,
    usage: counts.ledger.totals,
    entries: sum(tallies.map(tally => tally.entries)),
    unreadable: sum(tallies.map(tally => tally.kindCounts.get('unreadable') ?? 0)),
    unknown: sum(tallies.map(countUnknown)),
    hasConversation: tallies.some(tally => tally.conversation > 0),
  }
}

function countUnknown(tally: ThreadTally): number {
  let unknown = 0
  for (const [kind, count] of tally.kindCounts) if (kind.endsWith('unknown')) unknown += count
  return unknown
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
