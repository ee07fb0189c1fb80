import { TEXT_COLUMNS, type TextColumn } from '../model/text-column.ts'
import type { Store } from './store.ts'

interface FullText {
  readonly name: string
  readonly columns: readonly TextColumn[]
  /** Bytes of words held in memory before they are written as a segment; less is used by a small transaction. */
  readonly hashBytes: number
}

/**
 * The full-text tables hold words and positions, no texts (those stand in the archive): their rowid is `units.unit`. Words
 * are cut by what unicode61 calls a letter or digit, without accents, and reduced to their English stem. Prose and tool
 * calls lie apart: in one table the words of ten times as many calls would decide what is rare and what is long, and a
 * question would have to go through all of them.
 */
export const FULL_TEXTS = {
  prose: { name: 'prose_text', columns: TEXT_COLUMNS, hashBytes: 16 << 20 },
  tool: { name: 'tool_text', columns: ['input', 'output'], hashBytes: 32 << 20 },
} as const satisfies { readonly [kind: string]: FullText }

export type UnitKind = keyof typeof FULL_TEXTS

const TABLES: readonly FullText[] = Object.values(FULL_TEXTS)

export const FULL_TEXT_DDL: readonly string[] = TABLES.map(
  ({ name, columns }) => `CREATE VIRTUAL TABLE ${name} USING fts5(
  ${columns.join(', ')},
  content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
)`,
)

/** So many segments of one size are merged at once, by whoever writes next: as few as a bulk load leaves must not be. */
const CRISIS_SEGMENTS = 64
const MAX_LEFT_SEGMENTS = 48

/** Everyday writes: segments are merged a little at each write, so that no single one is slow. */
export function setEverydayMerging(store: Store): void {
  for (const { name, hashBytes } of TABLES) {
    configure(store, name, { hashsize: hashBytes, automerge: 4, crisismerge: CRISIS_SEGMENTS })
  }
}

/**
 * While much is written at once, segments are only collected: merging them once at the end is cheaper. Measured on 225 MB
 * of text: 5.6 s and 2.6 s for the merge, against 10 s with the defaults in one transaction.
 */
export function putOffMerging(store: Store): void {
  for (const { name } of TABLES) configure(store, name, { automerge: 0, crisismerge: 1000 })
}

/**
 * The end of a bulk load. About thirty segments are left of a gigabyte: a search looks into each, which costs a third more,
 * and merging them at once costs seconds. They are put in line to be merged a little at each later write.
 */
export function settleSegments(store: Store): void {
  for (const { name } of TABLES) {
    const row = store.get(`SELECT count(DISTINCT segid) AS segments FROM ${name}_idx`)
    if ((row?.segments as number) > MAX_LEFT_SEGMENTS) optimize(store, name)
    else configure(store, name, { merge: -1 })
  }
}

/** All segments into one. This is also what takes deleted words out of the file. */
export function mergeFullText(store: Store): void {
  for (const { name } of TABLES) optimize(store, name)
}

function optimize(store: Store, name: string): void {
  store.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`)
}

function configure(store: Store, name: string, options: { readonly [name: string]: number }): void {
  for (const [option, value] of Object.entries(options)) {
    store.exec(`INSERT INTO ${name} (${name}, rank) VALUES ('${option}', ${value})`)
  }
}
