import type { Entry } from '../format/entry.ts'
import { asObject, asString, type JsonObject } from '../format/json.ts'
import { createParser } from '../format/parser.ts'
import { type AgentKeys, threadKeys } from '../model/agent-keys.ts'
import { nameAgent } from '../model/agent-threads.ts'
import { ClientTotals } from '../model/client-totals.ts'
import { needsRuns, readUsageLine, type UsageThread } from '../model/usage/read-usage-line.ts'
import { WorkFolders } from '../model/work-folders.ts'
import { parseTimestamp } from '../time/parse-timestamp.ts'
import { problemOf, type SourceProblem } from './problem.ts'
import { listFiles, type SessionSource, type SourceFile } from './session-source.ts'
import { makeUsageRows, UsageColumns } from './usage-scan-columns.ts'
import { ScannedCopies } from './usage-scan-copies.ts'
import { prepareScanHeap } from './usage-scan-heap.ts'
import { knownLine } from './usage-scan-line.ts'
import { readPieces } from './usage-scan-pieces.ts'
import type { ScannedSession } from './usage-scan-result.ts'
import { createUsageSkim, NOT_PARSED } from './usage-scan-skim.ts'
import { scanWhole } from './usage-scan-whole.ts'

/**
 * Reads the requests of a session from its files: the same as the whole model has, from a third of the lines. Where that
 * third does not tell, the session is read whole: ids of gateways (R5), agents inside the main file.
 */
export function scanSession(source: SessionSource): ScannedSession {
  prepareScanHeap()
  return new SessionScan(source).run() ?? scanWhole(source, rows)
}

const rows = makeUsageRows()

class SessionScan {
  private readonly source: SessionSource
  private readonly files: readonly SourceFile[]
  private readonly keys: AgentKeys
  private readonly columns = new UsageColumns(rows)
  private readonly copies: ScannedCopies
  private readonly problems: SourceProblem[] = []
  /** Of each file: only answers that hold usage are weighed here. */
  private readonly work: readonly WorkFolders[]
  private readonly clientTotals = new ClientTotals()
  private readonly forkedFrom = new Set<string>()
  private cwd: string | undefined
  private hasInlineFolder = false
  private unreadable = 0
  private dependsOnOthers = false

  constructor(source: SessionSource) {
    this.source = source
    this.files = listFiles(source)
    this.work = this.files.map(() => new WorkFolders())
    const agents = this.files.flatMap(({ agentId }, file) =>
      agentId === undefined ? [] : { file, agentId: nameAgent(agentId), storedAs: 'file' as const },
    )
    this.keys = threadKeys(agents)
    this.copies = new ScannedCopies(source.id, new Set(agents.map(({ agentId }) => agentId)))
  }

  /** Undefined where the session must be read whole. */
  run(): ScannedSession | undefined {
    for (const file of this.files.keys()) {
      this.scanFile(file)
      if (this.needsWhole) return undefined
    }
    if (this.cwd === undefined && this.hasInlineFolder) return undefined
    const { cwd, unreadable, problems, copies } = this
    return {
      facts: this.columns.take(),
      cwd,
      work: WorkFolders.sum(this.work),
      unreadable,
      seenInProgress: copies.seen,
      clientTotals: this.clientTotals.list,
      forkedFrom: [...this.forkedFrom],
      problems,
    }
  }

  /** Lines that are not parsed here decide. */
  private get needsWhole(): boolean {
    return this.dependsOnOthers || this.copies.needsWhole
  }

  private scanFile(file: number): void {
    const { path, agentId: named } = this.files[file] as SourceFile
    const agentId = named === undefined ? undefined : nameAgent(named)
    const sessionId = this.source.id
    const thread = { sessionId, file, agentId, isAgent: named !== undefined, name: this.keys.of({ file, agentId }) }
    const usage = createUsageSkim()
    usage.wantsFolder = this.cwd === undefined
    const onEntry = (entry: Entry): void => {
      if (entry.json === NOT_PARSED) return
      if (entry.json) this.read(entry, entry.json, thread)
      else if (entry.kind === 'unreadable') this.unreadable++
      usage.wantsFolder = this.cwd === undefined
    }
    const parser = createParser({ onEntry, skim: usage.skim })
    try {
      for (const piece of readPieces(path)) {
        parser.push(piece)
        if (this.needsWhole) return
      }
    } catch (error) {
      this.problems.push(problemOf(path, error))
    }
    parser.finish()
  }

  private read(entry: Entry, json: JsonObject, thread: NamedThread): void {
    const isInline = !thread.isAgent && json.isSidechain === true
    if (this.cwd === undefined && asString(json.cwd)) {
      if (isInline) this.hasInlineFolder = true
      else this.cwd = asString(json.cwd)
    }
    if (!thread.isAgent && !isInline) this.readClient(entry, json)
    if (entry.kind === 'assistant') {
      this.work[thread.file]?.add(json)
      this.readAnswer(entry, json, { thread, isInline })
    } else if (!isInline) this.copies.add(entry, thread.file)
  }

  /** The only lines with a time here are answers: those are what a total is about. */
  private readClient(entry: Entry, json: JsonObject): void {
    this.clientTotals.add(entry, json, entry.kind === 'assistant' ? parseTimestamp(json.timestamp) : undefined)
    const origin = asString(asObject(json.forkedFrom)?.sessionId) ?? asString(json.requestSessionId)
    if (entry.kind === 'assistant' && origin !== undefined && origin !== this.source.id) this.forkedFrom.add(origin)
  }

  private readAnswer(
    entry: Entry,
    json: JsonObject,
    { thread, isInline }: { readonly thread: NamedThread; readonly isInline: boolean },
  ): void {
    const line = readUsageLine(json, knownLine(entry, json), thread)
    if (!line) return
    // Which agent a line inside the main file belongs to, and where a run begins, is said by lines without usage.
    if (isInline || needsRuns(line)) this.dependsOnOthers = true
    else this.columns.add(line, thread.name)
  }
}

interface NamedThread extends UsageThread {
  /** What reports call it: empty for the main thread. */
  readonly name: string
}
