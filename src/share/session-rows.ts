import type { ExportSession } from '../query/export/open-redacted.ts'
import { stringsOf } from '../render/html/document/row-strings.ts'
import { takeMedia } from '../render/html/document/take-media.ts'
import { buildView } from '../render/view/build-view.ts'
import { buildRawView } from '../render/view/raw-view.ts'
import type { LossRow, Row } from '../render/view/row.ts'
import type { AgentsMode, TurnRange, ViewOptions } from '../render/view/view-options.ts'
import type { ExportLevel } from './export-shape.ts'

export interface RowsWish {
  readonly level: ExportLevel
  readonly agents: AgentsMode
  readonly turns: TurnRange | undefined
  readonly costOf: ViewOptions['costOf']
}

/** The rows of a session as `show` draws them. */
export function sessionRows(session: ExportSession, { level, agents, turns, costOf }: RowsWish): Iterable<Row> {
  const options = {
    turns,
    agents,
    read: session.read,
    readText: session.readText,
    readToolOutput: session.readToolResult,
    isKeptOnly: session.source.kept?.isGone ?? false,
    costOf,
  }
  return level === 'raw'
    ? buildRawView(session.session, { ...options, level: 'all' })
    : buildView(session.session, { ...options, level })
}

/** Hands on the last row, which tells what a reader did not see. */
export function* noteLosses(rows: Iterable<Row>, note: (loss: LossRow) => void): Iterable<Row> {
  for (const row of rows) {
    if (row.kind === 'loss') note(row)
    yield row
  }
}

/** Looks at every text of a row once more before it is drawn; bytes of images are no text. */
export function* checkRows(rows: Iterable<Row>, requireClean: ((text: string) => void) | undefined): Iterable<Row> {
  for (const row of rows) {
    requireClean?.(stringsOf(takeMedia(row, { withMedia: false, sha256: () => '' }).row))
    yield row
  }
}
