import { createParser } from '../src/format/parser.ts'
import { createSessionBuilder } from '../src/model/build-session.ts'
import type { Session } from '../src/model/session.ts'
import { listAllSources } from '../src/source/discover.ts'
import { openThread } from '../src/source/load-session.ts'
import { readChunks } from '../src/source/read-chunks.ts'
import { findRoots } from '../src/source/roots.ts'
import { listFiles, type SessionSource } from '../src/source/session-source.ts'

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

/** Read, parse, build: `loadSession` without its look at the neighbours for a better title. */
export function buildSession(source: SessionSource): Session {
  const files = listFiles(source)
  const builder = createSessionBuilder({ id: source.id })
  for (const [file, { path }] of files.entries()) {
    const parser = createParser({ onEntry: openThread(builder, files, file).add })
    for (const chunk of readChunks(path)) parser.push(chunk)
    parser.finish()
  }
  return builder.build()
}
