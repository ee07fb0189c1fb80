import { formatNumberOf } from '../../text/count.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { collapseCopies } from '../search/copies.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { createWordFinder, type WordFinder } from '../search/find-words.ts'
import { listWithin } from '../session-limits.ts'
import { type FoundUnit, rankUnits, readTurns } from './find-turns.ts'
import { openOwnWindow } from './own-window.ts'
import { type Features, hasEnoughWords, type MeasuredTurn, measureTurn, sumOf } from './passage-features.ts'
import { scorePassage } from './passage-score.ts'
import { openTermScope, type PromptTerm, readPromptTerms } from './prompt-terms.ts'
import type { PromptRecallRequest, RecallStep } from './recall.ts'

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
  })
  const scope = openTermScope(keep, [...sessions])
  if (scope.units.size === 0) return stopped('project', 'No earlier session of this project is kept.')
  const terms = readPromptTerms(keep, words, scope)
  if (!hasEnoughWords(terms.keys(), terms)) return stopped('words', 'Its words stand everywhere, or are too few.')
  const own = openOwnWindow(store, request)
  const { found, inWindow } = rankUnits(keep, terms, own, request.now)
  const best = found[0]?.share ?? 0
  const says = `${formatNumberOf(found.length, 'passage')} of ${formatNumberOf(sessions.size, 'session')} hold some of its words.`
  if (found.length === 0 && inWindow > 0) return stopped('in-window', 'What holds its words is in the window already.')
  if (best < MIN_SHARE) return stopped('words', says)
  const finder = createWordFinder(terms.map(({ runs, weight }) => ({ runs, weight })))
  const turns = readTurns(createEntryReader(keep), found, finder, own)
  const measured = onePerConversation(
    keep,
    turns.map(turn => measureTurn(turn, terms, finder)),
  )
  return {
    steps: [{ name: 'words', isPassed: true, says }, ...sayWindow(inWindow)],
    candidates: measured.map(turn => complete(turn)).sort((a, b) => b.score - a.score),
    finder,
  }

  function stopped(name: string, says: string): Findings {
    return { steps: [{ name, isPassed: false, says }], candidates: [], finder: NO_FINDER }
  }

  function complete(turn: MeasuredTurn): Candidate {
    const features: Features = {
      ...turn.features,
      ...promptFeatures(words, terms),
      lead: turn.features.share - bestOther(turn, measured),
      crowd: crowdOf(turn, found, scope.units.size),
    }
    const matched = [...turn.matched].sort((a, b) => (terms[b]?.weight ?? 0) - (terms[a]?.weight ?? 0))
    return {
      ...turn,
      features,
      score: scorePassage(features),
      words: matched.filter(at => (terms[at]?.weight ?? 0) > 0.1).flatMap(at => terms[at]?.text ?? []),
    }
  }
}

function sayWindow(inWindow: number): readonly RecallStep[] {
  const says = `${formatNumberOf(inWindow, 'more passage')} left out: the model has them in its window.`
  return inWindow === 0 ? [] : [{ name: 'in-window', isPassed: true, says }]
}

/** The best turn of each session, and of sessions that repeat each other the first. */
function onePerConversation({ store }: IndexedKeep, turns: readonly MeasuredTurn[]): readonly MeasuredTurn[] {
  const bySession = new Map<number, MeasuredTurn>()
  for (const turn of turns) {
    const known = bySession.get(turn.unit.session)
    if (!known || quickScore(turn) > quickScore(known)) bySession.set(turn.unit.session, turn)
  }
  const ranked = [...bySession.values()]
    .map(turn => ({
      session: turn.unit.session,
      units: [{ ...turn.unit, score: quickScore(turn) }],
      hints: [],
      score: quickScore(turn),
    }))
    .sort((a, b) => b.score - a.score || a.session - b.session)
  return collapseCopies(store, ranked, Number.POSITIVE_INFINITY).flatMap(({ session }) => bySession.get(session) ?? [])
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

/** "again", "last time", "we decided": whoever says so means something that was said. */
const LOOKS_BACK =
  /\b(?:again|last (?:time|week|month)|back then|earlier|previous(?:ly)?|before|still|already|we (?:decided|agreed|chose|had|did|used to|talked|fixed|discussed)|didn'?t we|did we|as (?:before|usual|discussed)|same (?:as|error|problem|issue|thing|way)|remember|how (?:did|do) we|why (?:did|do) we|what (?:was|did)|regress\w*|came back|is back)\b|前回|以前|また|上次|之前|又|지난번|이전|wieder|letztes Mal/iu

function promptFeatures(
  words: string,
  terms: readonly PromptTerm[],
): Pick<Features, 'unknown' | 'looksBack' | 'brief'> {
  const whole = sumOf(terms.keys(), terms) || 1
  const unknown = terms.reduce(
    (sum, { units, deeds, weight }) => sum + (units?.size === 0 && deeds.size === 0 ? weight : 0),
    0,
  )
  const telling = terms.filter(({ weight }) => weight > 0.3).length
  return { unknown: unknown / whole, looksBack: LOOKS_BACK.test(words) ? 1 : 0, brief: 1 / (1 + telling) }
}
