import type { MarkKind } from '../../../../query/story/session-timeline.ts'
import { formatDay, formatDayTime, formatTime } from '../../../../time/day.ts'
import { glyphClass, MARK_LOOKS } from './mark-glyphs.tsx'
import type { StripRow, StripRows } from './strip-rows.ts'
import type { Block, Gap, PlacedMark, TimelineLayout } from './timeline-layout.ts'

interface DrawingProps {
  readonly layout: TimelineLayout
  readonly rows: StripRows
  readonly width: number
  readonly current: Block | undefined
}

const AXIS_PX = 18

/** One path for each kind of thing, however many turns there are. */
export function StripDrawing({ layout, rows, width, current }: DrawingProps) {
  const { blocks, gaps, marks } = layout
  const compactions = marks.filter(({ mark }) => mark.kind === 'compaction')
  return (
    <svg class="strip-drawing" width={width} height={rows.height + AXIS_PX} aria-hidden="true">
      {current ? <rect class="strip-current" x={current.x} width={current.width} y={0} height={rows.height} /> : null}
      <path class="strip-lines" d={rows.rows.map(({ y, height }) => `M0 ${y + height - 0.5}H${width}`).join('')} />
      <path class="strip-gaps" d={gaps.map(gap => gapPath(gap, rows.height)).join('')} />
      {rows.rows.map(row => (
        <Row key={row.id} row={row} blocks={blocks} marks={marks} width={width} />
      ))}
      <path class="strip-compactions" d={compactions.map(({ x }) => `M${round(x)} 0V${rows.height}`).join('')} />
      {listTicks(blocks, width).map(({ x, text }) => (
        <text key={x} class="strip-tick" x={x} y={rows.height + 13}>
          {text}
        </text>
      ))}
    </svg>
  )
}

interface RowProps extends Pick<DrawingProps, 'width'> {
  readonly row: StripRow
  readonly blocks: readonly Block[]
  readonly marks: readonly PlacedMark[]
}

function Row({ row, blocks, marks, width }: RowProps) {
  const { y, height } = row
  if (row.kind === 'turns') {
    const [kept, rewound] = splitRewound(blocks)
    return (
      <>
        <path class="strip-turns" d={kept.map(block => boxPath(block, y + 5, height - 10)).join('')} />
        <path class="strip-rewound" d={rewound.map(block => boxPath(block, y + 5, height - 10)).join('')} />
      </>
    )
  }
  if (row.kind === 'lane') {
    const boxes = blocks.flatMap(block => {
      const share = block.lanes.find(({ lane }) => lane === row.id)?.share
      if (share === undefined) return []
      const tall = Math.round((height - 4) * (0.3 + 0.7 * share))
      return [boxPath(block, y + height - 1 - tall, tall)]
    })
    return <path class={`strip-lane lane-${row.id}`} d={boxes.join('')} />
  }
  return (
    <>
      {[...placeGlyphs(marks, row.marks, { y: y + height / 2, width })].map(([kind, path]) => (
        <path key={kind} class={glyphClass(kind)} d={path} />
      ))}
    </>
  )
}

function splitRewound(blocks: readonly Block[]): readonly [readonly Block[], readonly Block[]] {
  const isRewound = ({ turns }: Block): boolean => turns.every(turn => turn.isRewound)
  return [blocks.filter(block => !isRewound(block)), blocks.filter(isRewound)]
}

/** A pixel stays free between neighbours, where there is one to spare. */
function boxPath({ x, width }: Block, y: number, height: number): string {
  const own = Math.max(1, width - (width > 3 ? 1 : 0))
  return `M${round(x)} ${y}h${round(own)}v${height}h${round(-own)}Z`
}

/** A pause is a break in the line, however long it was. */
function gapPath({ x, width }: Gap, height: number): string {
  const middle = x + width / 2
  const half = Math.min(2, width / 4)
  return `M${round(middle - half - 1)} ${height}L${round(middle + half - 1)} 0M${round(middle - half + 2)} ${height}L${round(middle + half + 2)} 0`
}

const GLYPH_PX = 12
/** Nearer to each other than this they would cover each other. */
const APART_PX = 10
/** No sign stands further than this from where it belongs. */
const MOVED_PX = 12

/** One sign for several of a kind at one place; different ones move apart, a little. */
function placeGlyphs(
  marks: readonly PlacedMark[],
  kinds: readonly MarkKind[],
  { y, width }: { readonly y: number; readonly width: number },
): ReadonlyMap<MarkKind, string> {
  const paths = new Map<MarkKind, string>()
  let last: PlacedMark | undefined
  for (const { x, mark } of marks.filter(({ mark }) => kinds.includes(mark.kind)).sort((a, b) => a.x - b.x)) {
    const isNear = last !== undefined && x - last.x < APART_PX
    if (isNear && last?.mark.kind === mark.kind) continue
    const own = Math.min(width - GLYPH_PX / 2, Math.max(GLYPH_PX / 2, isNear ? (last?.x ?? x) + APART_PX : x))
    if (own - x > MOVED_PX) continue
    last = { x: own, mark }
    paths.set(mark.kind, (paths.get(mark.kind) ?? '') + movePath(MARK_LOOKS[mark.kind].path, own, y))
  }
  return paths
}

/** Paths of signs use `M`, `L` by leaving it out, `H`, `V`, `a` and `Z` only. */
function movePath(path: string, dx: number, dy: number): string {
  return path.replace(/([MHVaZ])([^MHVaZ]*)/g, (_, command: string, rest: string) => {
    if (command === 'Z' || command === 'a') return command + rest
    const numbers = (rest.match(/-?[\d.]+/g) ?? []).map(Number)
    const moved = numbers.map((value, at) => value + (command === 'V' || (command === 'M' && at % 2 === 1) ? dy : dx))
    return `${command}${moved.map(round).join(' ')}`
  })
}

interface Tick {
  readonly x: number
  readonly text: string
}

const TIME_PX = 42
const DAY_PX = 112

/** Times below the strip: where it begins, after pauses, and where there is room. */
function listTicks(blocks: readonly Block[], width: number): readonly Tick[] {
  let free = 0
  let day = ''
  return blocks.flatMap(({ x, startedAt, idleMs }, at) => {
    const isTold = at === 0 || idleMs > 0 || x - free > width / 6
    if (startedAt === undefined || !isTold || x < free) return []
    const isOtherDay = formatDay(startedAt) !== day
    const needed = isOtherDay ? DAY_PX : TIME_PX
    if (x + needed > width && at > 0) return []
    day = formatDay(startedAt)
    free = x + needed + 8
    return [{ x: round(x), text: isOtherDay ? formatDayTime(startedAt) : formatTime(startedAt) }]
  })
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
