import type { Entry } from '../format/entry.ts'
import { kindOf } from '../format/kinds/table.ts'
import { AgentThreads, nameAgent, readProgressCopy, withResultOnly } from './agent-threads.ts'
import { ClientTotals } from './client-totals.ts'
import { joinAgents } from './join-agents.ts'
import { LineageTracker } from './lineage-tracker.ts'
import type { Session } from './session.ts'
import type { OnEntry, SiblingHead, ThreadOptions } from './session-builder.ts'
import { viewSession } from './session-view.ts'
import { ownThreads } from './summarize-threads.ts'
import { ThreadModel } from './thread-model.ts'
import { UsageLedger } from './usage/ledger.ts'

/** A session while it grows: all that `saveSessionBuilder` keeps, and nothing that it cannot. */
export class SessionModel {
  private readonly id: string
  private readonly ledger = new UsageLedger()
  private readonly copyLedgers = new Map<ThreadModel, UsageLedger>()
  private readonly agents = new AgentThreads<ThreadModel>()
  private readonly lineage: LineageTracker
  private readonly clientTotals = new ClientTotals()
  private readonly summaries = new Map<string, string>()
  private readonly threadByFile = new Map<number, ThreadModel>()
  private main: ThreadModel | undefined

  constructor(id: string) {
    this.id = id
    this.lineage = new LineageTracker(id)
  }

  openThread(options: ThreadOptions): ThreadModel {
    const known = this.threadByFile.get(options.file)
    if (known) {
      this.agents.describeFile(known, options)
      return known
    }
    const agentId = options.agentId === undefined ? undefined : nameAgent(options.agentId)
    const thread = this.makeThread(options.file, agentId)
    this.threadByFile.set(options.file, thread)
    if (agentId === undefined) this.main ??= thread
    else this.agents.addFile(agentId, thread, options)
    return thread
  }

  add(thread: ThreadModel, entry: Entry, onEntry: OnEntry | undefined): void {
    const { json } = entry
    const isMain = thread.agentId === undefined
    if (isMain && json?.isSidechain === true) {
      const inline = this.agents.inlineOf(entry, json, agentId => this.makeThread(thread.file, agentId))
      const kept = inline.add(entry)
      onEntry?.(kept, entry, inline)
      return
    }
    const kept = thread.add(entry)
    onEntry?.(kept, entry, thread)
    if (isMain && json) {
      this.lineage.add(entry, json, kept)
      this.clientTotals.add(entry, json, kept.at)
    }
    this.addCopy(thread.file, entry)
  }

  setSiblings(siblings: readonly SiblingHead[]): void {
    this.lineage.setSiblings(siblings)
  }

  addSummary(leafUuid: string, text: string): void {
    this.summaries.set(leafUuid, text)
  }

  /** Every thread, also those that the session does not show: copies of what stands in a file. */
  listThreads(): readonly ThreadModel[] {
    return [...new Set([...this.threadByFile.values(), ...this.agents.listThreads()])]
  }

  listLedgers(): readonly UsageLedger[] {
    return [this.ledger, ...this.copyLedgers.values()]
  }

  build(): Session {
    const { id, ledger, copyLedgers, lineage } = this
    const main = this.main ?? this.makeThread(-1, undefined)
    for (const [leaf, text] of this.summaries) {
      if (main.findEntry(leaf)) main.tally.titles.addSummary(leaf, text)
    }
    const found = this.agents.list()
    const named = [main, ...ownThreads(found)].map(({ tally }) => tally.namedInResults)
    const agents = withResultOnly(found, named, (file, agentId) => this.makeThread(file, agentId))
    const joined = joinAgents(main, agents, agent => {
      return copyLedgers.get(agent.thread)?.totals ?? ledger.totalsOf(agent.id)
    })
    adoptResults(joined.threads)
    return viewSession({ id, main, agents, joined, ledger, lineage, clientTotals: this.clientTotals.list })
  }

  private makeThread(file: number, agentId: string | undefined): ThreadModel {
    const { id: sessionId, ledger } = this
    return new ThreadModel({ sessionId, file, agentId, isAgent: agentId !== undefined, ledger, isCopy: false })
  }

  /** Agents whose file may be missing are kept a second time, from the copies in progress lines. */
  private addCopy(file: number, entry: Entry): void {
    const copy = readProgressCopy(entry)
    if (!copy) return
    const thread = this.agents.copyOf(file, copy, agentId => {
      const ledger = new UsageLedger()
      const made = new ThreadModel({ sessionId: this.id, file, agentId, isAgent: true, ledger, isCopy: true })
      this.copyLedgers.set(made, ledger)
      return made
    })
    const { start, end, line } = entry
    thread.add({ kind: kindOf(copy.json), start, end, line, json: copy.json })
  }
}

/** Calls and results are paired over the whole session: a result may stand in another file than its call. */
function adoptResults(threads: readonly ThreadModel[]): void {
  for (const thread of threads) thread.tools.dropAdopted()
  for (const from of threads) {
    for (const orphan of from.tools.orphans) {
      for (const thread of threads) if (thread !== from) thread.tools.adopt(orphan)
    }
  }
}
