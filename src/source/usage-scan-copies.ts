import type { Entry } from '../format/entry.ts'
import { kindOf } from '../format/kinds/table.ts'
import { type ProgressCopy, readProgressCopy } from '../model/agent-threads.ts'
import { UsageLedger } from '../model/usage/ledger.ts'
import { needsRuns, readUsageLine, type UsageThread } from '../model/usage/read-usage-line.ts'
import { totalTokens } from '../model/usage/totals.ts'
import { knownLine } from './usage-scan-line.ts'

/**
 * R1: usage of agents whose file is missing, from the copies in progress lines. It is in no total. Of each agent the
 * copies in the first file that has some count, as in the model.
 */
export class ScannedCopies {
  private readonly sessionId: string
  /** Agents that have a file. */
  private readonly present: ReadonlySet<string>
  private readonly ledgers = new Map<string, { readonly file: number; readonly ledger: UsageLedger }>()
  /** Lines without usage would tell more: the session must be read whole. */
  needsWhole = false

  constructor(sessionId: string, present: ReadonlySet<string>) {
    this.sessionId = sessionId
    this.present = present
  }

  add(entry: Entry, file: number): void {
    const copy = readProgressCopy(entry)
    if (!copy || this.present.has(copy.agentId) || kindOf(copy.json) !== 'assistant') return
    const thread = { sessionId: this.sessionId, file, agentId: copy.agentId, isAgent: true }
    this.addAnswer(entry, copy, thread)
  }

  get seen(): { readonly requests: number; readonly tokens: number } {
    const sum = { requests: 0, tokens: 0 }
    for (const { ledger } of this.ledgers.values()) {
      sum.requests += ledger.totals.requests
      sum.tokens += totalTokens(ledger.totals)
    }
    return sum
  }

  private addAnswer(entry: Entry, { json, agentId }: ProgressCopy, thread: UsageThread): void {
    const line = readUsageLine(json, knownLine(entry, json), thread)
    if (!line) return
    const known = this.ledgers.get(agentId) ?? { file: thread.file, ledger: new UsageLedger() }
    this.ledgers.set(agentId, known)
    // A file before this one may hold copies of it that have no usage: then those would count.
    if (known.file > 0 || needsRuns(line)) this.needsWhole = true
    if (known.file === thread.file) known.ledger.add(line)
  }
}
