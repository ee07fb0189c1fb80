import type { TextColumn } from '../../model/text-column.ts'
import { indexTerms } from '../../text/index-terms.ts'

/** What full-text search finds as one: a window of prose, or one tool call with its result. */
export interface Unit {
  /** The thread it stands in; `agentKeys` has its name in the store. */
  readonly file: number
  readonly agentId: string | undefined
  readonly kind: 'prose' | 'tool'
  /** From 0 within thread and kind; for tools the number of the call in `thread.toolCalls`. */
  readonly number: number
  readonly firstTurn: number
  readonly lastTurn: number
  readonly firstEntry: number
  readonly lastEntry: number
  /** Of its last entry that has a time. */
  readonly at: number | undefined
  /** Of its first entry that has a time. */
  readonly firstAt: number | undefined
  readonly texts: UnitTexts
}

export type UnitTexts = { readonly [Column in TextColumn]?: string }

/** Text as it was read, piece by piece. */
export type Pieces = { [Column in TextColumn]?: string[] }

export function addPiece(pieces: Pieces, column: TextColumn, text: string): void {
  const list = pieces[column]
  if (list) list.push(text)
  else pieces[column] = [text]
}

/** The text of each column in one, ready for the index. */
export function joinPieces(pieces: Pieces): UnitTexts {
  const texts: { [Column in TextColumn]?: string } = {}
  for (const [column, list] of Object.entries(pieces) as [TextColumn, string[]][]) {
    texts[column] = indexTerms(list.join('\n'))
  }
  return texts
}
