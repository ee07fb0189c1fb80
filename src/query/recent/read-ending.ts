import { nameError } from '../../narrative/wording/error-name.ts'
import type { Store } from '../../store/store.ts'
import { head } from '../../text/head.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { readAnswer } from '../lookups/answer-head.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import type { LastTurn } from './last-turn.ts'

/** How the last turn of a session ended. */
export interface Ending {
  /**
   * `interrupted`: the person stopped it. `failed`: a request failed and none came after it. `unanswered`: it breaks off
   * in the middle of the work, or a question waits. `answered`: none of these.
   */
  readonly how: 'answered' | 'interrupted' | 'failed' | 'unanswered'
  /** Head of the last words the model said in that turn, up to 1,000 characters. */
  readonly answer: string | undefined
  /** The line that tells most, of the request that failed or of the turn's last call where that failed. */
  readonly error: string | undefined
  /** What the person was asked and did not answer: a question, or the title of a plan. */
  readonly question: string | undefined
}

const MAX_ANSWER = 1000
const MAX_LINE = 300

export function createEndingReader(keep: IndexedKeep): (turn: LastTurn) => Ending {
  const { store } = keep
  const entries = createEntryReader(keep)
  return last => {
    const failure = findFailedRequest(store, last)
    const call = findLastCall(store, last)
    const question = findQuestion(store, last)
    const isCutOff = last.answerEntry === undefined || (call?.use_entry ?? -1) > last.answerEntry
    const answer = readAnswer(keep, entries, last)
    const error = failure ?? (call?.status === 'error' ? (call.error ?? '') : undefined)
    return {
      how: last.isInterrupted
        ? 'interrupted'
        : failure !== undefined
          ? 'failed'
          : isCutOff || question !== undefined
            ? 'unanswered'
            : 'answered',
      answer: answer === undefined ? undefined : head(answer, MAX_ANSWER),
      error: error ? head(nameError(error).line, MAX_LINE) : undefined,
      question,
    }
  }
}

/** Tried again with success is no failure. */
function findFailedRequest(store: Store, { session, turn }: LastTurn): string | undefined {
  return store.get(FAILED, [session, turn])?.message as string | undefined
}

const FAILED = `SELECT x.message FROM errors AS x
WHERE x.session = ? AND x.agent = '' AND x.turn = ? AND x.source = 'api' AND NOT EXISTS (
  SELECT 1 FROM entries AS e WHERE e.session = x.session AND e.agent = '' AND e.number > x.entry AND e.kind = 'assistant'
  AND NOT EXISTS (SELECT 1 FROM errors AS y WHERE y.session = e.session AND y.agent = '' AND y.entry = e.number))
ORDER BY x.number DESC LIMIT 1`

interface LastCall {
  readonly use_entry: number | null
  readonly status: string
  readonly error: string | null
}

function findLastCall(store: Store, { session, turn }: LastTurn): LastCall | undefined {
  const sql = `SELECT use_entry, status, error FROM tool_calls
WHERE session = ? AND agent = '' AND turn = ? ORDER BY number DESC LIMIT 1`
  return store.get(sql, [session, turn]) as LastCall | undefined
}

function findQuestion(store: Store, { session, turn }: LastTurn): string | undefined {
  const row = store.get(WAITING, [session, turn, session, turn])
  return row ? head(row.text as string, MAX_LINE) : undefined
}

/** Only what nobody said anything to: a rejected one was answered. */
const WAITING = `SELECT q.question AS text FROM questions AS q
JOIN tool_calls AS c ON c.session = q.session AND c.agent = q.agent AND c.number = q.call
WHERE q.session = ? AND q.agent = '' AND q.turn = ? AND q.answer IS NULL AND c.status = 'pending'
UNION ALL
SELECT coalesce(title, 'a plan') FROM plans WHERE session = ? AND agent = '' AND turn = ? AND verdict = 'pending'
LIMIT 1`
