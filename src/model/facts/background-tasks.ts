import type { ThreadEntry } from '../thread-entry.ts'
import type { ToolCall } from '../tool-call.ts'
import { factIndex } from './fact-index.ts'
import type { BackgroundTask, Facts } from './facts.ts'
import { ownHead } from './own-head.ts'

const MAX_ID = 200
const MAX_STATUS = 60

/** A call returned and its work goes on. Old clients number shells anew after a resume, so an id may start again. */
export function startBackgroundTask(
  facts: Facts,
  start: { readonly id: string; readonly kind: BackgroundTask['kind']; readonly call: ToolCall },
): void {
  const id = ownHead(start.id, MAX_ID)
  start.call.backgroundTaskId = id
  const known = factIndex(facts).backgroundTasks.get(id)
  if (known && !known.call) {
    known.kind = start.kind
    known.call = start.call
    return
  }
  addTask(facts, { id, kind: start.kind, call: start.call, status: 'running', reports: [], polls: [] })
}

/** A call asked for the output of a task or stopped it. One that failed does not make a task known. */
export function pollBackgroundTask(facts: Facts, id: string, call: ToolCall, status: string | undefined): void {
  const isKnown = factIndex(facts).backgroundTasks.has(ownHead(id, MAX_ID))
  if (!isKnown && (call.status !== 'ok' || status === 'not_found')) return
  const task = requireTask(facts, id)
  task.polls.push(call)
  if (status) task.status = ownHead(status, MAX_STATUS)
}

/** The client told the model how a task stands. The queue repeats later entries: the later one takes its place. */
export function reportBackgroundTask(facts: Facts, id: string, entry: ThreadEntry, status: string | undefined): void {
  const task = requireTask(facts, id)
  if (task.reports.at(-1)?.kind === 'queue-operation') task.reports.pop()
  task.reports.push(entry)
  if (status) task.status = ownHead(status, MAX_STATUS)
}

function requireTask(facts: Facts, id: string): BackgroundTask {
  const key = ownHead(id, MAX_ID)
  const known = factIndex(facts).backgroundTasks.get(key)
  if (known) return known
  return addTask(facts, { id: key, kind: 'unknown', call: undefined, status: 'unknown', reports: [], polls: [] })
}

function addTask(facts: Facts, task: BackgroundTask): BackgroundTask {
  factIndex(facts).backgroundTasks.set(task.id, task)
  facts.backgroundTasks.push(task)
  return task
}

export function findBackgroundTask(facts: Facts, id: string): BackgroundTask | undefined {
  return factIndex(facts).backgroundTasks.get(id)
}
