import { formatNumberOf } from '../../text/count.ts'
import { formatIso } from '../../time/day.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { findMainTurn } from '../lookups/fact-place.ts'
import { createEntryReader, type EntryReader } from '../search/entry-reader.ts'
import { readSessionFacts, type SessionFacts } from '../search/session-facts.ts'
import { type Passage, readEntryPassages } from '../search/unit-text.ts'
import { type Candidate, type Findings, findCandidates } from './find-candidates.ts'
import { PASSAGE_THRESHOLD } from './passage-score.ts'
import { isStopped, readPrompt } from './prompt-gates.ts'
import {
  MAX_RECALL_ITEMS,
  type PromptRecallRequest,
  type RecallDecision,
  type RecallItem,
  type RecallStep,
} from './recall.ts'
import { cutTellingLines } from './telling-lines.ts'
import { turnKey } from './turn-key.ts'

export interface PromptRecallOptions {
  /** At most so many items. */
  readonly limit?: number
}

/** Looked at and named where somebody asks why; the rest is noise. */
const MAX_LEFT = 5
/** An item that much less sure than the best is there by its coat-tails. */
const MAX_BEHIND = 0.35

const SHOWN = 'it was shown in this session'
const NO_ANSWER = 'nothing was answered there'

/** Up to three passages of earlier sessions that a prompt is about, or none, and why. */
export function recallPrompt(
  keep: IndexedKeep,
  request: PromptRecallRequest,
  { limit = MAX_RECALL_ITEMS }: PromptRecallOptions = {},
): RecallDecision {
  const gated = readPrompt(request.prompt)
  if (isStopped(gated.steps)) return decide([], gated.steps, [])
  const findings = findCandidates(keep, gated.words, request)
  const steps = [...gated.steps, ...findings.steps]
  if (isStopped(steps)) return decide([], steps, [])
  return choose(keep, request, findings, steps, limit)
}

function choose(
  keep: IndexedKeep,
  { seen }: PromptRecallRequest,
  findings: Findings,
  steps: readonly RecallStep[],
  limit: number,
): RecallDecision {
  const reader = createEntryReader(keep)
  const { candidates } = findings
  const best = candidates[0]?.score ?? 0
  const taken: RecallItem[] = []
  const left: { item: RecallItem; because: string }[] = []
  for (const candidate of candidates) {
    if (left.length >= MAX_LEFT && taken.length >= limit) break
    const item = toItem(keep, reader, findings, candidate)
    const because = reasonAgainst(item, candidate)
    if (because === undefined) taken.push(item)
    else if (left.length < MAX_LEFT) left.push({ item, because })
  }
  return decide(taken, [...steps, ...sayChoice(candidates, taken, left)], left)

  function reasonAgainst(item: RecallItem, { score }: Candidate): string | undefined {
    if (score < PASSAGE_THRESHOLD) return `its score ${formatScore(score)} is below ${formatScore(PASSAGE_THRESHOLD)}`
    if (score < best - MAX_BEHIND) return `its score ${formatScore(score)} is far behind the best`
    if (seen.has(item.key)) return SHOWN
    if (item.text === '') return NO_ANSWER
    if (taken.length >= limit) return `${formatNumberOf(limit, 'item')} at most`
    return undefined
  }
}

function sayChoice(
  candidates: readonly Candidate[],
  taken: readonly RecallItem[],
  left: readonly { readonly because: string }[],
): readonly RecallStep[] {
  const best = candidates[0]?.score ?? 0
  const isAbove = best >= PASSAGE_THRESHOLD
  const score: RecallStep = {
    name: 'score',
    isPassed: isAbove,
    says: `The best passage has a score of ${formatScore(best)}; ${formatScore(PASSAGE_THRESHOLD)} is needed.`,
  }
  if (!isAbove) return [score]
  const seen = left.filter(({ because }) => because === SHOWN).length
  const empty = left.filter(({ because }) => because === NO_ANSWER).length
  return [
    score,
    ...(seen === 0 ? [] : [sayLeft('seen', `${formatNumberOf(seen, 'passage')} shown in this session already.`)]),
    ...(empty === 0 ? [] : [sayLeft('answered', `In ${formatNumberOf(empty, 'passage')} nothing was answered.`)]),
  ]

  function sayLeft(name: string, says: string): RecallStep {
    return { name, isPassed: taken.length > 0, says }
  }
}

/** Cut, not rounded: what is below the threshold must not look as if it were not. */
function formatScore(score: number): string {
  return (Math.floor(score * 100 + 1e-9) / 100).toFixed(2)
}

function decide(
  items: readonly RecallItem[],
  steps: readonly RecallStep[],
  left: RecallDecision['left'],
): RecallDecision {
  return { schema: 'backscroll.recall/1', moment: 'prompt', items, steps, left, threshold: PASSAGE_THRESHOLD }
}

/** No marks: recall says nothing of pins and tags. */
const NO_MARKS = { isPinned: () => false, tagsOf: () => [] }

function toItem(keep: IndexedKeep, reader: EntryReader, findings: Findings, candidate: Candidate): RecallItem {
  const { store } = keep
  const { unit, turn } = candidate
  const { session, agent } = unit
  const facts = readSessionFacts(store, NO_MARKS, [session]).get(session) as SessionFacts
  const mainTurn = agent === '' ? turn : findMainTurn(store, session, agent)
  // What is not shown is not worth another look into the archive.
  const outcome = candidate.score < PASSAGE_THRESHOLD ? [] : readOutcome(keep, reader, candidate)
  const passages = [...candidate.passages, ...outcome]
  const [prompt] = passages
  const at = candidate.passages.find(({ entry }) => entry.at !== undefined)?.entry.at ?? unit.at
  return {
    key: turnKey({ promptUuid: promptUuidOf(keep, session, mainTurn), sessionId: facts.id, turn: mainTurn }),
    kind: 'passage',
    sessionId: facts.id,
    shortId: facts.shortId,
    turn: mainTurn,
    entryUuid: prompt?.entry.uuid,
    title: facts.title,
    project: facts.project,
    branch: facts.branch,
    at: formatIso(at),
    text: candidate.score < PASSAGE_THRESHOLD ? '' : cutTellingLines(passages, findings.finder),
    score: Math.round(candidate.score * 1000) / 1000,
    why: `has ${quoteAll(candidate.words)}`,
  }
}

function promptUuidOf({ store }: IndexedKeep, session: number, turn: number): string | undefined {
  const sql = `SELECT e.uuid FROM turns AS t
    JOIN entries AS e ON e.session = t.session AND e.agent = t.agent AND e.number = t.prompt_entry
    WHERE t.session = ? AND t.agent = '' AND t.number = ?`
  return (store.get(sql, [session, turn])?.uuid ?? undefined) as string | undefined
}

/** The answer that the turn ended with, where it is not among what was found: it tells what came of it. */
function readOutcome(
  { store }: IndexedKeep,
  reader: EntryReader,
  { unit, turn, passages }: Candidate,
): readonly Passage[] {
  const sql = 'SELECT answer_entry FROM turns WHERE session = ? AND agent = ? AND number = ?'
  const at = store.get(sql, [unit.session, unit.agent, turn])?.answer_entry as number | null | undefined
  if (at === null || at === undefined || passages.some(({ entry }) => entry.number === at)) return []
  const [entry] = reader.list(unit, 'number = ?', [at])
  return entry && !entry.isRewound ? readEntryPassages(reader, entry) : []
}

const MAX_NAMED = 4

function quoteAll(words: readonly string[]): string {
  const quoted = words.slice(0, MAX_NAMED).map(word => `"${word}"`)
  const last = quoted.pop() ?? ''
  return quoted.length === 0 ? last : `${quoted.join(', ')} and ${last}`
}
