import { head } from '../../text/head.ts'
import type { IndexedKeep } from '../indexed-keep.ts'
import { createEntryReader } from '../search/entry-reader.ts'
import { readAnswer } from './answer-head.ts'
import type { FactPlace } from './fact-place.ts'
import { readKeptSessions } from './kept-sessions.ts'

/** What a place does not say itself. */
export interface PlaceEnding {
  /** Head of the answer its turn ended with, up to 1,000 characters. */
  readonly answer: string | undefined
  /** The last one its session was on. */
  readonly branch: string | undefined
}

const MAX_CHARS = 1000

/** For what is shown: each answer is read again from the archive. */
export function createEndingFinder(keep: IndexedKeep): (place: Pick<FactPlace, 'shortId' | 'mainTurn'>) => PlaceEnding {
  const { store } = keep
  const numbers = new Map([...readKeptSessions(store)].map(([session, { shortId }]) => [shortId, session]))
  const entries = createEntryReader(keep)
  return ({ shortId, mainTurn }) => {
    const session = numbers.get(shortId)
    if (session === undefined) return { answer: undefined, branch: undefined }
    const answer = readAnswer(keep, entries, { session, turn: mainTurn })
    const row = store.get('SELECT branch FROM sessions WHERE session = ?', [session])
    return {
      answer: answer === undefined ? undefined : head(answer, MAX_CHARS),
      branch: (row?.branch ?? undefined) as string | undefined,
    }
  }
}
