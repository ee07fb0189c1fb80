import { asObject, asString, type JsonObject } from '../../format/json.ts'
import { factIndex } from '../facts/fact-index.ts'
import type { Facts } from '../facts/facts.ts'
import { ownHead } from '../facts/own-head.ts'
import type { ToolCall } from '../tool-call.ts'
import { createCallNotes } from './call-notes.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

const MAX_SUBJECT = 200

const created = createCallNotes<string>()

export const taskCreate = defineTool({
  names: ['TaskCreate'],
  about: 'Puts a task on the list.',
  seen: '2.1.17 and later; 100 recorded files',
  input: {
    subject: ['string', 'Title.'],
    description: ['string', 'What is to be done.'],
    activeForm: ['string', 'Title while it is being done.'],
    metadata: ['object', 'Free.'],
  },
  result: { task: ['object', '`{id, subject}`.'] },
  headline: input => oneLine(input.subject),
  onUse: ({ call, input }) => created.put(call, ownHead(asString(input.subject) ?? '', MAX_SUBJECT)),
  onResult({ call, structured, text, facts }) {
    const subject = created.take(call)
    if (call.status !== 'ok') return
    const task = asObject(asObject(structured)?.task)
    const id = idOf(task?.id) ?? /Task #(\w{1,40})/.exec(text.slice(0, 200))?.[1]
    if (id === undefined) return
    const title = subject || ownHead(asString(task?.subject) ?? '', MAX_SUBJECT)
    factIndex(facts).taskSubjects.set(id, title)
    facts.tasks.push({ list: 'tasks', id, subject: title, from: undefined, to: 'pending', call })
  },
})

interface Update {
  readonly id: string
  readonly status: string | undefined
  readonly subject: string | undefined
}

const updates = createCallNotes<Update>()

export const taskUpdate = defineTool({
  names: ['TaskUpdate'],
  about: 'Changes a task: status, owner, what it waits for.',
  seen: '2.1.17 and later; 108 recorded files',
  input: {
    taskId: ['string', 'The task.'],
    status: ['string', '`pending`, `in_progress`, `completed` or `deleted`.'],
    subject: ['string', 'New title.'],
    description: ['string', 'New description.'],
    activeForm: ['string', 'New title while it is being done.'],
    owner: ['string', 'Who does it.'],
    addBlocks: ['array', 'Tasks that wait for this one.'],
    addBlockedBy: ['array', 'Tasks this one waits for.'],
    metadata: ['object', 'Free.'],
  },
  result: {
    success: ['boolean', 'It was changed.'],
    taskId: ['string', 'The task.'],
    updatedFields: ['array', 'Names of what changed.'],
    statusChange: ['object', '`{from, to}`.'],
    verificationNudgeNeeded: ['boolean', 'The client reminds of checking the work.'],
    error: ['string', 'Why it was not changed.'],
  },
  headline: input => oneLine(`#${oneLine(input.taskId)}`, input.status, input.subject),
  onUse({ call, input }) {
    const id = idOf(input.taskId)
    if (id !== undefined) updates.put(call, { id, status: shortText(input.status), subject: shortText(input.subject) })
  },
  onResult({ call, structured, facts }) {
    const update = updates.take(call)
    if (update && call.status === 'ok') recordUpdate(facts, call, update, asObject(structured))
  },
})

function recordUpdate(facts: Facts, call: ToolCall, update: Update, result: JsonObject | undefined): void {
  if (result?.success === false) return
  const { taskSubjects } = factIndex(facts)
  if (update.subject !== undefined) taskSubjects.set(update.id, update.subject)
  const change = asObject(result?.statusChange)
  const to = shortText(change?.to) ?? update.status
  if (to === undefined) return
  const subject = taskSubjects.get(update.id)
  facts.tasks.push({ list: 'tasks', id: update.id, subject, from: shortText(change?.from), to, call })
}

export const taskList = defineTool({
  names: ['TaskList'],
  about: 'Shows the task list.',
  seen: '2.1.17 and later; 15 recorded files',
  input: {},
  result: { tasks: ['array', 'Items `{id, subject, status, owner?, blockedBy}`.'] },
  headline: () => '',
})

export const taskGet = defineTool({
  names: ['TaskGet'],
  about: 'Shows one task.',
  seen: '2.1.17 and later; 5 recorded files',
  input: { taskId: ['string', 'The task.'] },
  result: { task: ['object|null', '`{id, subject, status, description, blocks, blockedBy}`.'] },
  headline: input => oneLine(`#${oneLine(input.taskId)}`),
})

function idOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? ownHead(value, 40) : undefined
}

function shortText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? ownHead(value, MAX_SUBJECT) : undefined
}
