import type { Decision } from '../../narrative/story.ts'
import type { Store } from '../../store/store.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import type { FactRow, SoleFact } from '../lookups/collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from '../lookups/fact-place.ts'
import { type KeptSession, readKeptSessions } from '../lookups/kept-sessions.ts'
import { countScopedSessions, type LookupScope } from '../lookups/scope.ts'
import { selectFacts } from '../lookups/select-facts.ts'
import { hasWords, mayHaveWords, splitWords } from '../lookups/words.ts'
import { allOf } from '../sql-condition.ts'
import { readStory } from './read-story.ts'
import { readSessionFacts, type SessionFacts } from './thread-rows.ts'

/** What was decided; what `--json` prints. */
export interface FoundDecisions {
  readonly schema: 'backscroll.decisions/1'
  readonly query: { readonly text: string; readonly isRules: boolean }
  readonly coverage: { readonly sessions: number }
  /** Newest first. */
  readonly decisions: readonly FoundDecision[]
  /** Those beyond the limit included; a lower bound where `isMore` is true. */
  readonly total: number
  readonly isMore: boolean
}

export interface FoundDecision extends FactPlace {
  readonly text: string
  readonly from: Decision['from']
  /** The question, the title of the plan, what was refused. */
  readonly about: string | undefined
  /** Holds for longer than a choice on the way. */
  readonly isRule: boolean
  readonly takenBack: TakenBack | undefined
}

/** What turned a decision. */
export interface TakenBack {
  /** `words`: said so later in the same session. `answer`: the same question got another answer in the same project. */
  readonly by: 'words' | 'answer'
  readonly text: string
  readonly sessionId: string
  readonly shortId: string
  /** Of the main thread; undefined where the account does not say. */
  readonly turn: number | undefined
  /** ISO 8601 in UTC. */
  readonly at: string | undefined
}

export interface DecisionsRequest {
  /** Words that all must stand in the decision or in what it is about. */
  readonly text: string
  /** Only what is to hold for longer. */
  readonly isRules: boolean
  readonly scope: LookupScope
}

interface DecisionRow extends FactRow {
  readonly text: string
  readonly source: Decision['from']
  readonly about: string | null
  readonly is_rule: number
  readonly taken_back: string | null
}

export function findDecisions(keep: IndexedKeep, { text, isRules, scope }: DecisionsRequest): FoundDecisions {
  const { store } = keep
  const kept = readKeptSessions(store)
  const words = splitWords(text)
  const { facts, isMore } = selectFacts<DecisionRow>(store, kept, {
    table: 'decisions',
    columns: ['f.text', 'f.source', 'f.about', 'f.is_rule', 'f.taken_back'],
    scope,
    where: allOf([mayHaveWords(SAID, words), isRules ? 'f.is_rule = 1' : undefined]),
    fits: row => hasWords(`${row.text} ${row.about ?? ''}`, words),
    contentOf: row => `${row.source} ${row.text}`,
  })
  const shown = facts.slice(0, scope.limit)
  const { placeOf } = createPlaceFinder(store, kept)
  const turnedBy = createTurnFinder(store, kept, shown)
  return {
    schema: 'backscroll.decisions/1',
    query: { text, isRules },
    coverage: { sessions: countScopedSessions(store, scope) },
    decisions: shown.map(fact => ({
      text: fact.row.text,
      from: fact.row.source,
      about: fact.row.about ?? undefined,
      isRule: fact.row.is_rule === 1,
      ...placeOf(fact),
      takenBack: turnedBy(fact.row),
    })),
    total: facts.length,
    isMore,
  }
}

const SAID = `f.text || ' ' || coalesce(f.about, '')`

function createTurnFinder(
  store: Store,
  kept: ReadonlyMap<number, KeptSession>,
  shown: readonly SoleFact<DecisionRow>[],
): (row: DecisionRow) => TakenBack | undefined {
  const asked = shown.flatMap(({ row }) => (row.source === 'answer' && row.about !== null ? [keyOf(row.about)] : []))
  const sessions = asked.length === 0 ? new Map<number, SessionFacts>() : readSessionFacts(store)
  const answers = Map.groupBy(
    asked.length === 0 ? [] : (store.all(ANSWERS, [JSON.stringify(asked)]) as unknown as DecisionRow[]),
    row => `${sessions.get(row.session)?.project} ${keyOf(row.about ?? '')}`,
  )
  const nameOf = (session: number) => ({
    sessionId: kept.get(session)?.sessionId ?? '',
    shortId: kept.get(session)?.shortId ?? '',
  })
  return row => {
    if (row.taken_back !== null)
      return { by: 'words', text: row.taken_back, ...nameOf(row.session), ...findWords(store, row) }
    if (row.source !== 'answer' || row.about === null || row.at === null) return undefined
    const same = answers.get(`${sessions.get(row.session)?.project} ${keyOf(row.about)}`) ?? []
    const later = same.filter(({ at }) => at !== null && at > (row.at ?? 0)).at(-1)
    if (!later || keyOf(later.text) === keyOf(row.text)) return undefined
    return {
      by: 'answer',
      text: later.text,
      ...nameOf(later.session),
      turn: later.turn,
      at: formatIso(later.at ?? undefined),
    }
  }
}

/** Questions are asked in the main thread alone, so a turn is one of it. */
const ANSWERS = `SELECT session, turn, at, text, about FROM decisions
WHERE source = 'answer' AND agent = '' AND lower(about) IN (SELECT value FROM json_each(?)) ORDER BY at, session, number`

function keyOf(text: string): string {
  return text.trim().replace(/[A-Z]/g, letter => letter.toLowerCase())
}

/** Where the words stand that took it back. */
function findWords(store: Store, { session, text }: DecisionRow): Pick<TakenBack, 'turn' | 'at'> {
  const told = readStory(store, session)?.decisions.find(decision => decision.text === text && decision.takenBack)
  const place = told?.takenBack?.places[0]
  return { turn: place?.turn, at: formatIso(place?.at) }
}
