import type { OnEntry } from '../model/session-builder.ts'
import { DISK, type FileAccess } from '../source/file-access.ts'
import { type LoadedSession, loadSession, type Substitution } from '../source/load-session.ts'
import type { SessionSource } from '../source/session-source.ts'
import { type KnownSiblings, readSiblings, type Siblings } from '../source/siblings.ts'
import { createLayeredAccess } from './archive-access.ts'
import { buildKeptSource } from './kept-source.ts'
import type { Library } from './library.ts'

/** Opens one session of a library, from disk or from the archive, with what its neighbours tell about it. */
export function loadFrom(
  library: Library,
  source: SessionSource,
  substitution?: Substitution,
  onEntry?: OnEntry,
): LoadedSession {
  const { whole, access, siblings } = findParts(library, source)
  return loadSession(whole, siblings, access, substitution, onEntry)
}

/** All that a session is read from. */
export interface SessionParts {
  /** The source with what was deleted on disk and is kept. */
  readonly whole: SessionSource
  readonly access: FileAccess
  readonly siblings: Siblings
}

/** `known` is what was read of neighbours before; without it, what was read for this library. */
export function findParts(
  library: Library,
  source: SessionSource,
  known: KnownSiblings = knownFor(library),
): SessionParts {
  const gone = library.sources.flatMap(sibling => {
    const isNear = sibling !== source && sibling.kept !== undefined && sibling.folder === source.folder
    return isNear && sibling.main
      ? [{ name: sibling.name, path: sibling.main.path, access: library.accessOf(sibling) }]
      : []
  })
  const { whole, access } = source.kept
    ? { whole: source, access: library.accessOf(source) }
    : makeWhole(library, source)
  return { whole, access, siblings: readSiblings(source, gone, known) }
}

/** A library is one look at the disk: whoever opens many sessions of it reads each neighbour once. */
const knownSiblings = new WeakMap<Library, KnownSiblings>()

function knownFor(library: Library): KnownSiblings {
  const known = knownSiblings.get(library) ?? new Map()
  knownSiblings.set(library, known)
  return known
}

/** A session on disk with the subagents and outputs that were deleted there one by one and are kept. */
function makeWhole(
  library: Library,
  source: SessionSource,
): { readonly whole: SessionSource; readonly access: FileAccess } {
  const session = library.sessionOf(source)
  if (session === undefined || !library.keep) return { whole: source, access: DISK }
  const { id, name, folder, root } = source
  const files = library.keep.listFiles(session)
  const kept = buildKeptSource({ session, id, name, folder, rootPath: root.path, hasMain: true }, files, root)
  const access = createLayeredAccess(library.keep.openFiles(session))
  const present = new Set(source.agents.map(agent => agent.path))
  const agents = [...source.agents, ...kept.agents.filter(agent => !present.has(agent.path))]
  return { whole: { ...source, agents, companionFolder: source.companionFolder ?? kept.companionFolder }, access }
}
