import type { Entry } from '../format/entry.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import { kindOf } from '../format/kinds/table.ts'
import { AgentThreads } from './agent-threads.ts'
import { joinAgents } from './join-agents.ts'
import { LineageTracker } from './lineage-tracker.ts'
import type { Session } from './session.ts'
import type { SessionBuilder, ThreadBuilder, ThreadOptions } from './session-builder.ts'
import { viewSession } from './session-view.ts'
import { ThreadModel } from './thread-model.ts'
import { UsageLedger } from './usage/ledger.ts'

/**
 * Builds a session from the entries of its files. Each file is folded on its own; what joins them (agents to their calls,
 * requests repeated in several files) is decided when the session is asked for, so files may grow in any order.
 */
export function createSessionBuilder(options: { readonly id: string }): SessionBuilder {
  const { id } = options
  const ledger = new UsageLedger()
  const copyLedgers = new Map<string, UsageLedger>()
  const agents = new AgentThreads()
  const lineage = new LineageTracker(id)
  const summaries = new Map<string, string>()
  let main: ThreadModel | undefined

  function makeThread(file: number, agentId: string | undefined, isAgent: boolean): ThreadModel {
    return new ThreadModel({ sessionId: id, file, agentId, isAgent, ledger, isCopy: false })
  }

  /** Agents whose file may be missing are kept a second time, from the copies in progress lines. */
  function addCopy(file: number, entry: Entry, json: JsonObject): void {
    const data = asObject(json.data)
    const inner = asObject(data?.message)
    const callId = asString(json.parentToolUseID)
    const agentId = asString(data?.agentId) ?? callId
    if (!inner || agentId === undefined) return
    let copyLedger = copyLedgers.get(agentId)
    if (!copyLedger) {
      copyLedger = new UsageLedger()
      copyLedgers.set(agentId, copyLedger)
    }
    const usedLedger = copyLedger
    const thread = agents.copyOf(agentId, () => {
      return new ThreadModel({ sessionId: id, file, agentId, isAgent: true, ledger: usedLedger, isCopy: true })
    })
    if (callId !== undefined) agents.noteCall(agentId, callId)
    const { start, end, line } = entry
    thread.add({ kind: kindOf(inner), start, end, line, json: inner })
  }

  function openMain(file: number): ThreadBuilder {
    const thread = makeThread(file, undefined, false)
    main ??= thread
    return {
      add(entry) {
        const { json } = entry
        if (json?.isSidechain === true) return agents.addInline(entry, json, agentId => makeThread(file, agentId, true))
        thread.add(entry)
        if (json) lineage.add(entry, json, thread)
        if (json && entry.kind === 'progress/agent_progress') addCopy(file, entry, json)
      },
    }
  }

  function openAgent(thread: ThreadOptions, agentId: string): ThreadBuilder {
    const model = makeThread(thread.file, agentId, true)
    agents.addFile(agentId, model, thread)
    return {
      add(entry) {
        model.add(entry)
        if (entry.json && entry.kind === 'progress/agent_progress') addCopy(thread.file, entry, entry.json)
      },
    }
  }

  return {
    openThread(thread) {
      return thread.agentId === undefined ? openMain(thread.file) : openAgent(thread, thread.agentId)
    },
    addSibling(sibling) {
      lineage.addSibling(sibling)
    },
    addSummary(leafUuid, text) {
      summaries.set(leafUuid, text)
    },
    build(): Session {
      const mainThread = main ?? makeThread(-1, undefined, false)
      for (const [leaf, text] of summaries) {
        if (mainThread.findEntry(leaf)) mainThread.tally.titles.addSummary(leaf, text)
      }
      const joined = joinAgents(mainThread, agents.list(), agent => {
        const copies = agent.storedAs === 'progress-copies' ? copyLedgers.get(agent.id) : undefined
        return copies ? copies.totals : ledger.totalsOf(agent.id)
      })
      for (const thread of joined.threads) adoptResults(thread, joined.threads)
      return viewSession({ id, main: mainThread, joined, ledger, copyLedgers, lineage })
    },
  }
}

/** Calls and results are paired over the whole session: a result may stand in another file than its call. */
function adoptResults(from: ThreadModel, threads: readonly ThreadModel[]): void {
  for (const orphan of from.tools.orphans) {
    for (const thread of threads) if (thread !== from) thread.tools.adopt(orphan)
  }
}
