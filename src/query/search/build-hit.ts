import { answerLead } from '../../text/answer-lead.ts'
import { clip } from '../../text/clip.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import type { SearchHit, Step } from './answer.ts'
import type { Conversation } from './copies.ts'
import { createEntryReader, type EntryReader } from './entry-reader.ts'
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
  factsOf(session: number): SessionFacts | undefined
  isDeleted(session: number): boolean
  readonly terms: readonly PlannedTerm[]
  /** Quoted phrases. */
  readonly phrases: readonly Term[]
  /** Filters as typed. */
  readonly filters: readonly string[]
  /** Lines of each snippet. */
  readonly context: number
  readonly columns: readonly string[] | undefined
  /** What filters say about single texts. */
  readonly isFine: boolean
  readonly isWantedText: Narrowing['isWantedText']
  readonly places: Narrowing['places']
  /** What was typed, word for word. */
  wording(): RegExp | undefined
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
  const isStrict = context.isFine || context.columns !== undefined
  const isByFilter = context.terms.length === 0 && context.phrases.length === 0
  return conversation => {
    const tried = conversation.units.slice(0, isStrict ? MAX_TRIED : 1)
    for (const unit of tried) {
      const read = readUnitPassages(reader, unit, finder.inBytes)
      const passages = read.length > 0 ? read : readPromptHeads(reader, context.keep, unit)
      const wanted = choosePassages(context, unit, passages)
      const wording = unit.fit === 'phrase' ? context.wording() : undefined
      const snippet = cutSnippet(wanted, finder, size, wording)
      // What was found stands in another turn, or is of another role, than the filters ask for.
      if (!snippet || (isStrict && !isByFilter && !holdsSought(context, snippet))) continue
      return buildHit(context, reader, conversation, unit, snippet)
    }
    return undefined
  }
}

const MAX_TRIED = 12

function holdsSought({ terms, phrases }: HitContext, { matched }: Snippet): boolean {
  return matched.size > 0 && phrases.every((_, at) => matched.has(terms.length + at))
}

/** Of a unit that spans two turns, the texts that the filters mean; where a filter names places, those first. */
function choosePassages(context: HitContext, unit: UnitMatch, passages: readonly Passage[]): readonly Passage[] {
  const { session, agent, kind } = unit
  const wanted = passages.filter(({ column, role, entry: { turn, at } }) => {
    const isColumn = context.columns === undefined || context.columns.includes(column)
    return isColumn && context.isWantedText({ session, agent, kind, turn, at, role })
  })
  const turns = (context.places.get(session) ?? []).flatMap(place => (place.agent === agent ? [place.turn] : []))
  const inPlace = wanted.filter(({ entry }) => turns.includes(entry.turn))
  return inPlace.length > 0 ? inPlace : wanted
}

/** Where the archive cannot be read, the index still knows how each prompt began. */
function readPromptHeads(reader: EntryReader, { store }: IndexedKeep, unit: UnitMatch): readonly Passage[] {
  const sql = `SELECT text, prompt_entry FROM turns
    WHERE session = ? AND agent = ? AND number BETWEEN ? AND ? AND prompt_entry IS NOT NULL`
  const turns = store.all(sql, [unit.session, unit.agent, unit.firstTurn, unit.lastTurn])
  return turns.flatMap(row => {
    const [entry] = reader.list(unit, 'number = ?', [row.prompt_entry as number])
    return entry ? [{ entry, column: 'prompt' as const, role: 'prompt' as const, text: row.text as string }] : []
  })
}

function buildHit(
  context: HitContext,
  reader: EntryReader,
  conversation: Conversation,
  unit: UnitMatch,
  snippet: Snippet,
): SearchHit {
  const { store } = context.keep
  const facts = context.factsOf(conversation.session) as SessionFacts
  const entry = snippet.passage.entry
  const turn = entry.turn
  const role = snippet.passage.role
  const typed = [...context.terms.map(({ term }) => term.text), ...context.phrases.map(({ text }) => `"${text}"`)]
  const hinted = conversation.hints.map(({ word }) => word)
  const matched = [...new Set([...typed.filter((_, at) => snippet.matched.has(at)), ...hinted, ...context.filters])]
  const also = conversation.copies.flatMap(session => context.factsOf(session) ?? [])
  return {
    sessionId: facts.id,
    shortId: facts.shortId,
    turn,
    mainTurn: unit.agent === '' ? turn : findMainTurn(store, unit.session, unit.agent),
    agent: unit.agent === '' ? undefined : unit.agent,
    agentType: unit.agent === '' ? undefined : agentTypeOf(context, unit),
    entryUuid: entry.uuid,
    role,
    title: facts.title,
    project: facts.project,
    projectPath: facts.projectPath,
    branch: facts.branch,
    at: formatIso(entry.at ?? unit.at ?? facts.endedAt),
    snippet: snippet.text.toWellFormed(),
    highlights: snippet.highlights,
    answer: role === 'answer' ? undefined : answerOf(context, reader, unit, turn),
    score: Math.round(conversation.score * 1e4) / 1e4,
    step: stepOf(context, unit, snippet.matched),
    matched,
    isRewound: entry.isRewound,
    isDeleted: context.isDeleted(conversation.session),
    isPinned: facts.isPinned,
    tags: facts.tags,
    alsoIn: also.map(({ id, shortId }) => ({ sessionId: id, shortId })),
    more: countMore(conversation.units),
    span: {
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

  function answerOf(_: HitContext, from: EntryReader, place: UnitMatch, number: number): string | undefined {
    const sql = 'SELECT answer_entry FROM turns WHERE session = ? AND agent = ? AND number = ?'
    const at = store.get(sql, [place.session, place.agent, number])?.answer_entry as number | null | undefined
    if (at === null || at === undefined) return undefined
    const [found] = from.list(place, 'number = ?', [at])
    const answers = found ? readEntryPassages(from, found).filter(({ column }) => column === 'answer') : []
    const text = answers.at(-1)?.text.trim() ?? ''
    // An answer may be a heading or code alone.
    const line = answerLead(text, MAX_ANSWER) || clip(text, MAX_ANSWER)
    return line === '' ? undefined : line.toWellFormed()
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
function stepOf({ terms, phrases }: HitContext, unit: UnitMatch, matched: ReadonlySet<number>): Step {
  if (terms.length === 0) return phrases.length > 0 ? 'phrase' : 'filter'
  const isGuessed = terms.some(
    ({ takenAs }, at) => matched.has(at) && (takenAs === 'spelling' || takenAs === 'beginning'),
  )
  const isInParts = terms.some(({ takenAs }) => takenAs === 'part')
  const whole = terms.reduce((sum, { weight }) => sum + weight, 0)
  const there = terms.reduce((sum, { weight }, at) => sum + (matched.has(at) ? weight : 0), 0)
  const isAll = terms.every((_, at) => matched.has(at))
  if (isGuessed && isAll) return 'spelling'
  if (!isInParts && (unit.fit === 'phrase' || unit.fit === 'near')) return unit.fit
  if (!isInParts && (unit.fit === 'all' || isAll)) return 'all'
  return there >= whole * MOST ? 'most' : 'any'
}
