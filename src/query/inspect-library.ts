import { accessSync, constants } from 'node:fs'
import { inspectSource } from '../source/inspect-source.ts'
import { runJob } from '../source/run-job.ts'
import { listFiles, type SessionSource, type SourceFile } from '../source/session-source.ts'
import { type InspectedSession, readIndexedInspections } from './indexed-inspections.ts'
import type { Library } from './library.ts'

/**
 * A full reading of every session, in the order of `library.sources`. What the index holds was read whole when it was
 * made: it stands for files that have not changed since and may still be read. All others are read now.
 */
export async function inspectLibrary(
  library: Library,
  options: { readonly threads: number },
): Promise<readonly InspectedSession[]> {
  const found = new Map<SessionSource, InspectedSession>()
  const indexed = library.keep?.store ? readIndexedInspections(library.keep.store) : undefined
  for (const source of library.sources) {
    const session = library.sessionOf(source)
    const inspection = session === undefined ? undefined : indexed?.find(session, source)
    if (inspection && (source.kept || isReadable(source))) found.set(source, inspection)
    else if (source.kept) found.set(source, inspectSource(source, library.accessOf(source)))
  }
  const others = library.sources.filter(source => !found.has(source))
  for (const [at, inspection] of (await runJob('inspect', others, options.threads)).entries()) {
    found.set(others[at] as SessionSource, inspection)
  }
  return library.sources.map(source => found.get(source) as InspectedSession)
}

function isReadable(source: SessionSource): boolean {
  return listFiles(source).every(canRead)
}

function canRead({ path }: SourceFile): boolean {
  try {
    accessSync(path, constants.R_OK)
    return true
  } catch {
    return false
  }
}
