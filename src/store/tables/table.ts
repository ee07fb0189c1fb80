import type { Table } from '../define-table.ts'
import * as conversation from './conversation.ts'
import * as facts from './facts.ts'
import * as kept from './kept.ts'

/** Every table of the index, in the order docs/store.md shows them. */
export const TABLES: readonly Table[] = [
  ...Object.values(kept),
  ...Object.values(conversation),
  ...Object.values(facts),
]

/** Tables that are derived from one session's kept bytes alone: `session` is their first column. */
export const DERIVED: readonly Table[] = [
  kept.transcripts,
  kept.kinds,
  kept.unknownThings,
  kept.badLines,
  conversation.agents,
  conversation.lineage,
  conversation.foreignSummaries,
  conversation.segments,
  conversation.turns,
  conversation.entries,
  conversation.requests,
  conversation.toolCalls,
  ...Object.values(facts),
]

/** Columns of `unit_text`, the full-text table: contentless, its rowid is `units.unit`. */
export const TEXT_COLUMNS = ['prompt', 'answer', 'thinking', 'note', 'input', 'output'] as const
export type TextColumn = (typeof TEXT_COLUMNS)[number]
