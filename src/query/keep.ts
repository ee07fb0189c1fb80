import type { FileAccess } from '../source/file-access.ts'
import { openStoreForReading } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { UserError } from '../user-error.ts'
import { createArchiveAccess } from './archive-access.ts'
import { type Catalog, openIndexCatalog, openManifestCatalog } from './catalog.ts'
import { hasArchive } from './has-archive.ts'

/** What backscroll keeps, opened for reading: the archive, and the index made from it where there is one. */
export interface Keep extends Catalog {
  /** The archive's folder. */
  readonly archive: string
  /** Undefined where the index is missing or cannot be used. */
  readonly store: Store | undefined
  /** Why the index cannot be used; undefined where it is missing, or in use. */
  readonly indexProblem: UserError | undefined
  /** The files of a kept session, by the paths they had on disk. */
  openFiles(session: number): FileAccess
  close(): void
}

export interface KeepPlaces {
  readonly archive: string
  readonly index: string
}

/** Undefined where nothing was ever kept. Never waits for whoever writes. */
export function openKeep(places: KeepPlaces): Keep | undefined {
  if (!hasArchive(places.archive)) return undefined
  const { store, problem } = openIndex(places.index)
  // One question sees one state, whatever a sync writes meanwhile.
  store?.begin()
  return createKeep(places.archive, store, problem)
}

/** The same where a sync found nothing at all to keep: an index without sessions, and no archive. */
export function openEmptyKeep(places: KeepPlaces): Keep {
  const { store, problem } = openIndex(places.index)
  return createKeep(places.archive, store, problem)
}

/** The same without the index, when it turns out in use that it is damaged. */
export function openKeepWithoutIndex(places: KeepPlaces, problem: UserError): Keep {
  return createKeep(places.archive, undefined, problem)
}

function createKeep(archive: string, store: Store | undefined, indexProblem: UserError | undefined): Keep {
  let catalog: Catalog | undefined
  const open = (): Catalog => {
    catalog ??= store ? openIndexCatalog(store, archive) : openManifestCatalog(archive)
    return catalog
  }
  return {
    archive,
    store,
    indexProblem,
    listSessions: () => open().listSessions(),
    listFiles: session => open().listFiles(session),
    openFiles: session => createArchiveAccess(archive, open().listFiles(session)),
    close: () => store?.close(),
  }
}

function openIndex(path: string): { readonly store?: Store | undefined; readonly problem?: UserError } {
  try {
    return { store: openStoreForReading(path) }
  } catch (error) {
    if (error instanceof UserError) return { problem: error }
    throw error
  }
}
