import type { KeptProjects } from '../archive/manifest-record.ts'
import type { Session } from '../model/session.ts'
import { type SqlValue, toValues } from '../store/define-table.ts'
import { sessions } from '../store/tables/kept.ts'
import type { Reading } from './read-session.ts'
import { type SessionColumns, sessionColumns } from './rows/session-columns.ts'
import type { WorkItem } from './work-item.ts'

/** The row of a session; the `own_` columns are settled when the requests of all sessions are. */
export function buildSessionRow(facts: {
  readonly item: WorkItem
  readonly number: number
  readonly project: KeptProjects
  readonly reading: Reading
}): SqlValue[] {
  const { item, project, reading } = facts
  const { id, name, folder, root } = item.source
  return toValues(sessions, {
    session: facts.number,
    id,
    name,
    folder,
    root_path: root.path,
    config_path: root.configPath,
    path: reading.path,
    is_imported: Number(item.isImported),
    project_path: project.path,
    project_name: project.name,
    project_remote: project.remote,
    other_projects: JSON.stringify(project.others ?? []),
    project_links: JSON.stringify(project.links ?? []),
    size_bytes: reading.sizeBytes,
    changed_at: reading.changedAt === undefined ? undefined : Math.floor(reading.changedAt),
    ...columnsOf(reading.session),
    left_out_bytes: reading.leftOutBytes,
    own_input_tokens: 0,
    own_output_tokens: 0,
    own_cache_read_tokens: 0,
    own_cache_write_tokens: 0,
  })
}

function columnsOf(session: Session | undefined): SessionColumns {
  return session ? sessionColumns(session) : NOTHING
}

/** For a session that our own code failed on: it is listed, with nothing known of it. */
const NOTHING: SessionColumns = {
  title: '',
  title_from: 'none',
  cwd: undefined,
  cwds: '[]',
  branch: undefined,
  branches: '[]',
  version: undefined,
  models: '[]',
  slugs: '[]',
  started_at: undefined,
  ended_at: undefined,
  active_ms: 0,
  turns: 0,
  other_turns: 0,
  tool_calls: 0,
  agents: 0,
  compactions: 0,
  requests: 0,
  unfinished: 0,
  copies: 0,
  input_tokens: 0,
  output_tokens: 0,
  cache_read_tokens: 0,
  cache_write_5m_tokens: 0,
  cache_write_1h_tokens: 0,
  thinking_tokens: 0,
  entries: 0,
  unreadable: 0,
  unknown: 0,
  has_conversation: 1,
}
