import { expect, test } from 'vitest'
import { listStanding } from './standing.ts'

function standingOf(...prompts: readonly string[]): readonly string[] {
  const said = prompts.map(text => ({ text, source: 'prompt' }))
  return listStanding(said).flatMap(({ sentences }) => sentences.map(({ text }) => text))
}

test.each([
  'hm no, lets go for postgres',
  'on second thought, postgres',
  'scrap that, we take postgres',
  'forget sqlite',
  'we change to postgres',
  'nein doch lieber postgres',
  'wait, postgres is better, use that',
  "hm, wouldn't postgres be better after all?",
  'sqlite does not scale, better something else',
])('what was chosen is not told without what took it back: %s', turn => {
  const chosen = 'Please use sqlite for the job store.'
  expect(standingOf(chosen, 'write the migration', turn)).toEqual([chosen, turn])
})

test('what takes back says nothing where nothing was settled', () => {
  expect(standingOf('undo that')).toEqual([])
  expect(standingOf('no, the other one')).toEqual([])
})

test('a note for the memory file is told as it is', () => {
  expect(listStanding([{ text: 'tabs', source: 'memory' }])).toMatchObject([{ sentences: [{ text: 'tabs' }] }])
})
