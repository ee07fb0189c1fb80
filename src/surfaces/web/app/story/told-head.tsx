import { formatNumberOf } from '../../../../text/count.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shownTitle } from '../../../../text/shown-title.ts'
import { formatDay, formatDayTime, formatTime } from '../../../../time/day.ts'
import { formatDuration } from '../../../../time/duration.ts'
import type { Running } from '../../routes/session-story.ts'
import { LiveMark } from '../components/live-mark.tsx'
import { splitPath } from '../files/path-parts.ts'
import { SessionViews } from '../session/session-views.tsx'
import { useTitle } from '../title.ts'

interface ToldHeadProps extends Running {
  readonly id: string
  readonly view: 'story' | 'timeline'
  readonly title: string
  readonly turns: number
  /** ISO 8601. */
  readonly startedAt: string | undefined
  readonly endedAt: string | undefined
  readonly activeMs: number
  /** The first is where it began. */
  readonly cwds: readonly string[]
  readonly branch: string | undefined
  readonly models: readonly string[]
}

/** Over the story and the timeline of a session: which session it is, and the other ways to look at it. */
export function ToldHead(props: ToldHeadProps) {
  const { id, view, turns, activeMs, cwds, branch, models, status } = props
  const title = shownTitle(sanitizeLine(props.title))
  useTitle(`${title} · ${view === 'story' ? 'Story' : 'Timeline'}`)
  const folder = sanitizeLine(cwds[0] ?? '')
  const facts = [
    { text: formatNumberOf(turns, 'turn') },
    { text: activeMs > 0 ? `${formatDuration(activeMs)} of work` : '' },
    { text: formatSpan(props) },
    { text: splitPath(folder, '').name, title: folder },
    { text: sanitizeLine(branch ?? '') },
    { text: models.map(sanitizeLine).join(', ') },
  ]
  return (
    <header class="told-head">
      <SessionViews id={id} current={view} />
      <h1>{title}</h1>
      <p class="told-facts">
        {facts
          .filter(({ text }) => text !== '')
          .map(({ text, title }, at) => (
            <span key={at} class="told-fact" title={title ?? text}>
              {text}
            </span>
          ))}
        {status && status.state !== 'idle' ? <LiveMark status={status} /> : null}
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
