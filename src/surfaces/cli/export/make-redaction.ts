import { resolve } from 'node:path'
import { learnSession } from '../../../query/export/learn-session.ts'
import type { LearnedSession } from '../../../query/export/learned-session.ts'
import { listHits } from '../../../query/export/redact-report.ts'
import type { Library } from '../../../query/library.ts'
import { findWorkingFolder } from '../../../query/working-folder.ts'
import { createRedactor } from '../../../redact/create-redactor.ts'
import { type Redaction, RedactionFailure, type RedactorOptions } from '../../../redact/redaction.ts'
import type { SessionSource } from '../../../source/session-source.ts'
import { shorten } from '../../../text/head.ts'
import { UserError } from '../../../user-error.ts'
import type { App } from '../app.ts'
import { createBreath } from './breath.ts'
import { buildIdentity } from './identity.ts'
import { requireTerminal, reviewHits } from './review.ts'
import { readWordsFile } from './words-file.ts'

export interface MadeRedaction {
  readonly redaction: Redaction
  /** In the order of the sources. */
  readonly learned: readonly LearnedSession[]
}

export interface RedactionWish {
  /** `--redact-words`. */
  readonly wordsFile: string | undefined
  readonly isReviewed: boolean
  /** Told after each session, with how many are done. */
  readonly onSession?: (done: number) => void
}

/**
 * The first pass over all sessions that are written together, so that the same secret has the same placeholder in all of
 * them. With a review it is made again until the person is content; undefined where they quit.
 */
export async function makeRedaction(
  app: App,
  library: Library,
  sources: readonly SessionSource[],
  { wordsFile, isReviewed, onSession }: RedactionWish,
): Promise<MadeRedaction | undefined> {
  if (isReviewed) requireTerminal(app)
  const words = wordsFile === undefined ? [] : readWordsFile(resolve(app.cwd, wordsFile))
  const cwds = sources.flatMap(source => findWorkingFolder(library, source) ?? [])
  let options: RedactorOptions = { identity: buildIdentity(app, cwds), words, keep: [] }
  const seen = new Set<string>()
  for (;;) {
    const made = await learnAll(app, { library, sources, options, onSession })
    const unseen = listHits(made.redaction).filter(hit => !seen.has(hit.value))
    if (!isReviewed || (seen.size > 0 && unseen.length === 0)) return made
    const review = await reviewHits(app, unseen)
    if (!review) return undefined
    if (review.keep.length === 0 && review.words.length === 0) return made
    for (const { value } of unseen) seen.add(value)
    options = {
      ...options,
      words: [...options.words, ...review.words],
      keep: [...options.keep, ...review.keep],
    }
  }
}

interface Learning {
  readonly library: Library
  readonly sources: readonly SessionSource[]
  readonly options: RedactorOptions
  readonly onSession: ((done: number) => void) | undefined
}

async function learnAll(app: App, { library, sources, options, onSession }: Learning): Promise<MadeRedaction> {
  const redactor = createRedactor(options)
  const breath = createBreath(app)
  const learned: LearnedSession[] = []
  for (const source of sources) {
    learned.push(orFailClosed(() => learnSession(library, source, redactor)))
    onSession?.(learned.length)
    // Between two sessions ctrl-c is heard.
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
