import type { Session } from '../src/model/session.ts'
import { listAllSources } from '../src/source/discover.ts'
import { loadSession } from '../src/source/load-session.ts'
import { findRoots } from '../src/source/roots.ts'
import type { SessionSource } from '../src/source/session-source.ts'

/** The sessions of a generated corpus, found the way the program finds them. */
export function listSources(folder: string): readonly SessionSource[] {
  const { roots } = findRoots({
    home: folder,
    platform: 'linux',
    variables: {},
    workingFolder: folder,
    override: [folder],
  })
  return listAllSources(roots).sources
}

/** Read, parse, build, the way the program does. */
export function buildSession(source: SessionSource): Session {
  return loadSession(source).session
}
