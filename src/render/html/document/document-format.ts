/**
 * The data inside an exported page: what the writer puts in and the page reads. Rows stand as JSON lines in chunks,
 * compressed with zstd and written in base64, but for the first; images and documents in blocks of their own, once per
 * content; and at the end a directory, so that the page can lay out, count and jump without opening every chunk. What
 * only links need stands apart from it: it does not compress, and most readers follow none.
 */
import type { Level } from '../../level.ts'
import type { Row } from '../../view/row.ts'

export const DOCUMENT_FORMAT = 1

export const DIRECTORY_BLOCK = 'directory'

/** For each row a hash of its uuid, 0 for none: 32 bits are enough to know which few rows to look at. */
export const UUIDS_BLOCK = 'uuids'

/** Media is named by its content; no other name is looked up. */
export const MEDIA_BLOCK = /^media-[0-9a-f]{32}$/

export function rowsBlock(chunk: number): string {
  return `rows-${chunk}`
}

/** Facts of a row that are known without opening its chunk, one bit each. */
export const ROW_FLAGS = {
  /** Something failed. */
  error: 1,
  /** On a side that was tried and taken back. */
  rewound: 2,
  rewoundBegin: 4,
  rewoundEnd: 8,
  /** A person said it. */
  prompt: 16,
} as const

/** One array per fact, all as long as there are rows: small as JSON, smaller compressed. */
export interface DirectoryColumns {
  /** Index into `kinds`. */
  readonly kind: readonly number[]
  /** Index into the levels. */
  readonly level: readonly number[]
  readonly depth: readonly number[]
  /** Turn of the main conversation it stands in. */
  readonly turn: readonly number[]
  /** Index into `tools`, or -1. */
  readonly tool: readonly number[]
  readonly flags: readonly number[]
  /** Characters a reader sees before anything is opened: a guess at its height. */
  readonly size: readonly number[]
  /** Lines behind its fold, as a guess at the height it opens to; 0 where there is nothing to open. */
  readonly inside: readonly number[]
}

/** One line of the table of contents. */
export interface DirectoryPrompt {
  readonly row: number
  readonly turn: number
  readonly text: string
  readonly isRewound: boolean
}

export interface DocumentDirectory {
  readonly format: number
  /** The level the rows were made at. */
  readonly level: Level
  readonly title: string
  /** How many rows each chunk holds. */
  readonly chunks: readonly number[]
  readonly kinds: readonly Row['kind'][]
  readonly tools: readonly string[]
  readonly rows: DirectoryColumns
  readonly prompts: readonly DirectoryPrompt[]
}

/** FNV-1a; never 0, which stands for no uuid. */
export function hashUuid(uuid: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < uuid.length; at++) hash = Math.imul(hash ^ uuid.charCodeAt(at), 0x01000193)
  return hash >>> 0 || 1
}
