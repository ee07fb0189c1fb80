import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const REPOSITORY = dirname(dirname(fileURLToPath(import.meta.url)))
export const FIXTURES = join(REPOSITORY, 'fixtures')
export const CORPUS = join(REPOSITORY, '..', 'shared', 'corpus')

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
