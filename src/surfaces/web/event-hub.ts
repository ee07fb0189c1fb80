import type { SessionChange } from '../../query/reading/reading.ts'
import type { KeeperState } from './keeper.ts'

/** What the page is told without asking: server-sent events of `GET /api/v1/events`. */
export type PageEvent =
  /** The index changed: lists, search and reports may answer otherwise. */
  | { readonly kind: 'index' }
  /** How far keeping is. */
  | { readonly kind: 'keeper'; readonly keeper: KeeperState }
  /** A session that the listener asked for (`?session=`) grew, or its status changed. */
  | { readonly kind: 'session'; readonly change: SessionChange }

export interface EventHub {
  /** To all who listen. */
  tell(event: PageEvent): void
  /** `session`: follow this one too. Returns what ends it. */
  listen(listener: (event: PageEvent) => void, session: string | undefined): () => void
}

/** Follows a session for as long as somebody listens; gives what ends it. */
export type FollowSession = (id: string, onChange: (change: SessionChange) => void) => () => void

export function createEventHub(follow: FollowSession): EventHub {
  const listeners = new Set<(event: PageEvent) => void>()
  return {
    tell(event) {
      for (const listener of listeners) listener(event)
    },
    listen(listener, session) {
      // Somebody may listen twice with one function, and end one of the two.
      const own = (event: PageEvent): void => listener(event)
      listeners.add(own)
      const end = session === undefined ? undefined : follow(session, change => own({ kind: 'session', change }))
      return () => {
        listeners.delete(own)
        end?.()
      }
    },
  }
}
