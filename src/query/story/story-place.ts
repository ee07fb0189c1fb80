import type { Place } from '../../narrative/story.ts'
import { formatIso } from '../../time/day.ts'

/** An entry of a kept session that backs a statement, as citations name it: `shortId:turn`. */
export interface StoryPlace {
  readonly shortId: string
  /** Of the main thread. */
  readonly turn: number
  /** The subagent whose thread it is; undefined for the main one. */
  readonly agent: string | undefined
  readonly entryUuid: string | undefined
  readonly at: string | undefined
}

export function toStoryPlace(shortId: string, { turn, agent, uuid, at }: Place): StoryPlace {
  return { shortId, turn, agent: agent === '' ? undefined : agent, entryUuid: uuid, at: formatIso(at) }
}
