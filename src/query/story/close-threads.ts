/**
 * Whether a later session closed what another left open. Each rule says what it goes by, and all of them are strict: what
 * cannot be shown to be done is still open.
 */
import { createWordIndex, distinctiveWords } from '../../narrative/distinctive-words.ts'
import { coversRun, readShellLine, type ShellStep } from '../../narrative/shell/shell-line.ts'
import type { Store } from '../../store/store.ts'
import { clip } from '../../text/clip.ts'
import { findContinuations } from './continuations.ts'
import { listDoneTasks, listLaterTexts, listPassedRuns, listWorkedLines, readFailedCommand } from './later-work.ts'
import { readSessionFacts, type SessionFacts, type ThreadRow } from './thread-rows.ts'

export interface Closing {
  readonly reason: ClosingReason
  /** What shows it: the task, the command line, the prompt, the subject of the commit. */
  readonly text: string
  /** Number of the session that closed it. */
  readonly session: number
  readonly agent: string
  readonly turn: number
  readonly entry: number | null
  readonly at: number | null
}

/**
 * `task-done`, `task-dropped`: a task of the same words was completed or taken off a list. `tests-passed`: the same tests
 * or checks passed, or a run that covers them. `continued`: the conversation went on in another session, which does not leave it
 * open. `plan-continued`: a session began with the plan. `asked-again`: the same prompt was sent again. `words-came-back`: a
 * request, a commit or a done task speaks of it: at least three of its distinctive words, and two thirds of them.
 */
export type ClosingReason =
  | 'task-done'
  | 'task-dropped'
  | 'tests-passed'
  | 'continued'
  | 'plan-continued'
  | 'asked-again'
  | 'words-came-back'

/**
 * The threads of which it can be shown that they were closed. `sessions` are those to know; `among` those that may have
 * closed one, where not all of them are asked.
 */
export function findClosings(
  store: Store,
  threads: readonly ThreadRow[],
  sessions: ReadonlyMap<number, SessionFacts> = readSessionFacts(store),
  among: readonly number[] = [...sessions.keys()],
): ReadonlyMap<ThreadRow, Closing> {
  const known = threads.filter(({ session }) => sessions.has(session))
  const world = { store, sessions, threads: known, later: listLater(known, sessions, among) }
  const found = new Map<ThreadRow, Closing>()
  for (const rule of [closeByGoingOn, closeTasks, closeTests, closeChecks, closeByWords]) {
    const open = world.threads.filter(thread => !found.has(thread))
    for (const [thread, closing] of rule({ ...world, threads: open })) found.set(thread, closing)
  }
  return found
}

/** Sessions of the same projects that went on after the first of these was left open. */
function listLater(
  threads: readonly ThreadRow[],
  sessions: ReadonlyMap<number, SessionFacts>,
  among: readonly number[],
): readonly number[] {
  const oldest = new Map<string, number>()
  for (const { session } of threads) {
    const { project, endedAt } = sessions.get(session) as SessionFacts
    oldest.set(project, Math.min(oldest.get(project) ?? endedAt, endedAt))
  }
  return among.filter(session => {
    const facts = sessions.get(session)
    return facts !== undefined && facts.endedAt > (oldest.get(facts.project) ?? Number.POSITIVE_INFINITY)
  })
}

interface World {
  readonly store: Store
  readonly later: readonly number[]
  readonly sessions: ReadonlyMap<number, SessionFacts>
  readonly threads: readonly ThreadRow[]
}

type Closed = Iterable<readonly [ThreadRow, Closing]>

/** What a session that repeats this one and went on leaves open stands in that session's own list. */
function* closeByGoingOn({ store, sessions, threads, later }: World): Closed {
  const among = new Set(later)
  for (const [session, own] of Map.groupBy(threads, row => row.session)) {
    const facts = sessions.get(session)
    if (!facts) continue
    for (const next of findContinuations(store, facts)) {
      if (!among.has(next.session)) continue
      const still = new Set(next.holdsAll ? listKeys(store, next.session) : [])
      for (const thread of own) {
        const isAnswered = ENDS_WITH_TURN.has(thread.kind)
        if (next.kind === 'plan' ? thread.kind !== 'plan' : !next.holdsAll && !isAnswered) continue
        if (still.has(`${thread.kind} ${thread.key}`)) continue
        yield [thread, { ...next, reason: next.kind === 'plan' ? 'plan-continued' : 'continued' }]
      }
    }
  }
}

/** Whatever comes next in the conversation is the answer. */
const ENDS_WITH_TURN: ReadonlySet<string> = new Set(['question', 'plan', 'interrupted', 'prompt'])

function listKeys(store: Store, session: number): readonly string[] {
  return store
    .all('SELECT kind, key FROM open_threads WHERE session = ?', [session])
    .map(({ kind, key }) => `${kind} ${key}`)
}

function* closeTasks({ store, sessions, threads, later: among }: World): Closed {
  const tasks = threads.filter(({ kind }) => kind === 'task')
  if (tasks.length === 0) return
  const done = Map.groupBy(
    listDoneTasks(store, among, new Set(tasks.map(({ key }) => key))),
    ({ session, key }) => `${sessions.get(session)?.project} ${key}`,
  )
  for (const thread of tasks) {
    const later = (done.get(`${sessions.get(thread.session)?.project} ${thread.key}`) ?? []).find(task =>
      isLater(task, thread, sessions),
    )
    if (later) yield [thread, { ...later, reason: later.isDropped ? 'task-dropped' : 'task-done' }]
  }
}

function* closeTests({ store, sessions, threads, later: among }: World): Closed {
  const failed = threads.filter(({ kind }) => kind === 'tests')
  if (failed.length === 0) return
  const runs = Map.groupBy(listPassedRuns(store, among), ({ session }) => sessions.get(session)?.project)
  const covers = createCoverage()
  for (const thread of failed) {
    const command = readFailedCommand(store, thread) ?? thread.key
    const later = (runs.get(sessions.get(thread.session)?.project) ?? []).find(
      run => isLater(run, thread, sessions) && (run.key === thread.key || covers(run.text, command)),
    )
    if (later) yield [thread, { ...later, reason: 'tests-passed' }]
  }
}

/** Builds and linters: the same line worked, or one that covers it. */
function* closeChecks({ store, sessions, threads, later: among }: World): Closed {
  const failed = threads.filter(thread => thread.kind === 'tests' && readFailedCommand(store, thread) === undefined)
  if (failed.length === 0) return
  const programs = failed.flatMap(({ key }) => readShellLine(key).map(({ program }) => program))
  const lines = Map.groupBy(
    listWorkedLines(store, among, [...new Set(programs)]),
    ({ session }) => sessions.get(session)?.project,
  )
  const covers = createCoverage()
  for (const thread of failed) {
    const later = (lines.get(sessions.get(thread.session)?.project) ?? []).find(
      line => isLater(line, thread, sessions) && covers(line.text, thread.key),
    )
    if (later) yield [thread, { ...later, reason: 'tests-passed' }]
  }
}

/** Few lines are run many times: each is read once, and each pair compared once. */
function createCoverage(): (later: string, failed: string) => boolean {
  const lines = new Map<string, readonly ShellStep[]>()
  const read = (line: string): readonly ShellStep[] => {
    const steps = lines.get(line) ?? readShellLine(line)
    lines.set(line, steps)
    return steps
  }
  const known = new Map<string, Map<string, boolean>>()
  return (later, failed) => {
    const answers = known.get(failed) ?? new Map<string, boolean>()
    known.set(failed, answers)
    const answer = answers.get(later) ?? coversRun(read(later), read(failed))
    answers.set(later, answer)
    return answer
  }
}

function* closeByWords({ store, sessions, threads, later: among }: World): Closed {
  const projectOf = ({ session }: { readonly session: number }): string => sessions.get(session)?.project ?? ''
  const promises = new Map(
    [
      ...Map.groupBy(
        threads.filter(({ kind }) => kind === 'promise'),
        projectOf,
      ),
    ].map(([project, own]) => [
      project,
      createWordIndex(new Map(own.map(thread => [thread, distinctiveWords(thread.text)]))),
    ]),
  )
  const prompts = Map.groupBy(
    threads.filter(({ kind }) => kind === 'interrupted' || kind === 'prompt'),
    thread => `${projectOf(thread)} ${thread.key}`,
  )
  if (promises.size === 0 && prompts.size === 0) return
  const closed = new Set<ThreadRow>()
  for (const later of listLaterTexts(store, among)) {
    const text = clip(later.text, MAX_TEXT)
    const again = later.isPrompt ? (prompts.get(`${projectOf(later)} ${text.toLowerCase()}`) ?? []) : []
    const back = promises.get(projectOf(later))?.find(distinctiveWords(later.text)) ?? []
    for (const thread of [...again, ...back]) {
      if (closed.has(thread) || !isLater(later, thread, sessions)) continue
      closed.add(thread)
      yield [thread, { ...later, text, reason: thread.kind === 'promise' ? 'words-came-back' : 'asked-again' }]
    }
  }
}

/** As threads are clipped. */
const MAX_TEXT = 300

/** In another session, after this one had left it open. */
function isLater(
  later: Pick<Closing, 'session' | 'at'>,
  thread: ThreadRow,
  sessions: ReadonlyMap<number, SessionFacts>,
): boolean {
  if (later.session === thread.session || later.at === null) return false
  return later.at > Math.max(thread.at ?? 0, sessions.get(thread.session)?.endedAt ?? 0)
}
