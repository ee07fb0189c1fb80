import type { IndexedKeep } from '../indexed-keep.ts'
import type { EntryReader } from '../search/entry-reader.ts'
import type { WordFinder } from '../search/find-words.ts'
import { toUnit, type UnitMatch } from '../search/match-units.ts'
import { type Passage, readUnitPassages } from '../search/unit-text.ts'
import type { OwnWindow } from './own-window.ts'
import type { PromptTerm } from './prompt-terms.ts'
import { hasEnoughWords, sumOf } from './term-weight.ts'

/** A unit that holds some of the prompt's words, before it is read. */
export interface FoundUnit {
  readonly unit: UnitMatch
  /** Share of the weight of all words that it holds. */
  readonly share: number
  /** It holds enough of them to be worth a look. */
  readonly isEnough: boolean
}

/** What was said in one turn, as far as it stands in the unit that was found. */
export interface FoundTurn {
  readonly unit: UnitMatch
  readonly turn: number
  readonly unitShare: number
  readonly passages: readonly Passage[]
}

/** Units that are looked at closely. Each may take a frame of the archive to be unpacked, about 3 ms. */
const MAX_READ = 4
/** A unit of prose is mostly shorter; what is longer holds more words by chance. */
const USUAL_CHARS = 4000
const MAX_RANKED = 60

export interface RankedUnits {
  /** Best first. */
  readonly found: readonly FoundUnit[]
  /** How many more the model has in its window. */
  readonly inWindow: number
}

interface Held {
  weight: number
  /** Indexes of words. */
  readonly matched: number[]
}

/** Units that hold most of the prompt's words. */
export function rankUnits(
  { store }: IndexedKeep,
  terms: readonly PromptTerm[],
  own: OwnWindow,
  /** What is later than that has not been said yet: a bench asks about the past. */
  now: number,
): RankedUnits {
  const whole = sumOf(terms.keys(), terms)
  // Words that were not looked up may stand in any unit.
  const everywhere = [...terms.keys()].filter(of => terms[of]?.units === undefined)
  const held = new Map<number, Held>()
  terms.forEach(({ units, deeds, weight }, of) => {
    for (const unit of new Set([...(units ?? []), ...deeds])) {
      const known = held.get(unit)
      if (!known) held.set(unit, { weight, matched: [...everywhere, of] })
      else {
        known.weight += weight
        known.matched.push(of)
      }
    }
  })
  const best = [...held].sort((a, b) => b[1].weight - a[1].weight || b[0] - a[0]).slice(0, MAX_RANKED)
  const sql = 'SELECT * FROM units WHERE unit IN (SELECT value FROM json_each(?))'
  const units = store.all(sql, [JSON.stringify(best.map(([unit]) => unit))]).map(toUnit)
  const others = units.filter(unit => !own.isWithin(unit))
  const found = others
    .filter(unit => (unit.firstAt ?? 0) <= now)
    .map(unit => {
      const { weight, matched } = held.get(unit.unit) as Held
      return { unit, share: whole === 0 ? 0 : weight / whole, isEnough: hasEnoughWords(matched, terms) }
    })
    .sort((a, b) => rankOf(b) - rankOf(a) || b.unit.unit - a.unit.unit)
  return { found, inWindow: units.length - others.length }
}

function rankOf({ unit, share }: FoundUnit): number {
  const length = 1 / (1 + 0.15 * Math.max(0, Math.log(unit.chars / USUAL_CHARS)))
  return share * length * (unit.agent === '' ? 1 : AGENT_SHARE)
}

/** What a subagent said was said to another program; what came of it stands in the main thread. */
const AGENT_SHARE = 0.8

/** The turns of the best units, read again. Sides of the conversation that were taken back are left out. */
export function readTurns(
  reader: EntryReader,
  found: readonly FoundUnit[],
  finder: WordFinder,
  own: OwnWindow,
): readonly FoundTurn[] {
  return chooseUnits(found).flatMap(({ unit, share }) => {
    const turns = new Map<number, Passage[]>()
    for (const passage of readUnitPassages(reader, unit, finder.inBytes)) {
      const { entry } = passage
      if (entry.isRewound || own.holds(entry)) continue
      const known = turns.get(entry.turn)
      if (known) known.push(passage)
      else turns.set(entry.turn, [passage])
    }
    return [...turns].map(([turn, passages]) => ({ unit, turn, unitShare: share, passages }))
  })
}

/** One with less of the prompt than that share of what the best has is never shown beside it. */
const MIN_OF_BEST = 0.6

/** At most two of one session: what is shown is one of each. */
function chooseUnits(found: readonly FoundUnit[]): readonly FoundUnit[] {
  const best = Math.max(0, ...found.map(({ share }) => share))
  const perSession = new Map<number, number>()
  const chosen: FoundUnit[] = []
  for (const one of found) {
    const before = perSession.get(one.unit.session) ?? 0
    if (before >= 2 || !one.isEnough || one.share < best * MIN_OF_BEST) continue
    perSession.set(one.unit.session, before + 1)
    chosen.push(one)
    if (chosen.length === MAX_READ) break
  }
  return chosen
}
