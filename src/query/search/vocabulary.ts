import { FULL_TEXTS, type UnitKind } from '../../store/full-text.ts'
import type { Store } from '../../store/store.ts'
import { editDistance } from '../../text/edit-distance.ts'

/** The words of the index, and in how many units each stands. */
export interface Vocabulary {
  /** Units of this kind. */
  countUnits(kind: UnitKind): number
  /** Units that hold this word, as the index writes it. */
  countUnitsWith(kind: UnitKind, stem: string): number
  /** Words that are spelled nearly alike, best first; then those that begin with it. */
  findClose(stem: string): readonly string[]
  findLonger(stem: string): readonly string[]
}

const KINDS = Object.keys(FULL_TEXTS) as UnitKind[]

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

  function countUnitsWith(kind: UnitKind, stem: string): number {
    const key = `${kind} ${stem}`
    const known = counts.get(key)
    if (known !== undefined) return known
    const row = store.get(`SELECT doc FROM temp.${kind}_words WHERE term = ?`, [stem])
    const count = (row?.doc as number | undefined) ?? 0
    counts.set(key, count)
    return count
  }

  return {
    countUnits(kind) {
      const known = totals.get(kind)
      if (known !== undefined) return known
      const row = store.get(`SELECT count(*) AS units FROM ${FULL_TEXTS[kind].name}_docsize`)
      const count = (row?.units as number | undefined) ?? 0
      totals.set(kind, count)
      return count
    },
    countUnitsWith,
    findClose: stem => findClose(store, stem),
    findLonger(stem) {
      if (stem.length < MIN_PREFIX) return []
      const found = KINDS.flatMap(kind => listBetween(store, kind, stem, after(stem)))
      return rankByUnits(found).slice(0, MAX_LONGER)
    },
  }
}

const MIN_PREFIX = 3
const MAX_LONGER = 8
const MAX_CLOSE = 3
const MIN_LENGTH = 4

interface Known {
  readonly word: string
  readonly units: number
}

/** Typing errors are mostly behind the second letter; those in front are looked for where there is nothing else. */
function findClose(store: Store, stem: string): readonly string[] {
  if (stem.length < MIN_LENGTH || !/^[a-z]+$/.test(stem)) return []
  const starts = new Set([stem.slice(0, 2), `${stem[1]}${stem[0]}`, `${stem[0]}${stem[2]}`, stem.slice(1, 3)])
  const near = pickClose(store, stem, starts)
  if (near.length > 0) return near
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const others = [...letters].flatMap(letter => [`${letter}${stem[0]}`, `${letter}${stem[1]}`, `${stem[0]}${letter}`])
  return pickClose(store, stem, new Set(others))
}

function pickClose(store: Store, stem: string, starts: ReadonlySet<string>): readonly string[] {
  const most = stem.length >= 8 ? 2 : 1
  const found: (Known & { readonly distance: number })[] = []
  for (const start of starts) {
    for (const { word, units } of listBetween(store, 'prose', start, after(start))) {
      if (Math.abs(word.length - stem.length) > most || word === stem) continue
      const distance = editDistance(word, stem)
      if (distance <= most) found.push({ word, units, distance })
    }
  }
  const best = Math.min(...found.map(({ distance }) => distance))
  return rankByUnits(found.filter(({ distance }) => distance === best)).slice(0, MAX_CLOSE)
}

function rankByUnits(found: readonly Known[]): readonly string[] {
  const units = new Map<string, number>()
  for (const known of found) units.set(known.word, Math.max(units.get(known.word) ?? 0, known.units))
  return [...units].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([word]) => word)
}

const MAX_LISTED = 20_000

function listBetween(store: Store, kind: UnitKind, from: string, to: string): readonly Known[] {
  const sql = `SELECT term, doc FROM temp.${kind}_words WHERE term >= ? AND term < ? LIMIT ${MAX_LISTED}`
  return store.all(sql, [from, to]).map(row => ({ word: row.term as string, units: row.doc as number }))
}

/** The first text behind all that begin with this one. */
function after(start: string): string {
  return `${start}\u{10ffff}`
}
