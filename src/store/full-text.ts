import type { Store } from './store.ts'
import { TEXT_COLUMNS } from './tables/table.ts'

/**
 * The full-text table holds words and positions, no texts (those stand in the archive): its rowid is `units.unit`. Words
 * are cut by what unicode61 calls a letter or digit, without accents, and reduced to their English stem.
 */
export const FULL_TEXT = 'unit_text'

export const FULL_TEXT_DDL = `CREATE VIRTUAL TABLE ${FULL_TEXT} USING fts5(
  ${TEXT_COLUMNS.join(', ')},
  content='', contentless_delete=1, tokenize='porter unicode61 remove_diacritics 2'
)`

/** Bytes of words held in memory before they are written as a segment; less is used by a small transaction. */
const HASH_BYTES = 32 << 20

/** So many segments of one size are merged at once, by whoever writes next: as few as a bulk load leaves must not be. */
const CRISIS_SEGMENTS = 64
const MAX_LEFT_SEGMENTS = 48

/** Everyday writes: segments are merged a little at each write, so that no single one is slow. */
export function setEverydayMerging(store: Store): void {
  configure(store, { hashsize: HASH_BYTES, automerge: 4, crisismerge: CRISIS_SEGMENTS })
}

/**
 * While much is written at once, segments are only collected: merging them once at the end is cheaper. Measured on 225 MB
 * of text: 5.6 s and 2.6 s for the merge, against 10 s with the defaults in one transaction.
 */
export function putOffMerging(store: Store): void {
  configure(store, { automerge: 0, crisismerge: 1000 })
}

/**
 * The end of a bulk load. About thirty segments are left of a gigabyte: a search looks into each, which costs a third more,
 * and merging them at once costs seconds. They are put in line to be merged a little at each later write.
 */
export function settleSegments(store: Store): void {
  const row = store.get(`SELECT count(DISTINCT segid) AS segments FROM ${FULL_TEXT}_idx`)
  if ((row?.segments as number) > MAX_LEFT_SEGMENTS) mergeFullText(store)
  else store.exec(`INSERT INTO ${FULL_TEXT} (${FULL_TEXT}, rank) VALUES ('merge', -1)`)
}

/** All segments into one. This is also what takes deleted words out of the file. */
export function mergeFullText(store: Store): void {
  store.exec(`INSERT INTO ${FULL_TEXT} (${FULL_TEXT}) VALUES ('optimize')`)
}

function configure(store: Store, options: { readonly [name: string]: number }): void {
  for (const [name, value] of Object.entries(options)) {
    store.exec(`INSERT INTO ${FULL_TEXT} (${FULL_TEXT}, rank) VALUES ('${name}', ${value})`)
  }
}
