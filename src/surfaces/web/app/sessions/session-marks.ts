import { useState } from 'preact/hooks'
import type { ListedSession } from '../../../../query/home/listed-session.ts'
import { postJson, toApiError } from '../api.ts'
import { say } from '../toast.ts'

export interface Marks {
  readonly isPinned: boolean
  readonly tags: readonly string[]
}

export interface MarkChanges {
  of(session: ListedSession): Marks
  pin(session: ListedSession): void
  tag(
    session: ListedSession,
    change: { readonly add?: readonly string[]; readonly remove?: readonly string[] },
  ): Promise<void>
}

/** Pins and tags as they are since the list was read. */
export function useMarks(): MarkChanges {
  const [changed, setChanged] = useState<ReadonlyMap<string, Marks>>(new Map())
  const change = async (session: ListedSession, path: string, body: unknown, said: string): Promise<void> => {
    try {
      const { isPinned, tags } = await postJson<Marks>(`/sessions/${encodeURIComponent(session.name)}/${path}`, body)
      setChanged(before => new Map(before).set(session.id, { isPinned, tags }))
      say(said)
    } catch (error) {
      say(toApiError(error).message)
    }
  }
  const of = (session: ListedSession): Marks => changed.get(session.id) ?? session
  return {
    of,
    pin: session => {
      const isPinned = !of(session).isPinned
      void change(session, 'pin', { isPinned }, isPinned ? 'Pinned' : 'No longer pinned')
    },
    tag: (session, tags) => change(session, 'tags', tags, 'Tags changed'),
  }
}
