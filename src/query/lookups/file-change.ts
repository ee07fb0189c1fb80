import { asObject, asObjects, type JsonObject } from '../../format/json.ts'
import type { ToolStatus } from '../../model/tool-call.ts'
import type { Row, Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import { UserError } from '../../user-error.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { createEntryReader, type EntryReader } from '../search/entry-reader.ts'
import { findMainTurn } from './fact-place.ts'
import type { FileAction } from './file-touches.ts'

/** What one row of a file's history stands for, read again: a `FileTouch` by its place. */
export interface FileChangeRequest {
  readonly sessionId: string
  /** Undefined for the main thread. */
  readonly agent: string | undefined
  /** Of its thread. */
  readonly turn: number
  /** As recorded. */
  readonly path: string
  readonly action: FileAction
}

export interface ReadFileChange {
  readonly mainTurn: number
  /** The entry with what the person asked for; undefined where it cannot be read any more. */
  readonly prompt: JsonObject | undefined
  /** In the order they were made; not all where they are many. */
  readonly calls: readonly ReadCall[]
  readonly callCount: number
}

/** A call with its result as the entries have them. */
export interface ReadCall {
  readonly tool: string
  readonly callId: string
  readonly status: ToolStatus
  readonly at: string | undefined
  readonly entryUuid: string | undefined
  /** The block of the call, and the entry with its result; undefined where they cannot be read any more. */
  readonly use: JsonObject | undefined
  readonly result: JsonObject | undefined
}

/** Calls of one turn; one that changes a file more often is a loop. */
const MAX_CALLS = 40

/** Throws `no-such-change` where the index knows none. */
export function readFileChange(keep: IndexedKeep, request: FileChangeRequest): ReadFileChange {
  const { store } = keep
  const { sessionId, agent = '', turn, path, action } = request
  const all = store.all(CALLS, [sessionId, agent, turn, path, action])
  // Several files may bear one id: one of them is enough.
  const rows = all.filter(({ session }) => session === all[0]?.session)
  const [first] = rows
  if (!first) throw noSuchChange()
  const session = first.session as number
  const mainTurn = agent === '' ? turn : findMainTurn(store, session, agent)
  const entries = createEntryReader(keep)
  return {
    mainTurn,
    prompt: readPrompt(store, entries, session, mainTurn),
    calls: rows.slice(0, MAX_CALLS).map(row => readCall(entries, row)),
    callCount: rows.length,
  }
}

const CALLS = `SELECT f.session, f.agent, f.at, e.uuid, c.name, c.call_id, c.status, c.use_entry, c.result_entry
FROM sessions AS s CROSS JOIN file_touches AS f ON f.session = s.session
LEFT JOIN tool_calls AS c ON c.session = f.session AND c.agent = f.agent AND c.number = f.call
LEFT JOIN entries AS e ON e.session = f.session AND e.agent = f.agent AND e.number = c.use_entry
WHERE s.id = ? AND f.agent = ? AND f.turn = ? AND f.path = ? AND f.action = ?
ORDER BY s.size_bytes DESC, s.session, f.number`

function readCall(entries: EntryReader, row: Row): ReadCall {
  const thread = { session: row.session as number, agent: row.agent as string }
  const callId = textOf(row.call_id) ?? ''
  const use = asObjects(asObject(readEntry(entries, thread, row.use_entry)?.message)?.content)
  return {
    tool: textOf(row.name) ?? '',
    callId,
    status: (row.status ?? 'ok') as ToolStatus,
    at: formatIso((row.at as number | null) ?? undefined),
    entryUuid: textOf(row.uuid),
    use: use.find(block => block.id === callId),
    result: readEntry(entries, thread, row.result_entry),
  }
}

function readPrompt(store: Store, entries: EntryReader, session: number, turn: number): JsonObject | undefined {
  const row = store.get(PROMPT, [session, turn])
  return readEntry(entries, { session, agent: '' }, row?.prompt_entry)
}

const PROMPT = `SELECT prompt_entry FROM turns WHERE session = ? AND agent = '' AND number = ?`

function readEntry(
  entries: EntryReader,
  thread: { readonly session: number; readonly agent: string },
  number: Row[string] | undefined,
): JsonObject | undefined {
  if (typeof number !== 'number') return undefined
  const [entry] = entries.list(thread, 'number = ?', [number])
  const json = entry && entries.read(entry)
  // Of some subagents only the copies in progress lines of the main file are there.
  return asObject(asObject(json?.data)?.message) ?? json
}

function textOf(value: Row[string] | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function noSuchChange(): UserError {
  return new UserError({
    code: 'no-such-change',
    message: 'the index knows no such change of a file',
    hint: 'List what was done to the file anew: it may have been indexed again since.',
  })
}
