import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = dirname(dirname(fileURLToPath(import.meta.url)))
export const FIXTURES = join(REPOSITORY, 'fixtures')
export const CORPUS = join(REPOSITORY, '..', 'shared', 'corpus')

/** What real clients wrote while they talked to a scripted API, with the truth beside it: a config folder per version. */
export const CLIENT_TRANSCRIPTS = join(REPOSITORY, '..', 'shared', 'client-transcripts')

/** The versions of the client with recorded sessions, oldest first, or undefined on a machine that has none. */
export function listClientVersions(): readonly string[] | undefined {
  if (existsSync(CLIENT_TRANSCRIPTS)) {
    const versions = readdirSync(CLIENT_TRANSCRIPTS).filter(name => /^\d/.test(name))
    return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  }
  console.log(`${CLIENT_TRANSCRIPTS} is not there: tests over sessions of the real client did not run`)
  return undefined
}

/** Every transcript of theirs. */
export function listClientFiles(): readonly string[] | undefined {
  if (listClientVersions()) return listTranscripts(CLIENT_TRANSCRIPTS)
  return undefined
}

/** Every transcript of the recorded corpus, or undefined on a machine that has none. */
export function listCorpusFiles(): readonly string[] | undefined {
  if (existsSync(CORPUS)) return listTranscripts(CORPUS)
  console.log(`${CORPUS} is not there: corpus tests did not run`)
  return undefined
}

/** Names a recorded text without holding it: nobody's words stand in the tests. */
export function markOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

/** Every transcript below `fixtures/`, or below one of its folders. */
export function listFixtureFiles(folder = ''): readonly string[] {
  return listTranscripts(join(FIXTURES, folder))
}

function listTranscripts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .sort()
    .map(name => join(folder, name))
}
