import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { SessionTimeline } from '../../../../query/story/session-timeline.ts'
import { SLIDER_KEYS } from '../components/slider-keys.ts'
import { BlockDetails } from './block-details.tsx'
import { describeBlock } from './block-words.ts'
import { countMarks, MarkGlyph, nameMarks } from './mark-glyphs.tsx'
import { StripDrawing } from './strip-drawing.tsx'
import { listStripRows } from './strip-rows.ts'
import { blockAt, layTimeline } from './timeline-layout.ts'

interface StripProps {
  readonly id: string
  readonly timeline: SessionTimeline
  onGo(turn: number): void
}

/** All turns side by side: a lane for each kind of work, signs for what happened. A slider: arrows move, Enter goes there. */
export function TimelineStrip({ id, timeline, onGo }: StripProps) {
  const [at, setAt] = useState<number | undefined>(undefined)
  const [width, host] = useWidth()
  const touched = useRef(false)
  const layout = useMemo(() => layTimeline(timeline, width), [timeline, width])
  const rows = useMemo(() => listStripRows(layout), [layout])
  const { blocks } = layout
  // Nobody has looked at anything yet: the end is what a session came to.
  const index = Math.min(at ?? Number.POSITIVE_INFINITY, blocks.length - 1)
  const current = blocks[index]
  const go = (): void => {
    const turn = current?.turns[0]
    if (turn) onGo(turn.number)
  }
  const look = (event: PointerEvent): void => {
    touched.current = event.pointerType === 'touch'
    const left = host.current?.getBoundingClientRect().left ?? 0
    if (blocks.length > 0) setAt(blockAt(blocks, event.clientX - left))
  }
  const press = (event: KeyboardEvent): void => {
    const to = SLIDER_KEYS[event.key]?.(index, blocks.length)
    if (to !== undefined) {
      event.preventDefault()
      setAt(to)
    } else if (event.key === 'Enter') go()
  }
  return (
    <section class="strip" aria-label="At a glance">
      <div class="strip-body">
        <ul class="strip-names" aria-hidden="true">
          {rows.rows.map(row => (
            <li key={row.id} style={{ height: `${row.height}px` }}>
              {row.kind === 'lane' ? <span class={`strip-swatch lane-${row.id}`} /> : null}
              {row.name}
            </li>
          ))}
        </ul>
        <div
          ref={host}
          class="strip-plot"
          role="slider"
          tabIndex={0}
          aria-label="Turns over time"
          aria-valuemin={0}
          aria-valuemax={Math.max(0, blocks.length - 1)}
          aria-valuenow={Math.max(0, index)}
          aria-valuetext={current ? describeBlock(current) : ''}
          onPointerMove={look}
          onPointerDown={look}
          // Fingers cannot hover: they choose, and follow the link below.
          onClick={() => (touched.current ? undefined : go())}
          onKeyDown={press}
        >
          {width > 0 ? <StripDrawing layout={layout} rows={rows} width={width} current={current} /> : null}
        </div>
      </div>
      <Legend
        timeline={timeline}
        hasGaps={layout.gaps.length > 0}
        isGrouped={blocks.some(({ turns }) => turns.length > 1)}
      />
      {current ? <BlockDetails id={id} block={current} /> : null}
    </section>
  )
}

interface LegendProps {
  readonly timeline: SessionTimeline
  readonly hasGaps: boolean
  readonly isGrouped: boolean
}

/** What the signs mean, each with how often it is there. */
function Legend({ timeline, hasGaps, isGrouped }: LegendProps) {
  const counts = countMarks(timeline.marks)
  return (
    <ul class="strip-legend" aria-label="Signs">
      {counts.map(count => (
        <li key={count.kind}>
          <MarkGlyph kind={count.kind} /> {count.count === 1 ? `1 ${nameMarks(count)}` : nameMarks(count)}
        </li>
      ))}
      {hasGaps ? (
        <li>
          <span class="strip-pause" aria-hidden="true" /> ten minutes or more without work, drawn short
        </li>
      ) : null}
      {isGrouped ? <li>neighbouring turns are drawn as one</li> : null}
    </ul>
  )
}

function useWidth() {
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return undefined
    const measure = (): void => setWidth(Math.floor(element.clientWidth))
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    measure()
    return () => sizes.disconnect()
  }, [])
  return [width, host] as const
}
