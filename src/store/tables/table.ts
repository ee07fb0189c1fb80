import type { Table } from '../define-table.ts'
import * as conversation from './conversation.ts'
import * as facts from './facts.ts'
import * as kept from './kept.ts'
import * as narrative from './narrative.ts'

// Named one by one: the order of `Object.values` of a module differs between Node, the tests and the bundle.
const ARCHIVE: readonly Table[] = [kept.sessions, kept.files, kept.checks, kept.forgotten, kept.states]

const QUALITY: readonly Table[] = [kept.transcripts, kept.kinds, kept.unknownThings, kept.badLines]

const CONVERSATION: readonly Table[] = [
  conversation.turns,
  conversation.entries,
  conversation.requests,
  conversation.usageFacts,
  conversation.toolCalls,
  conversation.agents,
  conversation.segments,
  conversation.lineage,
  conversation.clientTotals,
  conversation.foreignSummaries,
]

const FACTS: readonly Table[] = [
  facts.prompts,
  facts.fileTouches,
  facts.commands,
  facts.errors,
  facts.commits,
  facts.pullRequests,
  facts.urls,
  facts.questions,
  facts.plans,
  facts.tasks,
  facts.slashCommands,
  facts.skills,
  facts.spawns,
  facts.backgroundTasks,
  facts.hooks,
]

const NARRATIVE: readonly Table[] = [
  narrative.stories,
  narrative.decisions,
  narrative.openThreads,
  narrative.testRuns,
  narrative.corrections,
]

/** Tables that are derived from one session's kept bytes alone: `session` is their first column. */
export const DERIVED: readonly Table[] = [...QUALITY, ...CONVERSATION, ...FACTS, ...NARRATIVE]

/** Every table of the index, in the order docs/store.md shows them. */
export const TABLES: readonly Table[] = [
  ...ARCHIVE,
  ...CONVERSATION,
  ...FACTS,
  ...NARRATIVE,
  conversation.units,
  ...QUALITY,
]
