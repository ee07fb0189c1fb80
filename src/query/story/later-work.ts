import type { Row, Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import type { ThreadRow } from './thread-rows.ts'

/** Something done, which may be what another session left open. */
export interface LaterWork {
  readonly text: string
  readonly session: number
  readonly agent: string
  readonly turn: number
  readonly entry: number | null
  readonly at: number | null
}

const MAX_TEXT = 300

/** Tasks that were completed or taken off the list, among sessions that have one of these subjects; in order of time. */
export function listDoneTasks(
  store: Store,
  among: readonly number[],
  keys: ReadonlySet<string>,
): readonly (LaterWork & { readonly key: string; readonly isDropped: boolean })[] {
  const asked = [JSON.stringify(among), JSON.stringify([...keys])]
  const sessions = store.all(WITH_SUBJECT, asked).map(({ session }) => session as number)
  const subjects = new Map<string, string>()
  const done: (LaterWork & { readonly key: string; readonly isDropped: boolean })[] = []
  for (const row of store.all(TASKS, [JSON.stringify(sessions)])) {
    // A change of status may leave out the subject.
    const id = `${row.session} ${row.agent} ${row.list} ${row.task_id}`
    const subject = clip((row.subject as string | null) || (subjects.get(id) ?? ''), MAX_TEXT)
    if (row.list === 'tasks' && subject !== '') subjects.set(id, subject)
    if (!DONE.has(row.to_status as string) || subject === '') continue
    const isDropped = row.to_status !== 'completed'
    done.push({ ...toWork(row, subject), key: subject.toLowerCase(), isDropped })
  }
  return done.sort(byTime)
}

const DONE: ReadonlySet<string> = new Set(['completed', 'deleted', 'cancelled'])
const WITH_SUBJECT = `SELECT DISTINCT f.session FROM json_each(?) AS j CROSS JOIN tasks AS f ON f.session = j.value
WHERE lower(f.subject) IN (SELECT value FROM json_each(?))`
const TASKS = `SELECT f.session, f.agent, f.turn, f.entry, f.at, f.list, f.task_id, f.subject, f.to_status
FROM json_each(?) AS j CROSS JOIN tasks AS f ON f.session = j.value ORDER BY f.session, f.agent, f.number`

/** Runs of tests that passed, in order of time. */
export function listPassedRuns(
  store: Store,
  among: readonly number[],
): readonly (LaterWork & { readonly key: string })[] {
  return store
    .all(PASSED, [JSON.stringify(among)])
    .map(row => ({ ...toWork(row, row.command as string), key: row.key as string }))
    .sort(byTime)
}

const PASSED = `SELECT f.session, f.agent, f.turn, f.entry, f.at, f.command, f.key
FROM json_each(?) AS j CROSS JOIN test_runs AS f ON f.session = j.value WHERE f.outcome = 'passed'`

/** Command lines that worked and name one of these programs, in order of time. */
export function listWorkedLines(
  store: Store,
  among: readonly number[],
  programs: readonly string[],
): readonly LaterWork[] {
  return store
    .all(WORKED, [JSON.stringify(among), JSON.stringify(programs)])
    .map(row => toWork(row, row.text as string))
    .sort(byTime)
}

const WORKED = `SELECT f.session, f.agent, f.turn, f.entry, f.at, f.text
FROM json_each(?) AS j CROSS JOIN commands AS f ON f.session = j.value
WHERE f.exit_code = 0 AND EXISTS (SELECT 1 FROM json_each(?) AS p WHERE instr(f.text, p.value) > 0)`

/** The command line of failed tests; undefined for another check. */
export function readFailedCommand(store: Store, { session, agent, entry, key }: ThreadRow): string | undefined {
  const sql = `SELECT command FROM test_runs WHERE session = ? AND agent = ? AND key = ? ORDER BY entry = ? DESC, number DESC LIMIT 1`
  return store.get(sql, [session, agent, key, entry])?.command as string | undefined
}

/** What was asked for, committed and ticked off, in order of time. */
export function listLaterTexts(
  store: Store,
  among: readonly number[],
): readonly (LaterWork & { readonly isPrompt: boolean })[] {
  const read = (sql: string, isPrompt: boolean) =>
    store.all(sql, [JSON.stringify(among)]).map(row => ({ ...toWork(row, row.text as string), isPrompt }))
  return [...read(PROMPTS, true), ...read(COMMITS, false), ...read(COMPLETED, false)].sort(byTime)
}

const PROMPTS = `SELECT f.session, f.agent, f.number AS turn, f.prompt_entry AS entry, f.started_at AS at, f.text
FROM json_each(?) AS j CROSS JOIN turns AS f ON f.session = j.value AND f.agent = ''
WHERE f.number > 0 AND f.is_rewound = 0`

const COMMITS = `SELECT f.session, f.agent, f.turn, f.entry, f.at, f.subject AS text
FROM json_each(?) AS j CROSS JOIN commits AS f ON f.session = j.value WHERE f.subject IS NOT NULL`

const COMPLETED = `SELECT f.session, f.agent, f.turn, f.entry, f.at, f.subject AS text
FROM json_each(?) AS j CROSS JOIN tasks AS f ON f.session = j.value
WHERE f.to_status = 'completed' AND f.subject IS NOT NULL`

function toWork(row: Row, text: string): LaterWork {
  return {
    text,
    session: row.session as number,
    agent: row.agent as string,
    turn: row.turn as number,
    entry: (row.entry ?? null) as number | null,
    at: (row.at ?? null) as number | null,
  }
}

function byTime(a: LaterWork, b: LaterWork): number {
  return (a.at ?? 0) - (b.at ?? 0) || a.session - b.session || a.turn - b.turn
}
