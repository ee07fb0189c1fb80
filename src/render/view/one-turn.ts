import type { Turn } from '../../model/session.ts'
import type { RewoundRow, Row } from './row.ts'
import { placeOf, rewoundScene, type Scene, sees } from './scene.ts'
import { entriesOf, rewoundRows, threadRows } from './thread-rows.ts'
import { type TurnNumbers, turnRow } from './turn-row.ts'

/** A turn with its heading; what stands before the first prompt has none. */
export function* oneTurn(scene: Scene, turn: Turn, numbers: TurnNumbers): Iterable<Row> {
  const heading = turnRow(scene, turn, numbers)
  if (turn.number > 0) yield heading
  yield* threadRows(scene, turn)
}

export interface RewoundTurn {
  /** All turns that were taken back together; the rows of the first open the side, those of the last close it. */
  readonly group: readonly Turn[]
  readonly turn: Turn
  readonly numbers: TurnNumbers
  /** Somebody wants to read what was rewound, at any level. */
  readonly isAskedFor: boolean
}

/** A turn of a side that was tried and taken back; where the side is folded, all of it is one row of its first turn. */
export function* rewoundTurn(scene: Scene, { group, turn, numbers, isAskedFor }: RewoundTurn): Iterable<Row> {
  const isFirst = turn === group[0]
  if (!isAskedFor && !sees(scene, 'all')) {
    if (isFirst) yield* rewoundRows(scene, sideEntries(scene, group))
    return
  }
  if (isFirst) yield { ...markOf(scene, group, isAskedFor), edge: 'begin' }
  yield* oneTurn(isAskedFor ? { ...scene, isRewound: true } : rewoundScene(scene), turn, numbers)
  if (turn === group.at(-1)) yield { ...markOf(scene, group, isAskedFor), edge: 'end' }
}

function markOf(scene: Scene, group: readonly Turn[], isAskedFor: boolean): Omit<RewoundRow, 'edge'> {
  return {
    ...placeOf(scene, group[0]?.prompt, isAskedFor ? 'prompts' : 'all'),
    kind: 'rewound',
    turns: group.map(turn => turn.number),
    entries: sideEntries(scene, group).length,
  }
}

function sideEntries(scene: Scene, group: readonly Turn[]) {
  return group.flatMap(turn => entriesOf(scene.thread, turn))
}
