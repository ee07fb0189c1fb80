import { useRef } from 'preact/hooks'
import type { SessionTimeline } from '../../../../query/story/session-timeline.ts'
import { formatInteger } from '../../../../text/count.ts'
import type { Running } from '../../routes/session-story.ts'
import { Empty } from '../components/empty.tsx'
import { ErrorBox } from '../components/error-box.tsx'
import { Loading } from '../components/loading.tsx'
import { useKeys } from '../keys.ts'
import { hrefTo, navigate, useRoute } from '../router.ts'
import { placeHref } from '../story/place-links.tsx'
import { ToldHead } from '../story/told-head.tsx'
import { useTold } from '../story/use-told.ts'
import { TimelineStrip } from './timeline-strip.tsx'
import { TurnLines } from './turn-lines.tsx'

/** A session over its time: the whole at a glance, and turn by turn. */
export function View() {
  const id = useRoute().params.id ?? ''
  const { data, error, reload } = useTold<SessionTimeline & Running>(id, 'timeline')
  return (
    <div class="page told-page">
      {data ? <Timeline id={id} timeline={data} /> : null}
      {data ? null : <h1>Timeline</h1>}
      {error ? <ErrorBox error={error} retry={reload} /> : data ? null : <Loading text="Reading the timeline" />}
    </div>
  )
}

function Timeline({ id, timeline }: { readonly id: string; readonly timeline: SessionTimeline & Running }) {
  const page = useRef<HTMLDivElement>(null)
  const { turns, turnCount } = timeline
  useKeys('Timeline', [
    { keys: ['j'], says: 'next turn', run: () => moveFocus(page.current, 1) },
    { keys: ['k'], says: 'turn before', run: () => moveFocus(page.current, -1) },
  ])
  return (
    <div ref={page}>
      <ToldHead {...timeline} id={id} view="timeline" turns={turnCount} />
      {turns.length === 0 ? (
        <Empty title="There is no turn to show.">
          <p>
            Nobody asked for anything in this session, and no tool was used.{' '}
            <a href={hrefTo(`/session/${encodeURIComponent(id)}`)}>See all that is recorded</a>
          </p>
        </Empty>
      ) : (
        <>
          <TimelineStrip id={id} timeline={timeline} onGo={turn => navigate(placeHref(id, { turn }))} />
          <TurnLines id={id} timeline={timeline} />
          {turnCount > turns.length ? (
            <p class="quiet">
              The first {formatInteger(turns.length)} of {formatInteger(turnCount)} turns are shown.
            </p>
          ) : null}
        </>
      )}
    </div>
  )
}

function moveFocus(page: HTMLElement | null, by: number): void {
  const lines = [...(page?.querySelectorAll<HTMLElement>('.turn-link') ?? [])]
  const at = lines.indexOf(document.activeElement as HTMLElement)
  const next = lines[at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + by))]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
