import { createSessionBuilder } from '../src/model/build-session.ts'
import type { Session } from '../src/model/session.ts'
import { buildStory } from '../src/narrative/build-story.ts'
import type { Story } from '../src/narrative/story.ts'
import { createTold, type Told } from '../src/narrative/told/told.ts'
import { type EntryFile, readEntryFile, sessionIdOf } from './read-session.ts'

export interface ToldTestSession {
  readonly session: Session
  readonly told: Told
  readonly story: Story
}

/** A session with its story, from the entries of its files. */
export function tellSession(id: string, files: readonly EntryFile[]): ToldTestSession {
  const told = createTold()
  const builder = createSessionBuilder({ id, onEntry: (kept, entry, thread) => told.add(kept, entry, thread) })
  files.forEach(({ agentId, entries }, file) => {
    const thread = builder.openThread({ file, agentId })
    for (const entry of entries) thread.add(entry)
  })
  const session = builder.build()
  return { session, told, story: buildStory(session, told) }
}

export function tellFiles(...paths: string[]): Story {
  const files = paths.map(readEntryFile)
  return tellSession(sessionIdOf(paths[0] as string, files[0]?.entries ?? []), files).story
}
