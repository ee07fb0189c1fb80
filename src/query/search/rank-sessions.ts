import type { FactHint } from './fact-hints.ts'
import type { UnitMatch } from './match-units.ts'

/** A session with the units that speak for it, best first. */
export interface RankedSession {
  readonly session: number
  readonly score: number
  readonly units: readonly UnitMatch[]
  readonly hints: readonly FactHint[]
}

export interface RankingFacts {
  readonly now: number
  readonly hints: readonly FactHint[]
  /** Whether a moment is one that the question names; undefined where it names none. */
  isDated: ((at: number) => boolean) | undefined
  /** Share of the question's words that stand in the title, 0 to 1. */
  titleShareOf(session: number): number
}

/** Tuned on bench/retrieval: docs/search.md has the figures. */
export const RANKING = {
  /** Tool calls repeat what people said; one of them is worth less. */
  kind: { prose: 1, tool: 0.75 },
  fit: { some: 0, all: 0.12, near: 0.2, phrase: 1.5 },
  /** What the second and third best unit of a session add. */
  more: [1, 0.4, 0.2],
  date: 0.15,
  title: 0.12,
  recency: 0.02,
  recencyDays: 60,
  /** A subagent's unit stands behind one of the main thread that is nearly as good. */
  agent: 0.96,
} as const

const DAY_MS = 24 * 60 * 60 * 1000

export function rankSessions(matches: readonly UnitMatch[], facts: RankingFacts): readonly RankedSession[] {
  const groups = new Map<number, UnitMatch[]>()
  for (const match of matches) {
    const scored = { ...match, score: scoreUnit(match, facts) }
    const group = groups.get(match.session)
    if (group) group.push(scored)
    else groups.set(match.session, [scored])
  }
  const hints = new Map<number, FactHint[]>()
  for (const hint of facts.hints) {
    const group = hints.get(hint.place.session)
    if (group) group.push(hint)
    else hints.set(hint.place.session, [hint])
  }
  const ranked = [...groups].map(([session, units]) => {
    units.sort((a, b) => b.score - a.score || a.unit - b.unit)
    const own = hints.get(session) ?? []
    return { session, units, hints: own, score: scoreSession(session, units, own, facts) }
  })
  return ranked.sort((a, b) => b.score - a.score || a.session - b.session)
}

function scoreUnit(match: UnitMatch, facts: RankingFacts): number {
  const { kind, fit, at, agent } = match
  const dated = at !== undefined && facts.isDated?.(at) ? RANKING.date : 0
  const text = (match.score + RANKING.fit[fit]) * RANKING.kind[kind] * (agent === '' ? 1 : RANKING.agent)
  return text + dated
}

function scoreSession(
  session: number,
  units: readonly UnitMatch[],
  hints: readonly FactHint[],
  facts: RankingFacts,
): number {
  const best = RANKING.more.reduce((sum, share, at) => sum + share * (units[at]?.score ?? 0), 0)
  const byWord = new Map<string, number>()
  for (const { word, weight } of hints) byWord.set(word, Math.max(byWord.get(word) ?? 0, weight))
  const known = [...byWord.values()].reduce((sum, weight) => sum + weight, 0)
  const at = Math.max(0, ...units.slice(0, 3).map(unit => unit.at ?? 0))
  const age = Math.max(0, facts.now - at) / DAY_MS
  const recency = RANKING.recency * Math.exp(-age / RANKING.recencyDays)
  return best + known + RANKING.title * facts.titleShareOf(session) + recency
}
