import type { LearnedSession } from '../query/export/learned-session.ts'
import { type ExportSession, openPlain, openRedacted } from '../query/export/open-redacted.ts'
import { requireSessionById } from '../query/find-session.ts'
import type { Library } from '../query/library.ts'
import { requireContent } from '../query/require-content.ts'
import { findWorkingFolder } from '../query/working-folder.ts'
import type { Redaction } from '../redact/redaction.ts'
import type { ViewOptions } from '../render/view/view-options.ts'
import { createBreath } from './breath.ts'
import { createDrafts } from './drafts.ts'
import { createNameGiver } from './file-name.ts'
import { buildIdentity } from './identity.ts'
import { explainFailure, learnSessions, orFailClosed } from './learn-sessions.ts'
import { buildReview } from './redaction-review.ts'
import { requireTurns } from './require-turns.ts'
import type { RedactionWish, ShareAnswer, ShareFile, ShareRequest } from './share-request.ts'
import { writeSession } from './write-session.ts'

/** Whose machine it is. */
export interface ShareHost {
  readonly home: string
  readonly env: { readonly [name: string]: string | undefined }
  readonly signal: AbortSignal
  readonly costOf: ViewOptions['costOf']
}

/** One session as a file, or what would be taken out of it. The file is there when nothing went wrong until its end. */
export async function shareSession(host: ShareHost, library: Library, request: ShareRequest): Promise<ShareAnswer> {
  try {
    const opened = await openSession(host, library, request)
    if (request.file) return await writeFile(host, opened, request.file)
    if (!opened.redaction) throw new Error('a review of nothing')
    return { kind: 'review', review: buildReview(opened.session, opened.redaction) }
  } catch (error) {
    throw explainFailure(error)
  }
}

interface OpenedSession {
  readonly session: ExportSession
  readonly redaction: Redaction | undefined
}

async function openSession(host: ShareHost, library: Library, { id, redacts }: ShareRequest): Promise<OpenedSession> {
  const source = requireSessionById(library.sources, id)
  if (!redacts) {
    const session = openPlain(library, source)
    requireContent(session)
    return { session, redaction: undefined }
  }
  const cwd = findWorkingFolder(library, source)
  const options = optionsOf(host, cwd, redacts)
  const { learned, redaction } = await learnSessions({ library, sources: [source], options, signal: host.signal })
  const session = orFailClosed(() => openRedacted(learned[0] as LearnedSession, redaction))
  requireContent(session)
  return { session, redaction }
}

function optionsOf(host: ShareHost, cwd: string | undefined, { words, keep, people = false }: RedactionWish) {
  return { identity: buildIdentity(host, cwd === undefined ? [] : [cwd]), words, keep, takesPeople: people }
}

async function writeFile(
  { signal, costOf }: ShareHost,
  { session, redaction }: OpenedSession,
  wish: ShareFile,
): Promise<ShareAnswer> {
  const { turns, path, assets, format } = wish
  if (turns) requireTurns(session.session.main, turns, 'Name turns as 4 or 4-9.')
  const drafts = createDrafts({ isPrivate: redaction === undefined })
  try {
    const file = drafts.open(path)
    const alone = { images: undefined, openAgent: undefined }
    const breath = createBreath({ signal })
    await writeSession({ plan: wish, session, turns, redaction, file, ...alone, assets, costOf, breath })
    await breath.pause()
    const sizeBytes = file.close()
    drafts.finish()
    // Where nobody looked for secrets, a title may be one.
    const title = redaction ? session.session.title.text : ''
    const name = createNameGiver().nameFor({ ...session.session, title, turns })
    return { kind: 'file', name: `${name}.${format}`, sizeBytes }
  } finally {
    drafts.abort()
  }
}
