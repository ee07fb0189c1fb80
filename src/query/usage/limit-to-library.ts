import type { Library } from '../library.ts'
import { limitToSessions } from './limit-to-sessions.ts'
import type { UsageSource } from './usage-source.ts'

/** The index holds all that is kept; `--root` asks for a part of it. */
export function limitToLibrary({ sources, sessionOf }: Library, source: UsageSource): UsageSource {
  return limitToSessions(source, new Set(sources.flatMap(one => sessionOf(one) ?? [])))
}
