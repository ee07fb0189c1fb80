/** A unit of the index spans two turns: what is shown and claimed must hold for the turn that was found. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld } from './keep-world.ts'
import { writeScript } from './lookup-world.ts'
import { idOf, openSearcher, type Searcher } from './search-world.ts'

const days = writeScript({ sessionId: idOf('dada1111'), mark: 'dada', startedAt: '2026-03-06T10:00:00.000Z' })
  .prompt('toucan first question')
  .answer('The toucan is fed.')
  .line({
    type: 'user',
    timestamp: '2026-03-09T10:00:00.000Z',
    message: { role: 'user', content: 'and the pelican, days later' },
  })
const errors = writeScript({ sessionId: idOf('eded1111'), mark: 'eded' })
  .prompt('condor alpha')
  .bash('ls condordir', { error: 'no such folder' })
  .answer('It is not there.')
  .prompt('condor beta')
  .answer('All is well with the condor.')
const exact = writeScript({ sessionId: idOf('feda1111'), mark: 'feda' })
  .prompt('make the page')
  .answer('First I look around. Then I write. Let me fix it: one word is wrong.')
  .bash('cat list', {
    output: `${'filler line\n'.repeat(30)}File created successfully at: /srv/app/docs/hook-wrapper.md`,
  })
const alike = writeScript({ sessionId: idOf('feda2222'), mark: 'fed2' })
  .prompt('fix the page that was created at the app, the docs of the hook wrapper, successfully')
  .answer('I fix a file; fix, fix, fix. The wrapper of the hook in docs was created.')
const parts = writeScript({ sessionId: idOf('abba1111'), mark: 'abba' })
  .prompt('parse the header by hand')
  .answer('Now the header is read.')

let searcher: Searcher

beforeAll(async () => {
  const scripts = { days, errors, exact, alike, parts }
  const files = Object.entries(scripts).map(([name, { lines }]) => {
    const { sessionId } = lines[0] as { sessionId: string }
    return [`projects/-home-dev-${name}/${sessionId}.jsonl`, lines] as const
  })
  const world = makeWorld(Object.fromEntries(files))
  await world.sync()
  searcher = openSearcher(world)
})
afterAll(() => searcher.close())

/** What is found first, as `turn step: snippet`; nothing where nothing is found. */
function checkFirst(text: string, expected: string | undefined): void {
  const [hit] = searcher.search(text).hits
  expect([text, hit && `${hit.turn} ${hit.step}: ${hit.snippet}`]).toEqual([text, expected])
}

test('a time is that of the turn', () => {
  checkFirst('toucan first before:2026-03-08', '1 phrase: toucan first question')
  checkFirst('toucan first on:2026-03-06', '1 phrase: toucan first question')
  checkFirst('toucan on:2026-03-09', undefined)
  checkFirst('pelican on:2026-03-09', '2 phrase: and the pelican, days later')
  checkFirst('pelican -on:2026-03-09', undefined)
})

test('an error, a command and their absence are those of the turn', () => {
  checkFirst('is:error "condor alpha"', '1 phrase: condor alpha')
  checkFirst('is:error "condor beta"', undefined)
  checkFirst('-is:error "condor alpha"', undefined)
  checkFirst('-cmd:condordir "condor beta"', '2 phrase: condor beta')
  checkFirst('cmd:condordir "condor beta"', undefined)
})

test('what is there word for word comes first, and is what is shown', () => {
  const [hit] = searcher.search('File created successfully at: /srv/app/docs/hook-wrapper.md').hits
  expect(hit).toMatchObject({ step: 'phrase', role: 'output', sessionId: idOf('feda1111') })
  expect(hit?.snippet).toContain('File created successfully at: /srv/app/docs/hook-wrapper.md')
  const [said] = searcher.search('let me fix it').hits
  expect(said).toMatchObject({ step: 'phrase', role: 'answer', sessionId: idOf('feda1111') })
  expect(said?.snippet).toContain('Let me fix it')
})

test('a phrase is found also where the words beside it are nowhere', () => {
  checkFirst('"condor beta" kangaroo', '2 any: condor beta')
})

test('a name that nobody wrote is looked for in parts, which is no exact find', () => {
  const answer = searcher.search('parseHeader')
  expect(answer).toMatchObject({ step: 'most', notes: ['nothing has "parseHeader" as it is; looked for its parts'] })
  const absent = searcher.search('parseZebra')
  expect(absent.step).toBe('any')
  expect(absent.notes).toEqual(['nothing has "parseZebra" as it is; looked for its parts'])
})

test('a minus alone lists what does not hold the word, and claims no words', () => {
  const { hits } = searcher.search('-condor')
  expect(new Set(hits.map(({ step }) => step))).toEqual(new Set(['filter']))
  expect(hits.filter(({ snippet }) => /\bcondor\b/.test(snippet))).toEqual([])
})
