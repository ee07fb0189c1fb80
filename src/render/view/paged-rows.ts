import { takeMedia } from '../html/document/take-media.ts'
import type { Level } from '../level.ts'
import { cutRow, LIST_LIMITS } from './cut-row.ts'
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

/** What one answer holds at most. */
export interface PageLimits {
  readonly rows: number
  /** Characters of JSON; one row may be more. */
  readonly chars: number
}

export const PAGE_LIMITS: PageLimits = { rows: 300, chars: 256_000 }

/** Fills an answer row by row. */
export class PageFiller {
  readonly #limits: PageLimits
  readonly #sha256: (text: string) => string
  #rows = 0
  #chars = 0

  constructor(limits: PageLimits, sha256: (text: string) => string) {
    this.#limits = limits
    this.#sha256 = sha256
  }

  get isFull(): boolean {
    return this.#rows >= this.#limits.rows || this.#chars >= this.#limits.chars
  }

  get isEmpty(): boolean {
    return this.#rows === 0
  }

  /** The row as it is sent; undefined where there is no room for it. The first always has. */
  add(row: Row): PagedRow | undefined {
    const paged = pageRow(row, this.#sha256)
    const chars = JSON.stringify(paged).length
    if (this.#rows > 0 && this.#chars + chars > this.#limits.chars) {
      this.#chars = this.#limits.chars
      return undefined
    }
    this.#rows++
    this.#chars += chars
    return paged
  }
}

/** `sha256`: Base64 of the SHA-256 of a text. */
export function pageRow(row: Row, sha256: (text: string) => string): PagedRow {
  const cut = cutRow(takeMedia(row, { withMedia: true, sha256 }).row, LIST_LIMITS)
  return { row: cut.row, isCut: cut.cuts.length > 0 }
}
