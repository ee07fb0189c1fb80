import { asArray, asObjects, asString } from '../../format/json.ts'
import type { TaskChange } from '../../model/facts/facts.ts'
import type { LoadedSession } from '../../source/load-session.ts'
import { head } from '../../text/head.ts'
import {
  type InspectPlace,
  listThreads,
  placeOfCall,
  readCall,
  type SessionThread,
  sizeOfCall,
} from './session-threads.ts'
import { listTasksAt } from './tasks-at.ts'

/** Todos and tasks of a session, each with all that happened to it. `listTasksAt` gives the list of a turn. */
export interface InspectTasks {
  readonly schema: 'backscroll.inspect-tasks/1'
  readonly items: readonly TaskItem[]
  /** Beyond the limit. */
  readonly leftOut: number
  /** The list at the end of each turn that changed it. */
  readonly turns: readonly TaskTurn[]
}

export interface TaskItem {
  readonly list: TaskChange['list']
  /** Task id; of todos the position at which it first stood. */
  readonly id: string
  readonly subject: string
  /** Whose list it stands on; undefined: that of the main conversation. */
  readonly agent: string | undefined
  /** As it is now; `cleared`: done, and taken off the list since. */
  readonly status: string
  /** Turns of the main conversation. */
  readonly openedIn: number | undefined
  readonly startedIn: number | undefined
  /** Done or dropped. */
  readonly closedIn: number | undefined
  readonly changes: readonly TaskStep[]
}

export interface TaskStep extends InspectPlace {
  readonly to: string
}

export interface TaskTurn {
  readonly turn: number
  readonly open: number
  readonly active: number
  readonly done: number
}

const MAX_ITEMS = 1000

export function inspectTasks(loaded: LoadedSession): InspectTasks {
  const items = listThreads(loaded.session).flatMap(thread => [...foldChanges(loaded, thread)])
  const shown = items.slice(0, MAX_ITEMS).map(describeItem)
  return {
    schema: 'backscroll.inspect-tasks/1',
    items: shown,
    leftOut: items.length - shown.length,
    turns: listTurns(shown),
  }
}

interface Draft extends Pick<TaskItem, 'list' | 'id' | 'agent'> {
  subject: string
  readonly changes: TaskStep[]
}

/** Of one list at a time: items are the same where their words are, or, for tasks, their ids. */
function foldChanges(loaded: LoadedSession, thread: SessionThread): Iterable<Draft> {
  const drafts = new Map<string, Draft>()
  const all: Draft[] = []
  const add = (change: TaskChange): void => {
    const key = keyOf(change)
    const known = drafts.get(key)
    const draft = known ?? {
      list: change.list,
      id: change.id,
      agent: thread.agent?.id,
      subject: change.subject ?? '',
      changes: [],
    }
    if (!known) all.push(draft)
    drafts.set(key, draft)
    if (change.list === 'tasks' && change.subject) draft.subject = change.subject
    draft.changes.push({ ...placeOfCall(thread, change.call), to: change.to })
  }
  const clear = (kept: ReadonlySet<string>, step: TaskStep): void => {
    for (const [key, draft] of drafts) {
      if (draft.list !== 'todos' || kept.has(draft.subject)) continue
      if (draft.changes.at(-1)?.to === 'completed') draft.changes.push(step)
      // The same words on a later list are another item.
      drafts.delete(key)
    }
  }
  for (const event of listEvents(loaded, thread)) {
    if ('change' in event) add(event.change)
    else clear(event.kept, event.step)
  }
  return all
}

function keyOf({ list, id, subject }: TaskChange): string {
  return list === 'todos' ? `todos ${subject}` : `tasks ${id}`
}

type TaskEvent = { readonly change: TaskChange } | { readonly kept: ReadonlySet<string>; readonly step: TaskStep }

/** Bytes of todo lists that are read to find what left them. */
const MAX_BYTES = 8_000_000

/** Changes in order; behind those of a todo list, what stands on it: done items leave a list without a word. */
function* listEvents(loaded: LoadedSession, thread: SessionThread): Iterable<TaskEvent> {
  const { tasks } = thread.thread.facts
  const byCall = Map.groupBy(tasks, ({ call }) => call)
  const todoCalls = thread.thread.toolCalls.filter(({ name, status }) => name === 'TodoWrite' && status === 'ok')
  const calls = todoCalls.length === 0 ? [...byCall.keys()] : thread.thread.toolCalls
  let left = MAX_BYTES
  for (const call of calls) {
    for (const change of byCall.get(call) ?? []) yield { change }
    if (call.name !== 'TodoWrite' || call.status !== 'ok') continue
    left -= sizeOfCall(call)
    if (left < 0) continue
    const { input, result } = readCall(loaded, thread, call)
    const todos = asArray(result.newTodos) ?? asArray(input.todos)
    if (!todos) continue
    const kept = new Set(asObjects(todos).map(({ content }) => head(asString(content) ?? '', MAX_SUBJECT)))
    yield { kept, step: { ...placeOfCall(thread, call), to: 'cleared' } }
  }
}

/** As the facts have them. */
const MAX_SUBJECT = 200

const CLOSED: ReadonlySet<string> = new Set(['completed', 'deleted'])

function describeItem({ list, id, agent, subject, changes }: Draft): TaskItem {
  const closing = changes.findLast(({ to }) => to !== 'cleared')
  return {
    list,
    id,
    subject,
    agent,
    status: changes.at(-1)?.to ?? '',
    openedIn: changes[0]?.turn,
    startedIn: changes.find(({ to }) => to === 'in_progress')?.turn,
    closedIn: closing && CLOSED.has(closing.to) ? closing.turn : undefined,
    changes,
  }
}

function listTurns(items: readonly TaskItem[]): readonly TaskTurn[] {
  const turns = new Set(items.flatMap(({ changes }) => changes.flatMap(({ turn }) => turn ?? [])))
  return [...turns]
    .sort((a, b) => a - b)
    .slice(-MAX_TURNS)
    .map(turn => {
      const statuses = listTasksAt(items, turn).map(({ status }) => status)
      const active = statuses.filter(status => status === 'in_progress').length
      const done = statuses.filter(status => status === 'completed').length
      return { turn, open: statuses.length - active - done, active, done }
    })
}

const MAX_TURNS = 500
