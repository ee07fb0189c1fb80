import { FULL_TEXTS, type UnitKind } from '../../store/full-text.ts'
import type { Store } from '../../store/store.ts'
import { editDistance } from '../../text/edit-distance.ts'
import { isCjk } from '../../text/split-name.ts'
import { stemsOneAway } from './spelling.ts'
import { stemOf } from './stems.ts'
import { STOP_WORDS } from './terms.ts'

/** The words of the index, and in how many units each stands. */
export interface Vocabulary {
  /** Units of this kind. */
  countUnits(kind: UnitKind): number
  /** Units that hold this word, as the index writes it. */
  countUnitsWith(kind: UnitKind, stem: string): number
  /** Stems of words that are spelled nearly alike, best first. */
  findClose(word: string): readonly string[]
  /** Stems that begin with these letters, the most common first. */
  findLonger(start: string): readonly string[]
  /** Some unit holds what this expression asks for. */
  hasMatch(match: string): boolean
}

export const KINDS = Object.keys(FULL_TEXTS) as UnitKind[]

const opened = new WeakMap<Store, Vocabulary>()

/** Kept for as long as the index is open: its state does not change in that time. */
export function openVocabulary(store: Store): Vocabulary {
  const known = opened.get(store)
  if (known) return known
  const vocabulary = createVocabulary(store)
  opened.set(store, vocabulary)
  return vocabulary
}

function createVocabulary(store: Store): Vocabulary {
  for (const kind of KINDS) {
    const { name } = FULL_TEXTS[kind]
    store.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${kind}_words USING fts5vocab('main', '${name}', 'row')`)
  }
  const totals = new Map<UnitKind, number>()
  const counts = new Map<string, number>()

  return {
    countUnits(kind) {
      const known = totals.get(kind)
      if (known !== undefined) return known
      const row = store.get(`SELECT count(*) AS units FROM ${FULL_TEXTS[kind].name}_docsize`)
      const count = (row?.units as number | undefined) ?? 0
      totals.set(kind, count)
      return count
    },
    countUnitsWith(kind, stem) {
      // To count the most common words takes longest, and their number tells nothing.
      if (STOP_WORDS.has(stem)) return this.countUnits(kind)
      const key = `${kind} ${stem}`
      const known = counts.get(key)
      if (known !== undefined) return known
      const row = store.get(`SELECT doc FROM temp.${kind}_words WHERE term = ?`, [stem])
      const count = (row?.doc as number | undefined) ?? 0
      counts.set(key, count)
      return count
    },
    findClose: word => findClose(store, word),
    findLonger(start) {
      if (start.length < MIN_PREFIX && !isCjk(start.codePointAt(0) ?? 0)) return []
      const found = KINDS.flatMap(kind => listBetween(store, kind, start, MAX_PREFIX_WORDS))
      return rankByUnits(found).slice(0, MAX_LONGER)
    },
    hasMatch: match =>
      KINDS.some(kind => {
        const { name } = FULL_TEXTS[kind]
        return store.get(`SELECT rowid FROM ${name} WHERE ${name} MATCH ? LIMIT 1`, [match]) !== undefined
      }),
  }
}

const MIN_PREFIX = 3
const MAX_PREFIX_WORDS = 500
const MAX_LONGER = 8
const MAX_CLOSE = 3
const LONG_WORD = 8
const MAX_LISTED = 5000

interface Known {
  readonly word: string
  readonly units: number
}

/** One error first; two only in long words, and where their first two letters are right. */
function findClose(store: Store, word: string): readonly string[] {
  const near = JSON.stringify(stemsOneAway(word))
  const own = stemOf(word)
  // What people wrote is spelled better than what programs print, and there is less of it.
  for (const kind of KINDS) {
    const sql = `SELECT term, doc FROM temp.${kind}_words WHERE term IN (SELECT value FROM json_each(?))`
    const found = store.all(sql, [near]).map(toKnown)
    const close = rankByUnits(found.filter(known => known.word !== own && known.word.length > 2))
    if (close.length > 0) return close.slice(0, MAX_CLOSE)
  }
  if (own.length < LONG_WORD) return []
  const alike = listBetween(store, 'prose', own.slice(0, 2), MAX_LISTED).filter(known => {
    return Math.abs(known.word.length - own.length) <= 2 && editDistance(known.word, own) <= 2
  })
  return rankByUnits(alike).slice(0, MAX_CLOSE)
}

function rankByUnits(found: readonly Known[]): readonly string[] {
  const units = new Map<string, number>()
  for (const known of found) units.set(known.word, (units.get(known.word) ?? 0) + known.units)
  return [...units].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word)
}

function listBetween(store: Store, kind: UnitKind, start: string, limit: number): readonly Known[] {
  const sql = `SELECT term, doc FROM temp.${kind}_words WHERE term >= ? AND term < ? LIMIT ${limit}`
  return store.all(sql, [start, `${start}\u{10ffff}`]).map(toKnown)
}

function toKnown(row: { readonly [column: string]: unknown }): Known {
  return { word: row.term as string, units: row.doc as number }
}
