import type { Library } from '../library.ts'
import type { UsageSource } from './usage-source.ts'

/** The index holds all that is kept; `--root` asks for a part of it. */
export function limitToLibrary({ sources, sessionOf }: Library, source: UsageSource): UsageSource {
  const numbers = new Set(sources.map(sessionOf))
  return { ...source, groups: source.groups.filter(({ session }) => numbers.has(session.number)) }
}
