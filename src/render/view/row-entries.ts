import type { Thread } from '../../model/session.ts'
import type { ThreadEntry } from '../../model/thread-entry.ts'
import type { ToolCall } from '../../model/tool-call.ts'
import { foldRows } from './fold-rows.ts'
import type { PreparedView } from './prepare-view.ts'
import type { Row } from './row.ts'
import { type RowUnit, threadOf, unfoldedRows } from './row-units.ts'
import type { PieceLevel } from './turn-view.ts'

/** A line of a transcript that a row tells of. */
export interface RowEntry {
  readonly thread: Thread
  readonly entry: ThreadEntry
}

export interface SourcedRow {
  readonly row: Row
  /** In the order of their files, each once; none for rows that sum up others. */
  readonly entries: readonly RowEntry[]
}

/** Rows of a turn or agent, each with the entries it was made from. */
export function* sourcedRows(prepared: PreparedView, unit: RowUnit, level: PieceLevel): Iterable<SourcedRow> {
  const waiting: { readonly row: Row; readonly from: RowEntry | undefined }[] = []
  let at: RowEntry | undefined
  function* noted(): Iterable<Row> {
    const atEntry = (thread: Thread, entry: ThreadEntry): void => {
      at = { thread, entry }
    }
    for (const row of unfoldedRows(prepared, unit, level, atEntry)) {
      waiting.push({ row, from: at })
      yield row
    }
  }
  for (const row of foldRows(noted())) {
    const found: RowEntry[] = []
    // What became one row has the counts of all that went into it.
    for (let count = 0; count < countOf(row); ) {
      const part = waiting.shift()
      if (!part) break
      count += countOf(part.row)
      found.push(...entriesOf(prepared, unit, part.row, part.from))
    }
    yield { row, entries: unique(found) }
  }
}

function countOf(row: Row): number {
  return row.kind === 'notice' || row.kind === 'repeat' || row.kind === 'error' ? Math.max(1, row.count) : 1
}

function entriesOf(prepared: PreparedView, unit: RowUnit, row: Row, from: RowEntry | undefined): readonly RowEntry[] {
  const thread = threadOf(prepared, unit)
  switch (row.kind) {
    case 'rewound':
    case 'hook-count':
    case 'section':
      return []
    case 'turn':
      return 'prompt' in unit.holder && typeof unit.holder.prompt === 'object'
        ? [{ thread, entry: unit.holder.prompt }]
        : []
    case 'tool':
      return [...(from ? [from] : []), ...callEntries(prepared, thread, thread.findToolCall(row.callId))]
    case 'agent':
      return agentEntries(prepared, thread, row.agentId, from)
    case 'hook':
      return own(thread, row.uuid, from)
    case 'compaction':
      return [...(from ? [from] : []), ...summaryOf(prepared, thread, from)]
    default:
      return from ? [from] : []
  }
}

function own(thread: Thread, uuid: string | undefined, from?: RowEntry): readonly RowEntry[] {
  const entry = uuid === undefined ? undefined : thread.findEntry(uuid)
  return entry ? [{ thread, entry }] : from ? [from] : []
}

/** The call, its result and the hooks that ran with it. */
function callEntries(prepared: PreparedView, thread: Thread, call: ToolCall | undefined): readonly RowEntry[] {
  if (!call) return []
  return [call.use, call.result].flatMap(entry => (entry ? placed(prepared, thread, entry) : []))
}

/** The calls that started it or went on with it; where there is none, the line it begins with. */
function agentEntries(
  prepared: PreparedView,
  thread: Thread,
  agentId: string,
  from: RowEntry | undefined,
): readonly RowEntry[] {
  const agent = prepared.agents.get(agentId)
  const calls = from ? (prepared.indexOf(thread).callsByUse.get(from.entry) ?? []) : []
  const index = prepared.indexOf(thread)
  const own = calls.filter(
    call => call === agent?.call || index.spawnsByCall.get(call)?.some(spawn => spawn.agentId === agentId),
  )
  const found = own.flatMap(call => callEntries(prepared, thread, call))
  if (found.length > 0) return found
  const [first] = agent?.thread.entries ?? []
  return agent && first ? [{ thread: agent.thread, entry: first }] : []
}

function summaryOf(prepared: PreparedView, thread: Thread, from: RowEntry | undefined): readonly RowEntry[] {
  const segments = from ? (prepared.indexOf(thread).segmentsByEntry.get(from.entry) ?? []) : []
  return segments.flatMap(({ summary }) => (summary ? placed(prepared, thread, summary) : []))
}

/** A result may stand in another file than its call. */
function placed({ session }: PreparedView, thread: Thread, entry: ThreadEntry): readonly RowEntry[] {
  const threads = [thread, session.main, ...session.agents.map(agent => agent.thread)]
  const found = threads.find(candidate => candidate.entries[entry.index] === entry)
  return found ? [{ thread: found, entry }] : []
}

function unique(entries: readonly RowEntry[]): readonly RowEntry[] {
  const found = new Map(entries.map(item => [item.entry, item]))
  return [...found.values()].sort(
    (a, b) => a.thread.file - b.thread.file || a.entry.start - b.entry.start || a.entry.index - b.entry.index,
  )
}
