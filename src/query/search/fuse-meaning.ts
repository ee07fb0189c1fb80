import type { Store } from '../../store/store.ts'
import { toUnit, type UnitMatch } from './match-units.ts'
import type { Narrowing } from './narrow.ts'
import type { RankedSession } from './rank-sessions.ts'

/** A prose unit whose meaning is near that of the question, best first. */
export interface MeaningHit {
  readonly session: number
  readonly agent: string
  readonly number: number
}

/** Reciprocal rank fusion: only the order in each list counts. Word vectors alone find little, so they count little. */
const DAMPING = 10
const MEANING_SHARE = 0.1

export function fuseMeaning(
  store: Store,
  ranked: readonly RankedSession[],
  meaning: readonly MeaningHit[],
  narrowing: Narrowing,
): readonly RankedSession[] {
  const byMeaning = new Map<number, UnitMatch[]>()
  for (const { session, agent, number } of meaning) {
    if (narrowing.sessions && !narrowing.sessions.has(session)) continue
    const row = store.get("SELECT * FROM units WHERE session = ? AND agent = ? AND kind = 'prose' AND number = ?", [
      session,
      agent,
      number,
    ])
    const unit = row && toUnit(row)
    if (!unit || !narrowing.isWanted(unit)) continue
    const group = byMeaning.get(session)
    if (group) group.push(unit)
    else byMeaning.set(session, [unit])
  }
  const places = new Map([...byMeaning.keys()].map((session, at) => [session, at]))
  const fused = new Map<number, RankedSession>()
  ranked.forEach((session, at) => {
    const other = places.get(session.session)
    const score = 1 / (DAMPING + at) + (other === undefined ? 0 : MEANING_SHARE / (DAMPING + other))
    fused.set(session.session, { ...session, score })
  })
  for (const [session, units] of byMeaning) {
    if (!fused.has(session))
      fused.set(session, { session, units, hints: [], score: MEANING_SHARE / (DAMPING + (places.get(session) ?? 0)) })
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.session - b.session)
}
