/**
 * render/html draws rows as HTML, the same in Node and in the page that reads an export: pure functions, no document, no
 * styles and no scripts inside. What a row looks like stands in `rows.css`; what holds many of them in `document/`.
 */
import type { MediaPart } from '../view/part.ts'
import type { Row, RowRenderers } from '../view/row.ts'
import type { LossReport } from './loss-report.ts'
import type { PartContext } from './parts.ts'
import { bodyOf, frameRow, type RowShape } from './row-shape.ts'
import { compactionShape, rewoundShape, sectionShape, sessionShape, turnShape } from './rows/frame.ts'
import {
  errorShape,
  interruptionShape,
  lossShape,
  noticeShape,
  rawShape,
  repeatShape,
  reportShape,
  unknownShape,
  unreadableShape,
} from './rows/notices.ts'
import { answerShape, inputShape, messageShape, outputShape, remarkShape, thinkingShape } from './rows/talk.ts'
import { agentShape, hookCountShape, hookShape, toolShape } from './rows/work.ts'
import type { Html } from './safe-html.ts'

export interface DrawOptions {
  /** `level`: folds are open where the view opens the row. */
  readonly open: 'none' | 'level'
  /** `later`: a closed fold is left empty, to be filled by `drawBody` when somebody opens it. */
  readonly bodies: 'inline' | 'later'
  /** Name of the data block that holds the bytes; undefined: only name and size are shown. */
  mediaRef(part: MediaPart): string | undefined
}

export interface RowDrawer {
  drawRow(row: Row, state?: RowState): Html
  /** What stands behind the row's fold; undefined where it has none. */
  drawBody(row: Row): Html | undefined
}

/** What the caller knows of a row beside the row. */
export interface RowState {
  readonly previous?: Pick<Row, 'kind'> | undefined
  readonly next?: Pick<Row, 'kind'> | undefined
  /** Somebody opened or closed it; undefined: as the options say. */
  readonly isOpen?: boolean | undefined
  /** For the last row, where less is shown than the view holds. */
  readonly losses?: LossReport | undefined
}

export function createRowDrawer(options: DrawOptions): RowDrawer {
  const context: PartContext = { mediaRef: part => options.mediaRef(part) }
  const shapeOf = (row: Row, state: RowState): RowShape =>
    (createShapes(context, state)[row.kind] as (row: Row) => RowShape)(row)
  return {
    drawRow(row, state = {}) {
      const shape = shapeOf(row, state)
      const isOpen = state.isOpen ?? (shape.standsOpen === true || (options.open === 'level' && shape.isOpen === true))
      return frameRow(row, shape, { isOpen, isLater: options.bodies === 'later', body: bodyOf(row, shape, context) })
    },
    drawBody(row) {
      return bodyOf(row, shapeOf(row, {}), context)?.()
    },
  }
}

function createShapes(context: PartContext, state: RowState): RowRenderers<RowShape> {
  return {
    session: sessionShape,
    turn: turnShape,
    input: row => inputShape(row, context),
    answer: answerShape,
    remark: remarkShape,
    thinking: row => thinkingShape(row, isAlone(state)),
    tool: row => toolShape(row, context),
    agent: row => agentShape(row, context),
    hook: row => hookShape(row, context),
    'hook-count': hookCountShape,
    error: row => errorShape(row, context),
    compaction: row => compactionShape(row, context),
    interruption: interruptionShape,
    'task-report': row => reportShape(row, context),
    message: messageShape,
    output: outputShape,
    rewound: rewoundShape,
    notice: row => noticeShape(row, context),
    repeat: repeatShape,
    unknown: unknownShape,
    unreadable: unreadableShape,
    raw: rawShape,
    section: sectionShape,
    loss: row => lossShape(row, state.losses),
  }
}

const BY_THE_MODEL: ReadonlySet<Row['kind']> = new Set<Row['kind']>(['answer', 'remark', 'thinking', 'tool', 'agent'])

/** Whoever says nothing of the neighbours gets it folded. */
function isAlone(state: RowState): boolean {
  return ('previous' in state || 'next' in state) && standsAlone(state.previous?.kind, state.next?.kind)
}

/** Between neighbours that the model did not write. */
export function standsAlone(previous: Row['kind'] | undefined, next: Row['kind'] | undefined): boolean {
  return ![previous, next].some(kind => kind !== undefined && BY_THE_MODEL.has(kind))
}
