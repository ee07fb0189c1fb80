import type { ExportSession } from '../../../query/export/open-redacted.ts'
import { isEmpty, requireContent } from '../../../query/require-content.ts'
import { TURNS_HINT } from '../../../query/session-target.ts'
import { requireTurns } from '../../../share/require-turns.ts'
import type { WrittenSession } from '../../../share/write-session.ts'
import type { SourceProblem } from '../../../source/problem.ts'
import { pathOf } from '../../../source/session-source.ts'
import { UserError } from '../../../user-error.ts'
import type { Choice, ChosenSession } from './choose-sessions.ts'
import type { ExportedSession, ExportResult } from './export-result.ts'

type Counted = Pick<
  ExportResult,
  'sessions' | 'images' | 'imagesDropped' | 'unreadable' | 'unknown' | 'problems' | 'notes' | 'isIncomplete'
>

/** Counts what is written, and says what is not. One session among many that cannot be read does not stop the others. */
export interface Tally {
  readonly sessions: readonly ExportedSession[]
  /** Whether there is anything to write of it. Throws where it is the only one. */
  accepts(chosen: ChosenSession, session: ExportSession, damageHint: string | undefined): boolean
  add(session: ExportSession, written: WrittenSession & { readonly imagesDropped: number }): void
  note(text: string): void
  total(): Counted
}

export function createTally({ isMany }: Choice): Tally {
  const sessions: ExportedSession[] = []
  const problems: SourceProblem[] = []
  const notes: string[] = []
  const counts = { images: 0, imagesDropped: 0, unreadable: 0, unknown: 0 }
  let isIncomplete = false

  function isReadable(session: ExportSession, damageHint: string | undefined): boolean {
    try {
      requireContent(session, damageHint)
      return true
    } catch (error) {
      if (!isMany || !(error instanceof UserError)) throw error
      notes.push(`${error.message}: not exported`)
      isIncomplete = true
      return false
    }
  }

  return {
    sessions,
    accepts({ turns }, session, damageHint) {
      if (!isReadable(session, damageHint)) return false
      if (isEmpty(session)) {
        notes.push(`this session is empty: ${pathOf(session.source)}`)
        return false
      }
      if (turns) requireTurns(session.session.main, turns, TURNS_HINT)
      problems.push(...session.problems)
      if (damageHint !== undefined) notes.push(damageHint)
      return true
    },
    add({ session }, { loss, images, imagesDropped }) {
      sessions.push({ id: session.id, title: session.title.text })
      counts.images += images
      counts.imagesDropped += imagesDropped
      counts.unreadable += loss?.unreadable ?? 0
      counts.unknown += loss?.unknown ?? 0
    },
    note: text => notes.push(text),
    total: () => ({ sessions, problems, notes, ...counts, isIncomplete: isIncomplete || problems.length > 0 }),
  }
}
