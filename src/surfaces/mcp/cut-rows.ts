import type { Session } from '../../model/session.ts'
import { drawCompact } from '../../render/compact/draw-compact.ts'
import type { Row } from '../../render/view/row.ts'
import { countBeginnings, nameEntry } from './entry-name.ts'

/** A piece of an answer, with the turn it stands in. */
export interface RowBlock {
  readonly text: string
  readonly turn: number | undefined
}

export interface CutOptions {
  readonly session: Session
  /** The line above the first row of a turn; `row` is its heading, where it has one. Empty: none is needed. */
  headTurn(number: number, row: Row | undefined): string
}

/** Rows as blocks, one for each row that says something; the heading of a turn stands with the first of them. */
export function* cutRows(rows: Iterable<Row>, { session, headTurn }: CutOptions): Iterable<RowBlock> {
  const options = { nameOf: createNamer(session) }
  let turn: number | undefined
  let heading = ''
  for (const row of rows) {
    if (row.kind === 'turn') {
      // A turn without a word of its own is still a turn.
      if (heading !== '') yield { text: heading, turn }
      turn = row.number
      heading = headTurn(row.number, row)
      continue
    }
    const text = drawCompact(row, options)
    if (text === '') continue
    if (turn === undefined && row.kind !== 'loss') {
      turn = 0
      heading = headTurn(0, undefined)
    }
    const before = row.kind === 'loss' ? '' : heading
    if (row.kind === 'loss' && heading !== '') yield { text: heading, turn }
    heading = ''
    yield { text: before === '' ? text : `${before}\n${text}`, turn }
  }
  if (heading !== '') yield { text: heading, turn }
}

/** Ids are counted where one is named first: most answers name none. */
function createNamer(session: Session): (uuid: string | undefined) => string {
  let counts: ReadonlyMap<string, number> | undefined
  return uuid =>
    nameEntry(uuid, short => {
      counts ??= countBeginnings(listIds(session))
      return (counts.get(short) ?? 0) <= 1
    })
}

function* listIds({ main, agents }: Session): Iterable<string> {
  for (const thread of [main, ...agents.map(agent => agent.thread)]) {
    for (const { uuid } of thread.entries) if (uuid !== undefined) yield uuid
  }
}
