import type { MarkKind } from '../../../../query/story/session-timeline.ts'
import { LANES, type LaneId } from '../../../../render/story/lanes.ts'
import type { TimelineLayout } from './timeline-layout.ts'

/** A line of the strip: what stands in it can be told from where it stands. */
export type StripRow = { readonly name: string; readonly y: number; readonly height: number } & (
  | { readonly kind: 'turns'; readonly id: 'turns' }
  | { readonly kind: 'lane'; readonly id: LaneId }
  | { readonly kind: 'marks'; readonly id: string; readonly marks: readonly MarkKind[] }
)

export interface StripRows {
  readonly rows: readonly StripRow[]
  readonly height: number
}

const TURNS_PX = 24
const LANE_PX = 20
const MARKS_PX = 18

const MARK_ROWS: readonly { readonly id: string; readonly name: string; readonly marks: readonly MarkKind[] }[] = [
  { id: 'passed', name: 'Passed', marks: ['tests-passed'] },
  { id: 'failed', name: 'Failed', marks: ['tests-failed'] },
  { id: 'errors', name: 'Errors', marks: ['error'] },
  { id: 'commits', name: 'Commits', marks: ['commit', 'pull-request'] },
  { id: 'you', name: 'You', marks: ['question', 'correction', 'interruption'] },
]

/** Only lines in which there is something. */
export function listStripRows({ blocks, marks }: TimelineLayout): StripRows {
  const lanes = new Set(blocks.flatMap(block => block.lanes.map(({ lane }) => lane)))
  const kinds = new Set(marks.map(({ mark }) => mark.kind))
  const rows: StripRow[] = [{ kind: 'turns', id: 'turns', name: 'Turns', y: 0, height: TURNS_PX }]
  let y = TURNS_PX
  for (const { id, name } of LANES) {
    if (!lanes.has(id)) continue
    rows.push({ kind: 'lane', id, name, y, height: LANE_PX })
    y += LANE_PX
  }
  for (const row of MARK_ROWS) {
    if (!row.marks.some(kind => kinds.has(kind))) continue
    rows.push({ kind: 'marks', ...row, y, height: MARKS_PX })
    y += MARKS_PX
  }
  return { rows, height: y }
}
