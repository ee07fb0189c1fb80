import { type LoadedSession, loadSession } from '../source/load-session.ts'
import type { SessionSource } from '../source/session-source.ts'
import { readSiblings } from '../source/siblings.ts'
import type { Library } from './library.ts'

/** Opens one session of a library, from disk or from the archive, with what its neighbours tell about it. */
export function loadFrom(library: Library, source: SessionSource): LoadedSession {
  const gone = library.sources.flatMap(sibling => {
    const isNear = sibling !== source && sibling.kept !== undefined && sibling.folder === source.folder
    return isNear && sibling.main
      ? [{ name: sibling.name, path: sibling.main.path, access: library.accessOf(sibling) }]
      : []
  })
  return loadSession(source, readSiblings(source, gone), library.accessOf(source))
}
