import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import type { SearchHit, Step } from './answer.ts'
import type { Conversation } from './copies.ts'
import { createEntryReader, type EntryReader, type EntryRow } from './entry-reader.ts'
import { createWordFinder } from './find-words.ts'
import type { UnitMatch } from './match-units.ts'
import type { Narrowing } from './narrow.ts'
import type { PlannedTerm } from './plan-terms.ts'
import type { SessionFacts } from './session-facts.ts'
import { cutSnippet, type Snippet } from './snippet.ts'
import type { Term } from './terms.ts'
import { type Passage, readEntryPassages, readUnitPassages } from './unit-text.ts'

export interface HitContext {
  readonly keep: IndexedKeep
  readonly facts: ReadonlyMap<number, SessionFacts>
  readonly deleted: ReadonlySet<number>
  readonly terms: readonly PlannedTerm[]
  /** Quoted phrases. */
  readonly phrases: readonly Term[]
  /** Filters as typed. */
  readonly filters: readonly string[]
  /** Lines of each snippet. */
  readonly context: number
  readonly columns: readonly string[] | undefined
  /** Where filters fit, by session. */
  readonly places: Narrowing['places']
}

const CHARS_A_LINE = 100

/** Reads the place again and cuts out what to show of it. Undefined where no text is of a role that was asked for. */
export function createHitBuilder(context: HitContext): (conversation: Conversation) => SearchHit | undefined {
  const reader = createEntryReader(context.keep)
  const finder = createWordFinder([
    ...context.terms.map(({ runs, weight }) => ({ runs, weight })),
    ...context.phrases.map(({ runs }) => ({ runs: runs.slice(0, 1), weight: 10 })),
  ])
  const size = { lines: context.context, chars: context.context * CHARS_A_LINE }
  const isByFilter = context.terms.length === 0 && context.phrases.length === 0
  return conversation => {
    // With nothing but a role to go by, only its text tells whether a unit has any of it.
    const tried =
      isByFilter && context.columns ? conversation.units.slice(0, MAX_TRIED) : conversation.units.slice(0, 1)
    for (const unit of tried) {
      const passages = readUnitPassages(reader, unit, finder.inBytes)
      const wanted = choosePassages(context, unit, passages)
      if (wanted.length === 0 && isByFilter && context.columns) continue
      const snippet = cutSnippet(wanted.length > 0 ? wanted : passages, finder, size)
      return buildHit(context, reader, conversation, unit, snippet)
    }
    return undefined
  }
}

const MAX_TRIED = 12

/** A unit spans two turns: of those that a filter names, the text of the turn that it fits. */
function choosePassages({ columns, places }: HitContext, unit: UnitMatch, passages: readonly Passage[]) {
  const inColumns = columns ? passages.filter(({ column }) => columns.includes(column)) : passages
  const turns = (places.get(unit.session) ?? []).flatMap(({ agent, turn }) => (agent === unit.agent ? [turn] : []))
  const inPlace = inColumns.filter(({ entry }) => turns.includes(entry.turn))
  return inPlace.length > 0 ? inPlace : inColumns
}

function buildHit(
  context: HitContext,
  reader: EntryReader,
  conversation: Conversation,
  unit: UnitMatch,
  snippet: Snippet | undefined,
): SearchHit {
  const { store } = context.keep
  const facts = context.facts.get(conversation.session) as SessionFacts
  const entry = snippet?.passage.entry ?? firstEntry(reader, unit)
  const turn = entry?.turn ?? unit.firstTurn
  const role = snippet?.passage.role ?? (unit.kind === 'tool' ? 'tool' : 'note')
  const typed = [...context.terms.map(({ term }) => term.text), ...context.phrases.map(({ text }) => `"${text}"`)]
  const hinted = conversation.hints.map(({ word }) => word)
  const matched = [...new Set([...typed.filter((_, at) => snippet?.matched.has(at)), ...hinted, ...context.filters])]
  const also = conversation.copies.flatMap(session => context.facts.get(session) ?? [])
  return {
    sessionId: facts.id,
    shortId: facts.shortId,
    turn,
    mainTurn: unit.agent === '' ? turn : findMainTurn(store, unit.session, unit.agent),
    agent: unit.agent === '' ? undefined : unit.agent,
    agentType: unit.agent === '' ? undefined : agentTypeOf(context, unit),
    entryUuid: entry?.uuid,
    role,
    title: facts.title,
    project: facts.project,
    projectPath: facts.projectPath,
    branch: facts.branch,
    at: formatIso(entry?.at ?? unit.at ?? facts.endedAt),
    snippet: (snippet?.text ?? '').toWellFormed(),
    highlights: snippet?.highlights ?? [],
    answer: role === 'answer' ? undefined : answerOf(context, reader, unit, turn),
    score: Math.round(conversation.score * 1e4) / 1e4,
    step: stepOf(context, unit, snippet?.matched ?? new Set()),
    matched,
    isRewound: entry?.isRewound ?? false,
    isDeleted: context.deleted.has(conversation.session),
    isPinned: facts.isPinned,
    tags: facts.tags,
    alsoIn: also.map(({ id, shortId }) => ({ sessionId: id, shortId })),
    more: countMore(conversation.units),
    span: entry && {
      file: entry.file,
      generation: reader.generationOf(entry.file),
      start: entry.start,
      end: entry.end,
      line: entry.line,
    },
  }

  function agentTypeOf({ keep }: HitContext, { session, agent }: UnitMatch): string | undefined {
    const row = keep.store.get('SELECT agent_type FROM agents WHERE session = ? AND agent = ?', [session, agent])
    return (row?.agent_type as string | null) ?? undefined
  }

  function firstEntry(from: EntryReader, { firstEntry: number, ...place }: UnitMatch): EntryRow | undefined {
    return from.list(place, 'number = ?', [number])[0]
  }

  function answerOf(_: HitContext, from: EntryReader, place: UnitMatch, number: number): string | undefined {
    const sql = 'SELECT answer_entry FROM turns WHERE session = ? AND agent = ? AND number = ?'
    const at = store.get(sql, [place.session, place.agent, number])?.answer_entry as number | null | undefined
    if (at === null || at === undefined) return undefined
    const [found] = from.list(place, 'number = ?', [at])
    const answers = found ? readEntryPassages(from, found).filter(({ column }) => column === 'answer') : []
    const line = answers
      .at(-1)
      ?.text.split('\n')
      .find(text => text.trim() !== '')
    return line?.trim().slice(0, MAX_ANSWER).toWellFormed()
  }
}

const MAX_ANSWER = 300
/** A unit this much below the best one is no other place worth naming. */
const WORTH = 0.5

function countMore(units: readonly UnitMatch[]): number {
  const best = units[0]?.score ?? 0
  return units.filter(({ score }) => score >= best * WORTH).length - 1
}

/** Where at least so much of the question's weight is there, it is most of it. */
const MOST = 0.6

/** How exactly this hit fits what was typed. */
function stepOf({ terms, phrases, filters }: HitContext, unit: UnitMatch, matched: ReadonlySet<number>): Step {
  if (terms.length === 0) return phrases.length > 0 || filters.length === 0 ? 'phrase' : 'filter'
  const isGuessed = terms.some(
    ({ takenAs }, at) => matched.has(at) && (takenAs === 'spelling' || takenAs === 'beginning'),
  )
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const there = terms.reduce((sum, { weight }, at) => sum + (matched.has(at) ? weight : 0), 0)
  const isAll = terms.every(({ takenAs }, at) => matched.has(at) || takenAs === 'part') && there > 0
  if (isGuessed && isAll) return 'spelling'
  if (unit.fit === 'phrase' || unit.fit === 'near') return unit.fit
  if (unit.fit === 'all' || isAll) return 'all'
  return there >= whole * MOST ? 'most' : 'any'
}
