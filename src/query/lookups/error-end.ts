import type { Store } from '../../store/store.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { createEntryReader, type EntryReader } from '../search/entry-reader.ts'
import { readAnswerHead } from './answer-head.ts'
import type { PlaceFinder } from './fact-place.ts'
import { type FailedCall, findLaterRuns, type LaterRun, type LaterRuns } from './later-runs.ts'

/**
 * How an error ended. `succeeded`: the same command on the same targets, or the same tool with the same file, worked and
 * did not show it; for failed requests, the model answered. `not-seen-again`: the next turn ran without it. `still-there`:
 * neither, as far as the transcript goes.
 */
export type ErrorEnd =
  | { readonly how: 'still-there' }
  | {
      readonly how: 'succeeded' | 'not-seen-again'
      /** Turn of the main thread. */
      readonly turn: number
      /** Head of its prompt. */
      readonly prompt: string
      /** First line of the answer the turn ended with. */
      readonly answer: string | undefined
      /** Files that were changed between the last time it came and its end, in that order; at most ten. */
      readonly changedFiles: readonly string[]
    }

/** The last time an error came. */
export interface LastError extends FailedCall {
  readonly source: string
}

/** Finds the ends of many errors of one keep. */
export function createEndFinder(keep: IndexedKeep, places: PlaceFinder): { endOf(last: LastError): ErrorEnd } {
  const { store } = keep
  const entries = createEntryReader(keep)
  return {
    endOf(last) {
      const { success, shown } = last.tool === null ? findAnswer(store, last) : findLaterRuns(store, entries, last)
      const end = success ? endWith(success, places, last) : findNextTurn(store, places, { ...last, ...shown })
      if (!end) return { how: 'still-there' }
      const { how, turn, between } = end
      return {
        how,
        ...describeTurn(keep, entries, { session: last.session, turn }),
        changedFiles: listChanged(store, between),
      }
    },
  }
}

interface End {
  readonly how: 'succeeded' | 'not-seen-again'
  readonly turn: number
  /** Entries of a thread, after `from` and up to `to`. */
  readonly between: { readonly session: number; readonly agent: string; readonly from: number; readonly to: number }
}

function endWith(success: LaterRun, places: PlaceFinder, last: LastError): End {
  const { session, agent, entry } = last
  const turn = places.mainTurnOf({ session, agent, turn: success.turn })
  return { how: 'succeeded', turn, between: { session, agent, from: entry ?? 0, to: success.entry } }
}

/** Of the main thread, whichever thread the error came in. */
function findNextTurn(store: Store, places: PlaceFinder, last: LastError): End | undefined {
  const { session, agent, entry } = last
  const mainTurn = places.mainTurnOf(last)
  const next = store.get(NEXT_TURN, [session, mainTurn, session, mainTurn])
  if (!next) return undefined
  const from = agent === '' ? (entry ?? 0) : (next.first_entry as number) - 1
  const between = { session, agent: '', from, to: next.last_entry as number }
  return { how: 'not-seen-again', turn: next.number as number, between }
}

/** What was taken back is no end of anything that was not. */
const NEXT_TURN = `SELECT number, first_entry, last_entry FROM turns
WHERE session = ? AND agent = '' AND number > ? AND is_rewound <=
  coalesce((SELECT is_rewound FROM turns WHERE session = ? AND agent = '' AND number = ?), 0)
ORDER BY number LIMIT 1`

/** Of a hook or the client nothing says that it worked. */
function findAnswer(store: Store, { source, session, agent, entry }: LastError): LaterRuns {
  const row = source === 'api' && entry !== null ? store.get(NEXT_ANSWER, [session, agent, entry]) : undefined
  const success = row && { turn: row.turn as number, entry: row.number as number }
  return { success, shown: undefined }
}

/** An error of the API may stand in the place of an answer. */
const NEXT_ANSWER = `SELECT e.number, e.turn FROM entries AS e
WHERE e.session = ? AND e.agent = ? AND e.number > ? AND e.kind = 'assistant' AND NOT EXISTS (
  SELECT 1 FROM errors AS x WHERE x.session = e.session AND x.agent = e.agent AND x.entry = e.number)
ORDER BY e.number LIMIT 1`

function describeTurn(keep: IndexedKeep, entries: EntryReader, place: { session: number; turn: number }) {
  const { session, turn } = place
  const row = keep.store.get(`SELECT text FROM turns WHERE session = ? AND agent = '' AND number = ?`, [session, turn])
  return { turn, prompt: (row?.text ?? '') as string, answer: readAnswerHead(keep, entries, place) }
}

const MAX_FILES = 10

function listChanged(store: Store, { session, agent, from, to }: End['between']): readonly string[] {
  return store.all(CHANGED, [session, agent, from, to, MAX_FILES]).map(row => row.path as string)
}

const CHANGED = `SELECT path FROM file_touches
WHERE session = ? AND agent = ? AND entry > ? AND entry <= ? AND action <> 'read'
GROUP BY path ORDER BY min(number) LIMIT ?`
