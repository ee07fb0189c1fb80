import { asObject, asObjects, type JsonObject, type JsonValue } from '../../../format/json.ts'
import { head } from '../../../text/head.ts'
import { type ListItem, listPart } from '../part.ts'
import { fieldParts, object, plainOutput, type ToolView, text } from './define.ts'

export const todoView: ToolView = {
  names: ['TodoWrite'],
  input: (input, _outcome, around) => [
    listPart(
      asObjects(input.todos).map(todo =>
        withClosing(toItem(todo), around.closedIn('todos', head(text(todo, 'content'), MAX_SUBJECT))),
      ),
    ),
    ...fieldParts(input, ['todos']),
  ],
  output(outcome) {
    const before = asObjects(outcome.fields.oldTodos)
    if (before.length > 0) return [listPart(before.map(toItem), 'before')]
    return asObject(outcome.structured) ? [] : plainOutput(outcome)
  },
  drawn: () => DRAWN,
}

export const taskListView: ToolView = {
  names: ['TaskList'],
  input: input => fieldParts(input),
  output(outcome, _input, around) {
    const tasks = asObjects(outcome.fields.tasks)
    const items = tasks.map(task => withClosing(toItem(task), around.closedIn('tasks', text(task, 'id'))))
    return items.length > 0 ? [listPart(items)] : plainOutput(outcome)
  },
  drawn: outcome => (asObjects(outcome?.fields.tasks).length > 0 ? DRAWN : []),
}

/** Output of a background shell or agent, asked for or stopped. */
export const taskOutputView: ToolView = {
  names: ['TaskOutput', 'TaskStop'],
  input: input => fieldParts(input),
  output(outcome) {
    const task = object(outcome.fields, 'task')
    const printed = text(task, 'output')
    if (printed === '') return plainOutput(outcome)
    return [{ kind: 'output', stream: 'stdout', text: printed }]
  },
}

/** The mark before the words of an item, and what stands behind them. */
const DRAWN = ['status', 'id', 'activeForm']

const MARKS: ReadonlyMap<JsonValue | undefined, ListItem['mark']> = new Map<JsonValue | undefined, ListItem['mark']>([
  ['pending', 'open'],
  ['in_progress', 'active'],
  ['completed', 'done'],
  ['deleted', 'dropped'],
  ['cancelled', 'dropped'],
])

/** As long as the model keeps the words of a todo. */
const MAX_SUBJECT = 200

function withClosing(item: ListItem, closing: string): ListItem {
  if (item.mark !== 'done' || closing === '') return item
  return { ...item, note: item.note ? `${item.note}, ${closing}` : closing }
}

function toItem(task: JsonObject): ListItem {
  const id = text(task, 'id')
  const words = text(task, 'content') || text(task, 'subject')
  const note = text(task, 'activeForm')
  return {
    mark: MARKS.get(task.status) ?? 'open',
    text: words,
    note: [id === '' ? '' : `#${id}`, note === words ? '' : note].filter(part => part !== '').join('  '),
  }
}
