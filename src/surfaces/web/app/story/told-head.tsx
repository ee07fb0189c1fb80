import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDay, formatDayTime, formatTime } from '../../../../time/day.ts'
import { formatDuration } from '../../../../time/duration.ts'
import { SessionViews } from '../session/session-views.tsx'
import { useTitle } from '../title.ts'

interface ToldHeadProps {
  readonly id: string
  readonly view: 'story' | 'timeline'
  readonly title: string
  readonly turns: number
  /** ISO 8601. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly activeMs: number
  readonly branch: string | undefined
  readonly models: readonly string[]
}

/** Over the story and the timeline of a session: which session it is, and the other ways to look at it. */
export function ToldHead(props: ToldHeadProps) {
  const { id, view, turns, activeMs, branch, models } = props
  const title = sanitizeLine(props.title) || 'Untitled session'
  useTitle(`${title} · ${view === 'story' ? 'Story' : 'Timeline'}`)
  const facts = [
    formatNumberOf(turns, 'turn'),
    activeMs > 0 ? `${formatDuration(activeMs)} of work` : '',
    formatSpan(props),
    sanitizeLine(branch ?? ''),
    models.map(sanitizeLine).join(', '),
  ]
  return (
    <header class="told-head">
      <SessionViews id={id} current={view} />
      <h1>{title}</h1>
      <p class="told-facts">
        {facts
          .filter(text => text !== '')
          .map(text => (
            <span key={text}>{text}</span>
          ))}
      </p>
    </header>
  )
}

function formatSpan({ startedAt, endedAt }: Pick<ToldHeadProps, 'startedAt' | 'endedAt'>): string {
  if (startedAt === undefined) return ''
  const start = Date.parse(startedAt)
  const end = endedAt === undefined ? start : Date.parse(endedAt)
  if (formatDayTime(start) === formatDayTime(end)) return formatDayTime(start)
  return `${formatDayTime(start)} – ${formatDay(start) === formatDay(end) ? formatTime(end) : formatDayTime(end)}`
}
