import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { asObject, asObjects, asString } from '../src/format/json.ts'
import { listChoices } from '../src/narrative/wording/choices.ts'
import { CORPUS, listCorpusFiles, markOf } from './corpus.ts'
import { readEntries } from './read-session.ts'

/** What the model said in recorded sessions. */
const corpus = listCorpusFiles()
describe.runIf(corpus)('choices over the corpus', () => checkCorpus(corpus ?? []))

function checkCorpus(paths: readonly string[]): void {
  const answers = paths.flatMap(path =>
    readEntries(path)
      .filter(({ kind }) => kind === 'assistant')
      .flatMap(({ json }) => asObjects(asObject(json?.message)?.content))
      .filter(({ type }) => type === 'text')
      .map(({ text }) => ({ path: relative(CORPUS, path), text: asString(text) ?? '' })),
  )
  const found = answers.flatMap(({ path, text }) => listChoices(text).map(told => ({ path, told })))

  test.each([
    ['entire-cli', '73fb319a4786'],
    ['entire-cli', 'de1fbeb315e2'],
    ['entire-cli', 'be166d052c6c'],
    ['entire-cli', '27f231767ada'],
    ['claude-code-log', '8cea52d731c7'],
  ])('%s: %s', (folder, mark) => {
    expect(found.filter(({ told }) => markOf(told) === mark).map(({ path }) => path.split('/')[0])).toContain(folder)
  })

  test('are few among many answers, of which many hold the words', () => {
    expect(new Set(answers.map(({ text }) => text)).size).toBeGreaterThan(1000)
    expect(answers.filter(({ text }) => /instead of|rather than/.test(text)).length).toBeGreaterThan(50)
    expect(new Set(found.map(({ told }) => told)).size).toBeLessThan(10)
  })
}
