import type { RelationReason } from '../../../narrative/relate.ts'
import type { IndexedKeep } from '../../../query/indexed-keep.ts'
import { type FrictionWorld, openFriction } from '../../../query/story/friction.ts'
import { listRelated } from '../../../query/story/related-sessions.ts'

/** What other questions say of a session. */
export interface NoteInsights {
  frictionOf(session: number): number | undefined
  /** The nearest first, whenever they were. */
  relatedOf(session: number): readonly RelatedNote[]
}

export interface RelatedNote {
  readonly id: string
  /** In a few words; holds words of transcripts. */
  readonly why: string
}

/** Later sessions are left out by whoever asks, so more are asked for than are shown. */
const MAX_ASKED = 60
const MAX_REASONS = 2

export function openInsights(keep: IndexedKeep): NoteInsights {
  let world: FrictionWorld | undefined
  return {
    frictionOf(session) {
      world ??= openFriction(keep.store)
      return world.of(session)?.score
    },
    relatedOf: session =>
      listRelated(keep, session, MAX_ASKED).related.map(({ sessionId, reasons }) => ({
        id: sessionId,
        why: reasons.slice(0, MAX_REASONS).map(tellReason).join('; '),
      })),
  }
}

/** Words of a thread were cut from a text as it was recorded: half a secret at their end would look like none. */
function tellReason({ kind, text }: RelationReason): string {
  return kind === 'closed-thread' ? 'what one left open, the other closed' : text
}
