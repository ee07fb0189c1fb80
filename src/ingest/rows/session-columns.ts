import type { Session } from '../../model/session.ts'
import type { RowOf } from '../../store/define-table.ts'
import type { sessions } from '../../store/tables/kept.ts'

/** The columns of `sessions` that the transcripts alone decide. */
export type SessionColumns = Pick<RowOf<typeof sessions>, SessionColumn>

type SessionColumn =
  | 'title'
  | 'title_from'
  | 'cwd'
  | 'cwds'
  | 'branch'
  | 'branches'
  | 'version'
  | 'models'
  | 'slugs'
  | 'started_at'
  | 'ended_at'
  | 'active_ms'
  | 'turns'
  | 'other_turns'
  | 'tool_calls'
  | 'agents'
  | 'compactions'
  | 'requests'
  | 'unfinished'
  | 'copies'
  | 'input_tokens'
  | 'output_tokens'
  | 'cache_read_tokens'
  | 'cache_write_5m_tokens'
  | 'cache_write_1h_tokens'
  | 'thinking_tokens'
  | 'entries'
  | 'unreadable'
  | 'unknown'
  | 'has_conversation'

/** From the session's own summary, so that a list from the index and one from the files show the same. */
export function sessionColumns(session: Pick<Session, 'summary' | 'slugs' | 'branches'>): SessionColumns {
  const { summary, slugs, branches } = session
  const { title, usage } = summary
  return {
    title: title.text,
    title_from: title.from,
    cwd: summary.cwd,
    cwds: JSON.stringify(summary.cwds),
    branch: summary.branch,
    branches: JSON.stringify(branches),
    version: summary.version,
    models: JSON.stringify(summary.models),
    slugs: JSON.stringify(slugs),
    started_at: summary.startedAt,
    ended_at: summary.endedAt,
    active_ms: summary.activeMs,
    turns: summary.turns,
    other_turns: summary.otherTurns,
    tool_calls: summary.toolCalls,
    agents: summary.agents,
    compactions: summary.compactions,
    requests: usage.requests,
    unfinished: usage.unfinished,
    copies: usage.copies,
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_read_tokens: usage.cacheRead,
    cache_write_5m_tokens: usage.cacheWrite5m,
    cache_write_1h_tokens: usage.cacheWrite1h,
    thinking_tokens: usage.thinking,
    entries: summary.entries,
    unreadable: summary.unreadable,
    unknown: summary.unknown,
    has_conversation: Number(summary.hasConversation),
  }
}
