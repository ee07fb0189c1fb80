import type { Level } from '../level.ts'
import type { Row } from './row.ts'

/** Some rows of one turn, or of one agent, in order. */
export interface PagedRows {
  /** 0 in an agent, whose rows are counted from its beginning. */
  readonly turn: number
  readonly agent: string | undefined
  readonly level: Level | 'raw'
  /** Number of the first one among all rows of the turn at this level. */
  readonly offset: number
  readonly rows: readonly PagedRow[]
  /** More rows follow: ask again from `offset` plus those that are here. */
  readonly hasMore: boolean
}

export interface PagedRow {
  /** Images and documents are taken out of it: `base64` is `media-<hash>`, to be asked for by that name. */
  readonly row: Row
  /** Long texts end early; the whole row is there for the asking. */
  readonly isCut: boolean
}
