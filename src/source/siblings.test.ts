import { expect, test } from 'vitest'
import { FIXTURES } from '../../test/corpus.ts'
import { listAllSources } from './discover.ts'
import { loadSession } from './load-session.ts'
import { findRoots } from './roots.ts'
import { readSiblings } from './siblings.ts'
import { summarizeSessions } from './summarize-sessions.ts'

function listSources(folder: string) {
  const env = { home: folder, platform: 'linux', variables: {}, workingFolder: folder, override: [folder] }
  return listAllSources(findRoots(env).roots).sources
}

test('a summary that stands in another file of the project is the title, in a list and in an opened session', async () => {
  const sources = listSources(`${FIXTURES}/titles`)
  const listed = await summarizeSessions(sources, { threads: 1 })
  const titles = listed.map(({ summary }) => summary.title)
  expect(titles).toContainEqual({ text: 'Apple sorts named', from: 'summary' })
  expect(sources.map(source => loadSession(source, readSiblings(source)).session.title)).toEqual(titles)
})

test('a session that repeats entries of another in its folder is linked to it', () => {
  const sources = listSources(`${FIXTURES}/titles`)
  const links = sources.map(source => [source.id, loadSession(source, readSiblings(source)).session.links] as const)
  const copy = links.find(([id]) => id.startsWith('66666666'))?.[1]
  expect(copy).toMatchObject([{ kind: 'shares-entries', sessionId: '11111111-aaaa-4aaa-8aaa-111111111111' }])
})
