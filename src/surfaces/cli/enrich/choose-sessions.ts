import { generatedFolder } from '../../../archive/generated.ts'
import { contentKeyOf } from '../../../narrative/content-key.ts'
import type { FoundGenerated, Generated } from '../../../narrative/generated.ts'
import type { Story } from '../../../narrative/story.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { findGenerated } from '../../../query/story/find-generated.ts'
import { listTellable, type TellableSession } from '../../../query/story/list-tellable.ts'
import { readStory } from '../../../query/story/read-story.ts'

/** A session to be asked about. */
export interface Chosen {
  readonly session: TellableSession
  readonly story: Story
  readonly contentKey: string
  /** Numbers of its turns. */
  readonly turns: ReadonlySet<number>
}

export interface ChooseRequest {
  readonly keepDir: string
  readonly now: number
  /** Those that somebody named; undefined: all in scope. */
  readonly ids: readonly string[] | undefined
  readonly project: string | undefined
  readonly since: number | undefined
  readonly limit: number
  /** Also those that have an answer, or a failure, for their present content. */
  readonly isAgain: boolean
  /** Whether a session that ran in this folder belongs to a project that is kept out now. */
  isExcluded(cwd: string | undefined): boolean
}

export interface Choice {
  /** Newest first, up to the limit. */
  readonly chosen: readonly Chosen[]
  /** More that would have been chosen. */
  readonly more: number
  /** Have one that fits, need none. */
  readonly made: number
  /** Failed before, and nothing has changed since. */
  readonly failed: number
  /** Still going on, it seems: they would be out of date at once. */
  readonly running: number
  /** Of projects that are kept out now: what is kept of them from before is sent only by name. */
  readonly excluded: number
}

/** Who wrote something so lately may go on. */
const SETTLED_MS = 15 * 60_000

export function chooseSessions(keep: IndexedKeep, request: ChooseRequest): Choice {
  const { keepDir, now, ids, project, since, limit, isAgain, isExcluded } = request
  const folder = generatedFolder(keepDir)
  const chosen: Chosen[] = []
  const counts = { more: 0, made: 0, failed: 0, running: 0, excluded: 0 }
  for (const session of listTellable(keep.store, { project, since, until: undefined }, ids)) {
    const story = readStory(keep.store, session.session)
    if (!story || story.measures.turns === 0) continue
    const contentKey = contentKeyOf(story)
    const had = findCurrent(findGenerated(folder, session.sessionId, contentKey))
    if (ids === undefined && isExcluded(session.cwd)) counts.excluded++
    else if (had && !isAgain) counts[had.result.kind]++
    else if (ids === undefined && (session.endedAt ?? 0) > now - SETTLED_MS) counts.running++
    else if (chosen.length >= limit) counts.more++
    else chosen.push({ session, story, contentKey, turns: listTurns(story) })
  }
  return { chosen, ...counts }
}

/** An answer, or a failure, for the session as it is. */
function findCurrent(found: FoundGenerated): Generated | undefined {
  if (found.state === 'none') return undefined
  return found.state === 'current' ? found.generated : found.failure
}

function listTurns({ segments }: Story): ReadonlySet<number> {
  return new Set(segments.flatMap(({ turns }) => turns.map(({ turn }) => turn)))
}
