import type { Entry } from '../format/entry.ts'
import { AgentThreads, nameAgent, readProgressCopy, withResultOnly } from './agent-threads.ts'
import type { SummaryBuilder } from './session-summary.ts'
import { ownThreads, summarizeThreads } from './summarize-threads.ts'
import { ThreadTally } from './thread-tally.ts'
import { UsageLedger } from './usage/ledger.ts'
import { toColumns } from './usage/request-columns.ts'
import { WorkFolders } from './work-folders.ts'

/** The cheap sibling of `createSessionBuilder`: the same readings, nothing kept but counts. */
export function createSummaryBuilder(options: { readonly id: string }): SummaryBuilder {
  const { id } = options
  const ledger = new UsageLedger()
  const agents = new AgentThreads<ThreadTally>()
  let main: ThreadTally | undefined

  function makeTally(file: number, agentId: string | undefined): ThreadTally {
    return new ThreadTally({ sessionId: id, file, agentId, isAgent: agentId !== undefined, ledger })
  }

  /** An agent without a file is known only from the copies in progress lines; here it is counted, no more. */
  function noteCopy(file: number, entry: Entry): void {
    const copy = readProgressCopy(entry)
    if (copy) agents.copyOf(file, copy, agentId => makeTally(file, agentId))
  }

  function requireMain(): ThreadTally {
    return main ?? makeTally(-1, undefined)
  }

  return {
    openThread({ file, agentId: named }) {
      const agentId = named === undefined ? undefined : nameAgent(named)
      const tally = makeTally(file, agentId)
      if (agentId === undefined) main ??= tally
      else agents.addFile(agentId, tally, { file, agentId })
      return {
        add(entry) {
          const { json } = entry
          if (agentId === undefined && json?.isSidechain === true) {
            agents.inlineOf(entry, json, inline => makeTally(file, inline)).add(entry)
            return
          }
          tally.add(entry)
          noteCopy(file, entry)
        },
      }
    },
    get requests() {
      return toColumns(ledger.requests())
    },
    get work() {
      const tallies = [requireMain(), ...ownThreads(agents.list())]
      return WorkFolders.sum(tallies.map(tally => tally.work))
    },
    get leaves() {
      return requireMain().leaves
    },
    build() {
      const own = requireMain()
      const found = agents.list()
      const named = [own, ...ownThreads(found)].map(tally => tally.namedInResults)
      return summarizeThreads({ id, main: own, agents: withResultOnly(found, named, makeTally), ledger })
    },
  }
}
