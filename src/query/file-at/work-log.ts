import { asObject, asString } from '../../format/json.ts'
import type { Row, Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { unifySlashes } from '../lookups/path-query.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { type ParsedLine, parseLine } from './command-reach.ts'
import { listRewinds, type Rewind } from './list-rewinds.ts'

/** What sessions did that may have changed files unrecorded, each session read once, for any number of files. */
export interface WorkLog {
  readonly sessions: readonly WorkSession[]
  eventsOf(session: number): readonly WorkEvent[]
}

export interface WorkSession {
  readonly session: number
  readonly startedAt: number
  readonly endedAt: number
  /** Where it worked; forward slashes, none at the end. */
  readonly folders: readonly string[]
}

interface EventPlace {
  readonly session: number
  readonly agent: string
  readonly turn: number
  readonly startedAt: number
  readonly endedAt: number
}

export type WorkEvent = EventPlace &
  (
    | {
        readonly kind: 'command' | 'typed-command'
        readonly text: string
        /** Number of the call in its thread. */
        readonly call: number | undefined
        parsed(): ParsedLine
      }
    | {
        readonly kind: 'hook'
        readonly text: string
        /** It names a command; else `text` is the name of the hook. */
        readonly hasCommand: boolean
        /** It runs after a tool that changes files. */
        readonly isOnFiles: boolean
        /** The call it runs after. */
        readonly callId: string | undefined
        parsed(): ParsedLine
      }
    | { readonly kind: 'tool'; readonly text: string; readonly headline: string }
    | { readonly kind: 'outside-edit'; readonly path: string }
    /** `since`: changes after that may be taken back. */
    | { readonly kind: 'rewind'; readonly since: number }
  )

export function createWorkLog(keep: IndexedKeep): WorkLog {
  const { store } = keep
  const read = new Map<number, readonly WorkEvent[]>()
  return {
    sessions: listSessions(store),
    eventsOf(session) {
      const events = read.get(session) ?? [
        ...listCommands(store, session),
        ...listTyped(store, session),
        ...listHooks(store, session),
        ...listTools(store, session),
        ...listOutsideEdits(keep, session),
        ...listRewinds(keep, session).map(rewind => toEvent(session, rewind)),
      ]
      read.set(session, events)
      return events
    },
  }
}

function toEvent(session: number, { turn, at, since }: Rewind): WorkEvent {
  return { kind: 'rewind', session, agent: '', turn, startedAt: at, endedAt: at, since }
}

function listSessions(store: Store): readonly WorkSession[] {
  return store.all(SESSIONS).map(row => {
    const folders = [row.project_path, row.cwd, ...(JSON.parse(String(row.cwds)) as unknown[])]
    const named = folders.filter(folder => typeof folder === 'string' && folder !== '')
    return {
      session: row.session as number,
      startedAt: row.started_at as number,
      endedAt: (row.ended_at ?? row.started_at) as number,
      folders: [...new Set(named.map(folder => unifySlashes(folder as string).replace(/\/+$/, '')))],
    }
  })
}

const SESSIONS = `SELECT session, started_at, ended_at, project_path, cwd, cwds FROM sessions
WHERE started_at IS NOT NULL`

function placeOf(row: Row): EventPlace {
  const startedAt = (row.at as number | null) ?? 0
  return {
    session: row.session as number,
    agent: row.agent as string,
    turn: row.turn as number,
    startedAt,
    endedAt: Math.max(startedAt, (row.done_at as number | null | undefined) ?? 0),
  }
}

function lazily(text: string): () => ParsedLine {
  let parsed: ParsedLine | undefined
  return () => {
    parsed ??= parseLine(text)
    return parsed
  }
}

function listCommands(store: Store, session: number): readonly WorkEvent[] {
  return store.all(COMMANDS, [session]).map(row => {
    const text = row.text as string
    const call = (row.call as number | null) ?? undefined
    return { kind: 'command', ...placeOf(row), text, call, parsed: lazily(text) }
  })
}

/** What goes on in the background may write until the session ends. A command that failed may have written before. */
const COMMANDS = `SELECT f.session, f.agent, f.turn, f.call, f.at, f.text,
  iif(f.background_task_id IS NULL AND r.at IS NOT NULL, r.at, s.ended_at) AS done_at
FROM commands AS f JOIN sessions AS s ON s.session = f.session
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
LEFT JOIN entries AS r ON r.session = f.session AND r.agent = f.agent AND r.number = c.result_entry
WHERE f.session = ? AND ifnull(c.status, '') NOT IN ('rejected', 'denied', 'skipped')`

function listTyped(store: Store, session: number): readonly WorkEvent[] {
  const sql = `SELECT session, agent, turn, at, text FROM prompts WHERE session = ? AND source = 'shell'`
  return store.all(sql, [session]).map(row => {
    const text = row.text as string
    return { kind: 'typed-command', ...placeOf(row), text, call: undefined, parsed: lazily(text) }
  })
}

function listHooks(store: Store, session: number): readonly WorkEvent[] {
  const sql = 'SELECT session, agent, turn, at, event, name, command, tool_use_id FROM hooks WHERE session = ?'
  return store.all(sql, [session]).flatMap((row): readonly WorkEvent[] => {
    const command = (row.command as string | null) ?? ''
    // A function of the client itself; measured: 86 of them behind edits, and none changed the file.
    if (command === 'callback') return []
    const isAfter = row.event === 'PostToolUse'
    return [
      {
        kind: 'hook',
        ...placeOf(row),
        text: command || String(row.name ?? row.event),
        hasCommand: command !== '',
        isOnFiles: isAfter && FILE_HOOK.test(String(row.name ?? '')),
        callId: isAfter ? ((row.tool_use_id as string | null) ?? undefined) : undefined,
        parsed: lazily(command),
      },
    ]
  })
}

const FILE_HOOK = /:(?:Edit|MultiEdit|Write|NotebookEdit)$/

function listTools(store: Store, session: number): readonly WorkEvent[] {
  return store.all(TOOLS, [session]).flatMap((row): readonly WorkEvent[] => {
    const text = row.name as string
    if (!CHANGING_TOOL.test(text.replace(/^.*__/, ''))) return []
    return [{ kind: 'tool', ...placeOf(row), text, headline: String(row.headline) }]
  })
}

const TOOLS = `SELECT c.session, c.agent, c.turn, c.at, c.name, c.headline, r.at AS done_at
FROM tool_calls AS c LEFT JOIN entries AS r ON r.session = c.session AND r.agent = c.agent AND r.number = c.result_entry
WHERE c.session = ? AND substr(c.name, 1, 5) = 'mcp__' AND c.status NOT IN ('rejected', 'denied', 'skipped')`
const CHANGING_TOOL = /write|edit|replace|insert|delete|remove|rename|move|patch|refactor|format|apply|create_?file/i

/** The client says at a prompt that a file it knew has changed: some time before, nobody knows when. */
function listOutsideEdits(keep: IndexedKeep, session: number): readonly WorkEvent[] {
  const rows = keep.store.all(
    `SELECT session, agent, number, turn, at FROM entries WHERE session = ? AND kind = 'attachment/edited_text_file'`,
    [session],
  )
  if (rows.length === 0) return []
  const entries = createEntryReader(keep)
  return rows.flatMap((row): readonly WorkEvent[] => {
    const thread = { session, agent: row.agent as string }
    const [entry] = entries.list(thread, 'number = ?', [row.number as number])
    const path = asString(asObject((entry && entries.read(entry))?.attachment)?.filename)
    if (path === undefined) return []
    return [{ kind: 'outside-edit', ...placeOf(row), startedAt: Number.MIN_SAFE_INTEGER, path }]
  })
}
