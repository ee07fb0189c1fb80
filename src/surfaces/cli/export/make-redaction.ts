import { resolve } from 'node:path'
import { listHits } from '../../../query/export/redact-report.ts'
import type { Library } from '../../../query/library.ts'
import { findWorkingFolder } from '../../../query/working-folder.ts'
import type { RedactorOptions } from '../../../redact/redaction.ts'
import { buildIdentity } from '../../../share/identity.ts'
import { learnSessions, type MadeRedaction } from '../../../share/learn-sessions.ts'
import type { SessionSource } from '../../../source/session-source.ts'
import type { App } from '../app.ts'
import { requireTerminal, reviewHits } from './review.ts'
import { readWordsFile } from './words-file.ts'

export interface RedactionWish {
  /** `--redact-words`. */
  readonly wordsFile: string | undefined
  readonly isReviewed: boolean
  /** `--redact people`. */
  readonly takesPeople: boolean
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
  { wordsFile, isReviewed, takesPeople, onSession }: RedactionWish,
): Promise<MadeRedaction | undefined> {
  if (isReviewed) requireTerminal(app)
  const words = wordsFile === undefined ? [] : readWordsFile(resolve(app.cwd, wordsFile))
  const cwds = sources.flatMap(source => findWorkingFolder(library, source) ?? [])
  let options: RedactorOptions = { identity: buildIdentity(app, cwds), words, keep: [], takesPeople }
  const seen = new Set<string>()
  for (;;) {
    const made = await learnSessions({ library, sources, options, signal: app.signal, onSession })
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
