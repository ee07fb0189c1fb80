import type { Title } from '../model/session.ts'
import type { SessionSummary } from '../model/session-summary.ts'
import type { OwnTokens } from '../model/usage/request-columns.ts'
import type { Project } from '../source/project.ts'
import type { SessionProjects } from '../source/session-projects.ts'
import type { StoredRow } from '../store/define-table.ts'
import { readRows } from '../store/read-rows.ts'
import type { Store } from '../store/store.ts'
import { sessions } from '../store/tables/kept.ts'

/** What the index says of a session: the same that reading its files would say. */
export interface IndexedSummary {
  readonly summary: SessionSummary
  readonly ownTokens: OwnTokens
  readonly projects: SessionProjects
}

/** By number of the session. */
export function readIndexedSummaries(store: Store): ReadonlyMap<number, IndexedSummary> {
  return new Map(readRows(store, sessions).map(row => [row.session, toIndexed(row)]))
}

function toIndexed(row: StoredRow<typeof sessions>): IndexedSummary {
  return {
    summary: toSummary(row),
    ownTokens: {
      input: row.own_input_tokens,
      output: row.own_output_tokens,
      cacheRead: row.own_cache_read_tokens,
      cacheWrite: row.own_cache_write_tokens,
    },
    projects: {
      own: { path: row.project_path, name: row.project_name, remote: row.project_remote ?? undefined },
      others: JSON.parse(row.other_projects) as Project[],
    },
  }
}

function toSummary(row: StoredRow<typeof sessions>): SessionSummary {
  return {
    id: row.id,
    title: { text: row.title, from: row.title_from as Title['from'] },
    cwd: row.cwd ?? undefined,
    cwds: JSON.parse(row.cwds) as string[],
    branch: row.branch ?? undefined,
    version: row.version ?? undefined,
    models: JSON.parse(row.models) as string[],
    startedAt: row.started_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    activeMs: row.active_ms,
    turns: row.turns,
    otherTurns: row.other_turns,
    toolCalls: row.tool_calls,
    agents: row.agents,
    compactions: row.compactions,
    usage: {
      requests: row.requests,
      unfinished: row.unfinished,
      copies: row.copies,
      input: row.input_tokens,
      output: row.output_tokens,
      cacheRead: row.cache_read_tokens,
      cacheWrite5m: row.cache_write_5m_tokens,
      cacheWrite1h: row.cache_write_1h_tokens,
      thinking: row.thinking_tokens,
    },
    entries: row.entries,
    unreadable: row.unreadable,
    unknown: row.unknown,
    hasConversation: row.has_conversation === 1,
  }
}
