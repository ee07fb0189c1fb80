import { asArray, asObject, asObjects, asString, type JsonValue } from '../../format/json.ts'
import { head } from '../../text/head.ts'
import { factIndex, type TodoItem } from '../facts/fact-index.ts'
import type { Facts } from '../facts/facts.ts'
import type { ToolCall } from '../tool-call.ts'
import { createCallNotes } from './call-notes.ts'
import { defineTool } from './define.ts'
import { oneLine } from './one-line.ts'

const MAX_SUBJECT = 200
const MAX_ITEMS = 1000

const lists = createCallNotes<readonly TodoItem[]>()

export const todoWrite = defineTool({
  names: ['TodoWrite'],
  about: 'Replaces the whole todo list; later the Task tools.',
  seen: 'up to 2.1.15; 88 recorded files',
  input: { todos: ['array', 'Items `{content, status, activeForm}`; in 1.0.x `{id, content, status, priority}`.'] },
  result: {
    oldTodos: ['array', 'The list before.'],
    newTodos: ['array', 'The list after.'],
    verificationNudgeNeeded: ['boolean', 'The client reminds of checking the work. Code only.'],
  },
  headline: input => {
    const todos = asObjects(input.todos)
    const done = todos.filter(({ status }) => status === 'completed').length
    const current = todos.find(({ status }) => status === 'in_progress')
    return oneLine(`${done}/${todos.length} done`, current ? oneLine(current.activeForm ?? current.content) : '')
  },
  onUse: ({ call, input }) => lists.put(call, readTodos(input.todos)),
  onResult({ call, structured, facts }) {
    const asked = lists.take(call)
    if (call.status !== 'ok') return
    const result = asObject(structured)
    const after = asArray(result?.newTodos) ? readTodos(result?.newTodos) : asked
    if (!after) return
    const index = factIndex(facts)
    recordChanges(facts, call, asArray(result?.oldTodos) ? readTodos(result?.oldTodos) : index.todos, after)
    index.todos = after
  },
})

function readTodos(value: JsonValue | undefined): readonly TodoItem[] {
  const items = asObjects(value).slice(0, MAX_ITEMS)
  return items.map(({ content, status }, position) => ({
    id: String(position + 1),
    subject: head(asString(content) ?? '', MAX_SUBJECT),
    status: head(asString(status) ?? 'unknown', 40),
  }))
}

/** Items are the same if their words are: ids were dropped after 1.0.x and positions move. */
function recordChanges(facts: Facts, call: ToolCall, before: readonly TodoItem[], after: readonly TodoItem[]): void {
  const old = new Map(before.map(item => [item.subject, item]))
  for (const { id, subject, status } of after) {
    const from = old.get(subject)?.status
    old.delete(subject)
    if (from !== status) facts.tasks.push({ list: 'todos', id, subject, from, to: status, call })
  }
  for (const { id, subject, status } of old.values()) {
    if (status !== 'completed') facts.tasks.push({ list: 'todos', id, subject, from: status, to: 'deleted', call })
  }
}
