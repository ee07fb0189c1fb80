import { listAllSources } from '../src/source/discover.ts'
import { findRoots } from '../src/source/roots.ts'
import { listFiles } from '../src/source/session-source.ts'
import { CORPUS, listFixtureFiles } from './corpus.ts'
import { type EntryFile, readEntries, readEntryFile, sessionIdOf } from './read-session.ts'

/** All files of one session, the main one first. */
export interface SessionFiles {
  readonly id: string
  readonly files: readonly EntryFile[]
}

/** Every fixture as a session of its own, and those with several files together. */
export function* listFixtureSessions(): Iterable<SessionFiles> {
  for (const path of listFixtureFiles()) {
    const file = readEntryFile(path)
    yield { id: sessionIdOf(path, file.entries), files: [file] }
  }
  const files = listFixtureFiles('subagents/new-layout').map(readEntryFile)
  const isMain = (file: EntryFile) => file.agentId === undefined
  yield {
    id: '11111111-aaaa-4aaa-8aaa-111111111111',
    files: [...files.filter(isMain), ...files.filter(file => !isMain(file))],
  }
}

/** Every session of the recorded corpus; nothing on a machine that has none. */
export function* listCorpusSessions(): Iterable<SessionFiles> {
  const folders = { home: CORPUS, workingFolder: CORPUS, override: [CORPUS] }
  const { roots } = findRoots({ ...folders, platform: 'linux', variables: {} })
  for (const source of listAllSources(roots).sources) {
    yield {
      id: source.id,
      files: listFiles(source).map(({ path, agentId }) => ({ agentId, entries: readEntries(path) })),
    }
  }
}
