import { useState } from 'preact/hooks'
import type { InspectTasks, TaskItem } from '../../../../query/inspect/inspect-tasks.ts'
import { listTasksAt, type TaskAt } from '../../../../query/inspect/tasks-at.ts'
import { formatInteger, formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { Empty } from '../components/empty.tsx'
import { Answered, Go, Pager, type PanelProps, useInspect } from './inspect-panel.tsx'

const PAGE = 60

/** The list as it stood at the end of the turn being read, and which turn closed what. */
export function TasksPanel(props: PanelProps) {
  const answer = useInspect<InspectTasks>(props, 'tasks')
  const [isAll, setAll] = useState(false)
  const [from, setFrom] = useState(0)
  return (
    <Answered answer={answer}>
      {data => {
        if (data.items.length === 0) return <Empty title="No tasks">Nobody kept a list in this session.</Empty>
        const asOf = isAll ? undefined : props.turn
        const list = isAll ? data.items.map(item => ({ item, status: item.status })) : listTasksAt(data.items, asOf)
        const start = from < list.length ? from : 0
        const shown = list.slice(start, start + PAGE)
        return (
          <>
            <div class="tasks-head">
              <p class="inspect-sum">
                {isAll
                  ? `${formatNumberOf(data.items.length + data.leftOut, 'item')} in all`
                  : `${sumWords(list)}${asOf === undefined ? '' : ` at the end of turn ${asOf}`}`}
              </p>
              <label class="choice">
                <input type="checkbox" checked={isAll} onChange={event => setAll(event.currentTarget.checked)} />
                Everything ever listed
              </label>
            </div>
            {list.length === 0 ? (
              <Empty title="Nothing on the list at this turn">
                {formatNumberOf(data.items.length, 'item')} stood on it at other times.
              </Empty>
            ) : (
              <ul class="inspect-list listed-items">
                {shown.map(({ item, status }, at) => (
                  <TaskRow key={`${item.list} ${item.id} ${start + at}`} item={item} status={status} {...props} />
                ))}
              </ul>
            )}
            <Pager from={start} shown={shown.length} total={list.length} size={PAGE} what="tasks" onFrom={setFrom} />
          </>
        )
      }}
    </Answered>
  )
}

const MARKS: { readonly [status: string]: { readonly mark: string; readonly says: string } } = {
  pending: { mark: '☐', says: 'open' },
  in_progress: { mark: '▸', says: 'at work' },
  completed: { mark: '✓', says: 'done' },
  cleared: { mark: '✓', says: 'done' },
  deleted: { mark: '–', says: 'dropped' },
}

function sumWords(list: readonly TaskAt[]): string {
  const done = list.filter(({ status }) => status === 'completed').length
  return `${formatInteger(done)} of ${formatInteger(list.length)} done`
}

function TaskRow({ item, status, turn, onGo }: { readonly item: TaskItem; readonly status: string } & PanelProps) {
  const { mark, says } = MARKS[status] ?? { mark: '?', says: sanitizeLine(status) }
  const isClosed = status !== 'pending' && status !== 'in_progress'
  const closing = item.changes.findLast(({ to }) => to === 'completed' || to === 'deleted')
  const opening = item.changes[0]
  const shown = isClosed ? closing : (item.changes.findLast(({ to }) => to === status) ?? opening)
  const isHere = isClosed && turn !== undefined && item.closedIn === turn
  return (
    <li class={`listed-row is-${isClosed ? 'closed' : status === 'in_progress' ? 'active' : 'open'}`}>
      <span class="listed-mark" aria-hidden="true">
        {mark}
      </span>
      <span class="listed-words">{sanitizeLine(item.subject) || `#${sanitizeLine(item.id)}`}</span>
      <span class="inspect-facts">
        {says}
        {isHere ? ' here' : ''}
        {shown ? (
          <>
            {isClosed ? ' in ' : ' since '}
            <Go place={shown} onGo={onGo}>
              {shown.turn === undefined ? 'an agent' : `turn ${shown.turn}`}
            </Go>
          </>
        ) : null}
        {isClosed && opening && opening.turn !== shown?.turn ? (
          <>
            {', opened in '}
            <Go place={opening} onGo={onGo}>
              {opening.turn === undefined ? 'an agent' : `turn ${opening.turn}`}
            </Go>
          </>
        ) : null}
        {item.agent === undefined ? '' : ', by an agent'}
      </span>
    </li>
  )
}
