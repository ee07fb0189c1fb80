import { expect, test } from 'vitest'
import { FIXTURES } from '../../test/corpus.ts'
import { machineAt } from '../../test/temp-tree.ts'
import { openLibrary } from '../query/library.ts'
import { summarizeLibrary } from '../query/summarize-library.ts'
import { loadSession } from './load-session.ts'
import { readSiblings } from './siblings.ts'

const library = openLibrary(machineAt(FIXTURES, { override: ['titles'] }))
const { sources } = library

test('a summary that stands in another file of the project is the title, in a list and in an opened session', async () => {
  const { sessions } = await summarizeLibrary(library, { threads: 1 })
  const titles = sessions.map(({ summary }) => summary.title)
  expect(titles).toContainEqual({ text: 'Apple sorts named', from: 'summary' })
  expect(sources.map(source => loadSession(source, readSiblings(source)).session.title)).toEqual(titles)
})

test('a session that repeats entries of another in its folder is linked to it', () => {
  const links = sources.map(source => [source.id, loadSession(source, readSiblings(source)).session.links] as const)
  const copy = links.find(([id]) => id.startsWith('66666666'))?.[1]
  expect(copy).toMatchObject([{ kind: 'shares-entries', sessionId: '11111111-aaaa-4aaa-8aaa-111111111111' }])
})
