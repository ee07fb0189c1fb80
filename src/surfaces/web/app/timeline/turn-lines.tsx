import { useMemo, useRef } from 'preact/hooks'
import type { SessionTimeline, TimelineMark, TimelineTurn } from '../../../../query/story/session-timeline.ts'
import { LANES, type LaneId, shareLanes } from '../../../../render/story/lanes.ts'
import { sanitizeLine } from '../../../../text/sanitize.ts'
import { formatDay, formatTime } from '../../../../time/day.ts'
import { formatDuration } from '../../../../time/duration.ts'
import { now } from '../clock.ts'
import { useRowWindow } from '../components/row-window.ts'
import { nameDay } from '../home/name-day.ts'
import { placeHref } from '../story/place-links.tsx'
import { describeDone, describeOutcome } from './block-words.ts'
import { countMarks, MarkGlyph, nameMarks } from './mark-glyphs.tsx'
import { idleBefore } from './timeline-layout.ts'

type Line =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'idle'; readonly idleMs: number; readonly before: number }
  | { readonly kind: 'turn'; readonly turn: TimelineTurn }

/** Every turn in a line of its own, with the pauses between them; all lines have one height, so that few need exist. */
export function TurnLines({ id, timeline }: { readonly id: string; readonly timeline: SessionTimeline }) {
  const { turns, marks } = timeline
  const list = useRef<HTMLOListElement>(null)
  const lines = useMemo(() => listLines(turns), [turns])
  const byTurn = useMemo(() => Map.groupBy(marks, ({ turn }) => turn), [marks])
  const longest = useMemo(() => turns.reduce((most, { activeMs }) => Math.max(most, activeMs), 1), [turns])
  const { first, end, above, below } = useRowWindow({ count: lines.length, rowPx: 36, host: list })
  return (
    <section aria-labelledby="turn-lines">
      <h2 id="turn-lines">Turns</h2>
      <ol ref={list} class="turn-lines">
        {above > 0 ? <li class="spacer" aria-hidden="true" style={{ height: `${above}px` }} /> : null}
        {lines.slice(first, end).map(line => (
          <li key={keyOf(line)} data-row class={`turn-line is-${line.kind}`}>
            {line.kind === 'turn' ? (
              <TurnLine id={id} turn={line.turn} marks={byTurn.get(line.turn.number) ?? []} longest={longest} />
            ) : line.kind === 'day' ? (
              nameDay(line.day, formatDay(now()))
            ) : (
              `${formatDuration(line.idleMs)} without work`
            )}
          </li>
        ))}
        {below > 0 ? <li class="spacer" aria-hidden="true" style={{ height: `${below}px` }} /> : null}
      </ol>
    </section>
  )
}

function listLines(turns: readonly TimelineTurn[]): readonly Line[] {
  let day = ''
  return turns.flatMap((turn, at) => {
    const lines: Line[] = []
    const idleMs = idleBefore(turns[at - 1], turn)
    if (idleMs > 0) lines.push({ kind: 'idle', idleMs, before: turn.number })
    const own = turn.startedAt === undefined ? day : formatDay(turn.startedAt)
    if (own !== day) lines.push({ kind: 'day', day: own })
    day = own
    lines.push({ kind: 'turn', turn })
    return lines
  })
}

function keyOf(line: Line): string {
  return line.kind === 'turn' ? `${line.turn.number}` : line.kind === 'idle' ? `idle ${line.before}` : line.day
}

interface TurnLineProps {
  readonly id: string
  readonly turn: TimelineTurn
  readonly marks: readonly TimelineMark[]
  readonly longest: number
}

function TurnLine({ id, turn, marks, longest }: TurnLineProps) {
  const lanes = shareLanes(turn.did)
  const outcome = describeOutcome(turn)
  const prompt = sanitizeLine(turn.prompt) || (turn.number === 0 ? 'Before the first prompt' : '(no words)')
  return (
    <a class="turn-link" href={placeHref(id, { turn: turn.number })} title={describeDone([turn])}>
      <span class="turn-number number">{turn.number === 0 ? '' : turn.number}</span>
      <span class="turn-at number">{turn.startedAt === undefined ? '' : formatTime(turn.startedAt)}</span>
      <span class="turn-words">
        <span class="turn-prompt">{prompt}</span>
        {outcome === '' ? null : <span class="turn-outcome">{outcome}</span>}
      </span>
      <span class="turn-marks">
        {countMarks(marks).map(({ kind, count }) => (
          <span key={kind} class="turn-mark" title={nameMarks({ kind, count })}>
            <MarkGlyph kind={kind} />
            <span aria-hidden="true">{count > 1 ? count : ''}</span>
            <span class="sr">{nameMarks({ kind, count })}, </span>
          </span>
        ))}
      </span>
      <span class="turn-did">
        {lanes
          .slice(0, 2)
          .map(({ lane }) => nameLane(lane))
          .join(', ')}
      </span>
      <span class="turn-work number">
        <span class="turn-bar" aria-hidden="true" style={{ width: `${(turn.activeMs / longest) * 100}%` }}>
          {lanes.map(({ lane, share }) => (
            <span key={lane} class={`lane-${lane}`} style={{ flexGrow: String(share) }} />
          ))}
        </span>
        <span class="turn-length">{turn.activeMs > 0 ? formatDuration(turn.activeMs) : ''}</span>
      </span>
    </a>
  )
}

export function nameLane(lane: LaneId): string {
  return LANES.find(({ id }) => id === lane)?.name ?? lane
}
