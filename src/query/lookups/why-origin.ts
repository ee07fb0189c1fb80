import type { IndexedKeep } from '../indexed-keep.ts'
import { createEntryReader, type EntryReader } from '../search/entry-reader.ts'
import { readAnswerHead } from './answer-head.ts'
import type { FactRow, SoleFact } from './collapse-copies.ts'
import { createPlaceFinder, type FactPlace } from './fact-place.ts'
import type { FileAction, TouchRow } from './file-touches.ts'
import type { KeptSession } from './kept-sessions.ts'
import { findCommitAfter, listPullRequests, type WhyCommit, type WhyPullRequest } from './why-commit.ts'

/** Where something in a file comes from: the change, the prompt behind it, and what it went into. */
export interface Origin extends Omit<FactPlace, 'branch'> {
  /**
   * `blame+edit`: the edit added the line, and the commit git names was made in the same session. `edit`: the edit added
   * the line. `blame`: the commit was made in this session. `touch`: the turn changed the file.
   */
  readonly knownBy: 'blame+edit' | 'edit' | 'blame' | 'touch'
  /** First line of the answer the turn ended with. */
  readonly answer: string | undefined
  /** What was done to the file; undefined where only a commit is known. */
  readonly action: FileAction | undefined
  /** Lines of that change. */
  readonly added: number
  readonly removed: number
  /** The path at that time. */
  readonly path: string | undefined
  /** What blame says, else the first commit of the session after the change. */
  readonly commit: WhyCommit | undefined
  /** Pull requests of the session. */
  readonly prs: readonly WhyPullRequest[]
}

export interface OriginRequest {
  readonly knownBy: Origin['knownBy']
  /** Changes of one turn, newest first; none where only a commit is known. */
  readonly touches: readonly SoleFact<TouchRow>[]
  /** What tells the place where there are no changes. */
  readonly fact: SoleFact<FactRow>
  readonly commit: WhyCommit | undefined
}

export interface OriginFinder {
  readonly entries: EntryReader
  originOf(request: OriginRequest): Origin
  isRewound(row: FactRow): boolean
}

export function createOriginFinder(keep: IndexedKeep, sessions: ReadonlyMap<number, KeptSession>): OriginFinder {
  const { store } = keep
  const entries = createEntryReader(keep)
  const { placeOf } = createPlaceFinder(store, sessions)
  return {
    entries,
    originOf({ knownBy, touches, fact, commit }) {
      const { row, copies } = touches[0] ?? fact
      const { branch: _, ...place } = placeOf({ row, copies })
      const [newest] = touches
      const related = [row.session, ...copies]
      return {
        knownBy,
        ...place,
        answer: readAnswerHead(keep, entries, { session: row.session, turn: place.mainTurn }),
        action: newest?.row.action,
        added: touches.reduce((sum, touch) => sum + touch.row.added, 0),
        removed: touches.reduce((sum, touch) => sum + touch.row.removed, 0),
        path: newest?.row.path,
        commit: commit ?? findCommitAfter(store, related, row),
        prs: listPullRequests(store, related),
      }
    },
    isRewound: ({ session, agent, entry }) => store.get(REWOUND, [session, agent, entry])?.is_rewound === 1,
  }
}

const REWOUND = 'SELECT is_rewound FROM entries WHERE session = ? AND agent = ? AND number = ?'
