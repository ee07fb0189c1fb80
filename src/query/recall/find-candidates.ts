import { formatNumberOf } from '../../text/count.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { collapseCopies } from '../search/copies.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { createWordFinder, type WordFinder } from '../search/find-words.ts'
import { listWithin } from '../session-limits.ts'
import { type FoundUnit, rankUnits, readTurns } from './find-turns.ts'
import { openOwnWindow } from './own-window.ts'
import { type Features, isAnswer, type MeasuredTurn, measureTurn, type PromptFeatures } from './passage-features.ts'
import { scorePassage } from './passage-score.ts'
import { type PromptManner, readManner } from './prompt-manner.ts'
import { openTermScope, type PromptTerm, readPromptTerms } from './prompt-terms.ts'
import type { PromptRecallRequest, RecallStep } from './recall.ts'
import { hasEnoughWords, nameWords } from './term-weight.ts'

/** A turn of an earlier session that a prompt may be about. */
export interface Candidate extends Omit<MeasuredTurn, 'features'> {
  readonly features: Features
  /** 0 to 1: how sure it is that it is wanted. */
  readonly score: number
  /** Words that both have, the most telling first. */
  readonly words: readonly string[]
}

export interface Findings {
  readonly steps: readonly RecallStep[]
  /** At most one of each conversation, best first. */
  readonly candidates: readonly Candidate[]
  readonly finder: WordFinder
}

/** Below it no passage can clear the threshold, and nothing is read. */
const MIN_SHARE = 0.2
const COMMON = 'Its words stand everywhere, or are too few.'
const NO_FINDER = createWordFinder([])

/** Looks for the words of a prompt in what the project's sessions said. */
export function findCandidates(
  keep: IndexedKeep,
  words: string,
  request: Omit<PromptRecallRequest, 'prompt'>,
): Findings {
  const { store } = keep
  const sessions = listWithin(store, {
    project: request.isEverywhere ? undefined : request.project,
    without: undefined,
    onlyPersons: true,
  })
  const scope = openTermScope(keep, [...sessions])
  if (scope.units.size === 0) return stopped('project', 'No earlier session of this project is kept.')
  const terms = readPromptTerms(keep, words, scope)
  const hasWords = hasEnoughWords(terms.keys(), terms)
  if (!hasWords && request.sessionId === undefined) return stopped('words', COMMON)
  const own = openOwnWindow(store, request)
  const { found, inWindow } = rankUnits(keep, terms, own, request.now)
  if (found.length === 0 && inWindow > 0) return stopped('in-window', 'What holds its words is in the window already.')
  if (!hasWords) return stopped('words', COMMON)
  const says = `${formatNumberOf(found.length, 'passage')} of ${formatNumberOf(sessions.size, 'session')} hold some of its words.`
  const best = Math.max(0, ...found.filter(({ isEnough }) => isEnough).map(({ share }) => share))
  if (best < MIN_SHARE) return stopped('words', found.length === 0 ? says : `${says} None holds enough of them.`)
  const finder = createWordFinder(terms.map(({ runs, weight }) => ({ runs, weight })))
  const turns = readTurns(createEntryReader(keep), found, finder, own)
  const all = turns.map(turn => measureTurn(turn, terms, finder))
  const manner = readManner(words)
  const isEnough = ({ matched }: MeasuredTurn): boolean => hasEnoughWords(matched, terms)
  const measured = onePerConversation(keep, all, turn => quickScore(turn) + Number(isEnough(turn)))
  const enough = measured.filter(isEnough)
  if (enough.length === 0) return stopped('words', sayTooFew(all, terms))
  const ofPrompt = promptFeatures(manner, terms)
  return {
    steps: [{ name: 'words', isPassed: true, says }, ...sayWindow(inWindow)],
    candidates: enough
      .map(turn => complete(turn))
      .map(found => (manner.asks || manner.looksBack ? { ...found, ...decidingTurn(found, all) } : found))
      .sort((a, b) => b.score - a.score),
    finder,
  }

  function stopped(name: string, says: string): Findings {
    return { steps: [{ name, isPassed: false, says }], candidates: [], finder: NO_FINDER }
  }

  function complete(turn: MeasuredTurn): Candidate {
    const features: Features = {
      ...turn.features,
      ...ofPrompt,
      lead: turn.features.share - bestOther(turn, measured),
      crowd: crowdOf(turn, found, scope.units.size),
    }
    return { ...turn, features, score: scorePassage(features), words: nameWords(turn.matched, terms) }
  }
}

function sayTooFew(measured: readonly MeasuredTurn[], terms: readonly PromptTerm[]): string {
  const [best] = [...measured].sort((a, b) => b.features.share - a.features.share)
  const words = best ? nameWords(best.matched, terms).map(word => `"${word}"`) : []
  return `No passage has enough of its words${words.length === 0 ? '' : `; the best one has ${words.join(' and ')}`}.`
}

function sayWindow(inWindow: number): readonly RecallStep[] {
  const says = `${formatNumberOf(inWindow, 'more passage')} left out: the model has them in its window.`
  return inWindow === 0 ? [] : [{ name: 'in-window', isPassed: true, says }]
}

/** The best turn of each session, and of sessions that repeat each other the first. */
function onePerConversation(
  { store }: IndexedKeep,
  turns: readonly MeasuredTurn[],
  scoreOf: (turn: MeasuredTurn) => number,
): readonly MeasuredTurn[] {
  const bySession = new Map<number, MeasuredTurn>()
  for (const turn of turns) {
    const known = bySession.get(turn.unit.session)
    if (!known || scoreOf(turn) > scoreOf(known)) bySession.set(turn.unit.session, turn)
  }
  const ranked = [...bySession.values()]
    .map(turn => ({
      session: turn.unit.session,
      units: [{ ...turn.unit, score: scoreOf(turn) }],
      hints: [],
      score: scoreOf(turn),
    }))
    .sort((a, b) => b.score - a.score || a.session - b.session)
  return collapseCopies(store, ranked, Number.POSITIVE_INFINITY).flatMap(({ session }) => bySession.get(session) ?? [])
}

const DECIDES =
  /\b(?:decided|decision:|(?:we|let'?s) (?:go|went|take|stay) with|settled on|agreed on|entschieden)\b|決めました|決定|决定/i
/** So much of the better turn's words are of the same matter. */
const SAME_MATTER = 0.4
const NEXT_TURNS = 2

/** Options are weighed in one turn and one is taken in the next, which names fewer of them: that one is told. */
function decidingTurn(
  found: MeasuredTurn,
  all: readonly MeasuredTurn[],
): Partial<Pick<MeasuredTurn, 'turn' | 'passages'>> {
  const { unit, turn, features, passages } = found
  const next = all.find(
    other =>
      other.unit.session === unit.session &&
      other.unit.agent === unit.agent &&
      other.turn > turn &&
      other.turn <= turn + NEXT_TURNS &&
      other.features.share >= features.share * SAME_MATTER &&
      other.passages.some(passage => isAnswer(passage) && DECIDES.test(passage.text)),
  )
  const isDecided = passages.some(passage => isAnswer(passage) && DECIDES.test(passage.text))
  return !next || isDecided ? {} : { turn: next.turn, passages: next.passages }
}

function quickScore({ features }: Pick<MeasuredTurn, 'features'>): number {
  return features.share + 0.5 * features.near + 0.25 * features.answered
}

function bestOther(turn: MeasuredTurn, all: readonly MeasuredTurn[]): number {
  return Math.max(0, ...all.filter(other => other !== turn).map(({ features }) => features.share))
}

/** As much as this one, nearly. */
const NEARLY = 0.85

function crowdOf(turn: MeasuredTurn, found: readonly FoundUnit[], units: number): number {
  const as = found.filter(({ share }) => share >= turn.unitShare * NEARLY).length
  return Math.min(1, (as - 1) / Math.max(4, Math.sqrt(units)))
}

function promptFeatures(manner: PromptManner, terms: readonly PromptTerm[]): PromptFeatures {
  const telling = terms.filter(({ weight }) => weight > 0.3).length
  const { looksBack, complains, orders } = manner
  return {
    looksBack: Number(looksBack),
    complains: Number(complains),
    orders: Number(orders),
    brief: 1 / (1 + telling),
  }
}
