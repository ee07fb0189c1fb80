import { AgentThreads } from './agent-threads.ts'
import { ModelBuilder } from './build-session.ts'
import { ClientTotals } from './client-totals.ts'
import { ConversationTree } from './conversation-tree.ts'
import { EarlyAnswers } from './early-answers.ts'
import { type FactIndex, factIndex, setFactIndex } from './facts/fact-index.ts'
import type { Facts } from './facts/facts.ts'
import { ForkView } from './fork-view.ts'
import { InputQueue } from './input-queue.ts'
import { LineageTracker } from './lineage-tracker.ts'
import { MessageList } from './message-list.ts'
import { type Given, type PackedGraph, packGraph } from './packed/pack-graph.ts'
import { type PackedEntries, packEntries, unpackEntries } from './packed/packed-entries.ts'
import { type PackedGroups, packGroups, unpackGroups } from './packed/packed-groups.ts'
import { unpackGraph } from './packed/unpack-graph.ts'
import { Seen } from './seen.ts'
import { SegmentTracker } from './segment-tracker.ts'
import type { OnEntry, SessionBuilder } from './session-builder.ts'
import { SessionModel } from './session-model.ts'
import type { ThreadEntry } from './thread-entry.ts'
import { ThreadModel } from './thread-model.ts'
import { ThreadTally } from './thread-tally.ts'
import { TitleTracker } from './title.ts'
import type { ToolCall } from './tool-call.ts'
import { ToolPairs } from './tool-pairs.ts'
import { noteOf, setNote } from './tools/call-notes.ts'
import { TurnClock } from './turn-clock.ts'
import { TurnStarts } from './turn-starts.ts'
import { TurnRecord } from './turn-tracker.ts'
import { type Group, UsageLedger } from './usage/ledger.ts'
import { Totals } from './usage/totals.ts'
import { WorkFolders } from './work-folders.ts'

/**
 * Counts the layouts of what is saved: one more whenever a class below gets, loses or renames a field, or a field another
 * meaning. A value of another layout cannot be restored.
 */
export const SAVED_LAYOUT = 6

/**
 * Every class that a session is made of while it grows. Their fields are `private`, not `#private`: they are saved as they
 * are, and hold values only.
 */
const CLASSES = {
  AgentThreads,
  ClientTotals,
  ConversationTree,
  EarlyAnswers,
  ForkView,
  InputQueue,
  LineageTracker,
  MessageList,
  Seen,
  SegmentTracker,
  SessionModel,
  ThreadModel,
  ThreadTally,
  TitleTracker,
  ToolPairs,
  Totals,
  TurnClock,
  TurnRecord,
  TurnStarts,
  UsageLedger,
  WorkFolders,
}

interface SavedSession {
  readonly layout: number
  /** For each thread and each ledger, what there is most of. */
  readonly entries: readonly PackedEntries[]
  readonly groups: readonly PackedGroups[]
  readonly graph: PackedGraph
}

/** The session and what hangs beside its objects. */
interface Saved {
  readonly model: SessionModel
  readonly indexes: readonly { readonly facts: Facts; readonly index: FactIndex }[]
  readonly notes: readonly { readonly call: ToolCall; readonly note: unknown }[]
}

/**
 * The whole state of a builder as a plain value that `structuredClone` and `v8.serialize` take; it shares nothing with the
 * builder, which may go on. Restored in another process and given the rest of the entries, it builds the same session as
 * one that never stopped.
 */
export function saveSessionBuilder(builder: SessionBuilder): unknown {
  if (!(builder instanceof ModelBuilder)) throw new TypeError('only what createSessionBuilder made can be saved')
  const { model } = builder
  const threads = model.listThreads()
  const calls = threads.flatMap(thread => thread.toolCalls)
  const saved: Saved = {
    model,
    indexes: threads.map(({ facts }) => ({ facts, index: factIndex(facts) })),
    notes: calls.map(call => ({ call, note: noteOf(call) })).filter(({ note }) => note !== undefined),
  }
  const tables = threads.map(({ entries, tally }) => ({ entries, indexByUuid: tally.indexByUuid, times: tally.times }))
  const groups = model.listLedgers().map(ledger => ledger.groups)
  return {
    layout: SAVED_LAYOUT,
    entries: tables.map(({ entries }) => packEntries(entries)),
    groups: groups.map(packGroups),
    graph: packGraph(saved, CLASSES, given(tables, groups)),
  } satisfies SavedSession
}

/** `openThread` of a file that was saved goes on with its thread. Throws on a value of another layout. */
export function restoreSessionBuilder(value: unknown, options: { readonly onEntry?: OnEntry } = {}): SessionBuilder {
  const { layout, entries, groups, graph } = value as SavedSession
  if (layout !== SAVED_LAYOUT) throw new TypeError(`layout ${layout} cannot be restored, only ${SAVED_LAYOUT}`)
  const tables = entries.map(packed => makeTables(unpackEntries(packed)))
  const { model, indexes, notes } = unpackGraph(graph, CLASSES, given(tables, groups.map(unpackGroups))) as Saved
  for (const { facts, index } of indexes) setFactIndex(facts, index)
  for (const { call, note } of notes) setNote(call, note)
  return new ModelBuilder(model, options.onEntry)
}

/** The entries of a thread and what its tally keeps about each of them. */
interface EntryTables {
  readonly entries: readonly ThreadEntry[]
  readonly indexByUuid: ReadonlyMap<string, number>
  readonly times: readonly number[]
}

/** The same as adding entry by entry makes. */
function makeTables(entries: readonly ThreadEntry[]): EntryTables {
  const indexByUuid = new Map<string, number>()
  const times: number[] = []
  for (const { index, uuid, at } of entries) {
    if (uuid !== undefined && !indexByUuid.has(uuid)) indexByUuid.set(uuid, index)
    times.push(at ?? Number.NaN)
  }
  return { entries, indexByUuid, times }
}

function given(tables: readonly EntryTables[], groups: readonly ReadonlyMap<string, Group>[]): Given {
  const objects: object[] = []
  for (const { entries, indexByUuid, times } of tables) objects.push(entries, indexByUuid, times)
  for (const byKey of groups) {
    objects.push(byKey)
    for (const group of byKey.values()) objects.push(group)
  }
  return { objects, tables: tables.map(({ entries }) => entries) }
}
