import { ArchiveAccessError, ArchiveDamage, FULL } from '../archive/archive-errors.ts'
import type { SourceProblem } from '../source/problem.ts'
import { UserError } from '../user-error.ts'
import type { WorkItem } from './work-item.ts'

/** One session could not be kept: nothing of its batch is, and the others can be without it. */
export class SessionFailure extends Error {
  /** Its place in the list of work. */
  readonly at: number
  override readonly cause: unknown

  constructor(at: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause))
    this.name = 'SessionFailure'
    this.at = at
    this.cause = cause
  }
}

/** What would meet every other session too: no space left, or trouble with the index. */
export function meetsAll(error: unknown): boolean {
  if (error instanceof ArchiveAccessError) return FULL.has(error.systemCode) || error.systemCode === 'EROFS'
  return error instanceof UserError && !(error instanceof ArchiveDamage)
}

export function failureProblem({ source, transcripts }: WorkItem, error: unknown): SourceProblem {
  const why = error instanceof Error ? error.message : String(error)
  const path = transcripts[0]?.path ?? source.folder
  return { code: 'unreadable', path, message: `session ${source.id} could not be kept: ${why}` }
}
