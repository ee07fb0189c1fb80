import { keepPaths } from '../../../ingest/keep-paths.ts'
import { learnSession } from '../../../query/export/learn-session.ts'
import { listForgotten } from '../../../query/forgotten.ts'
import { requireIndex } from '../../../query/indexed-keep.ts'
import { openKeep } from '../../../query/keep.ts'
import { openLibrary } from '../../../query/library.ts'
import { readTurnTexts } from '../../../query/story/read-turn-texts.ts'
import { createRedactor } from '../../../redact/create-redactor.ts'
import { buildIdentity } from '../../../share/identity.ts'
import type { App } from '../app.ts'
import { buildDocument, type EnrichDocument } from './build-document.ts'
import type { Chosen } from './choose-sessions.ts'

export interface Documents {
  /** Undefined where the session is no longer kept. */
  build(chosen: Chosen, document: { readonly run: string; readonly maxBytes: number }): EnrichDocument | undefined
  isForgotten(chosen: Chosen): boolean
}

/**
 * Documents without what an export would take out. The whole session is looked through for that, as a name beside a secret
 * may stand far from the place where the secret stands again. What is kept is opened for each anew: a command takes its
 * time, and nobody else should have to wait for it.
 */
export function createDocuments(app: App): Documents {
  const { keepDir, roots } = app
  return {
    build({ session, story }, { run, maxBytes }) {
      const keep = openKeep(keepPaths(keepDir))
      try {
        const library = openLibrary(roots, keep)
        const source = library.sources.find(each => library.sessionOf(each) === session.session)
        if (!source) return undefined
        const cwds = session.cwd === undefined ? [] : [session.cwd]
        const redactor = createRedactor({ identity: buildIdentity(app, cwds), words: [], keep: [] })
        learnSession(library, source, redactor)
        redactor.learnValue(story, { session: session.sessionId, agentId: undefined, line: 0 })
        const texts = readTurnTexts(requireIndex(keep), session.session)
        return buildDocument({ session, story, texts, redaction: redactor.seal(), run, maxBytes })
      } finally {
        keep?.close()
      }
    },
    isForgotten({ session }) {
      const keep = openKeep(keepPaths(keepDir))
      try {
        return keep !== undefined && listForgotten(keep).has(session.sessionId)
      } finally {
        keep?.close()
      }
    },
  }
}
