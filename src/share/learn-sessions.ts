import { learnSession } from '../query/export/learn-session.ts'
import type { LearnedSession } from '../query/export/learned-session.ts'
import type { Library } from '../query/library.ts'
import { createRedactor } from '../redact/create-redactor.ts'
import { type Redaction, RedactionFailure, type RedactorOptions } from '../redact/redaction.ts'
import type { SessionSource } from '../source/session-source.ts'
import { shorten } from '../text/head.ts'
import { UserError } from '../user-error.ts'
import { createBreath } from './breath.ts'

export interface MadeRedaction {
  readonly redaction: Redaction
  /** In the order of the sources. */
  readonly learned: readonly LearnedSession[]
}

export interface Learning {
  readonly library: Library
  readonly sources: readonly SessionSource[]
  readonly options: RedactorOptions
  readonly signal: AbortSignal
  /** Told after each session, with how many are done. */
  readonly onSession?: ((done: number) => void) | undefined
}

/**
 * share/ turns a session into a file that others may read: the first pass over all that is written together, so that the
 * same secret has the same placeholder in all of it, then the file itself. Where anything of that fails, nothing is
 * written.
 */
export async function learnSessions({
  library,
  sources,
  options,
  signal,
  onSession,
}: Learning): Promise<MadeRedaction> {
  const redactor = createRedactor(options)
  const breath = createBreath({ signal })
  const learned: LearnedSession[] = []
  for (const source of sources) {
    learned.push(orFailClosed(() => learnSession(library, source, redactor)))
    onSession?.(learned.length)
    // Between two sessions an interrupt is heard.
    await breath.pause()
  }
  return { learned, redaction: orFailClosed(() => redactor.seal()) }
}

/** Runs a part of the work that a failed redaction ends; what the person then reads says that nothing was written. */
export function orFailClosed<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw explainFailure(error)
  }
}

export function explainFailure(error: unknown): unknown {
  if (!(error instanceof RedactionFailure)) return error
  if (error.word !== undefined)
    return new UserError({
      code: 'redaction-failed',
      message: `nothing was written: "${shorten(error.word)}" is among the words to take out, and backscroll writes it itself`,
      hint: 'Leave it out of the words, or name a longer phrase.',
      cause: error,
    })
  return new UserError({
    code: 'redaction-failed',
    message: `nothing was written, because secrets could not be taken out: ${error.message}`,
    hint: 'Please report this; what the session holds is still on your machine alone.',
    cause: error,
  })
}
