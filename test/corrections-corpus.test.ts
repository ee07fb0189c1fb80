import { relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findCorrection } from '../src/narrative/wording/corrections.ts'
import { CORPUS, listCorpusFiles, markOf } from './corpus.ts'
import { readEntries } from './read-session.ts'
import { runTools } from './tool-runs.ts'

/** What people said in recorded sessions, each text once. */
const corpus = listCorpusFiles()
describe.runIf(corpus)('corrections over the corpus', () => checkCorpus(corpus ?? []))

function checkCorpus(paths: readonly string[]): void {
  const inputs = paths.flatMap(path =>
    runTools(readEntries(path))
      .facts.humanInputs.filter(({ source }) => /^(?:prompt|queued|rejection|plan-feedback)$/.test(source))
      .map(({ text }) => ({ path: relative(CORPUS, path), text })),
  )
  const found = inputs.flatMap(({ path, text }) => {
    const told = findCorrection(text)
    return told === undefined ? [] : [{ path, told }]
  })

  test.each([
    ['claude-code-log', '0c5043db27a7'],
    ['claude-code-log', '4bf7e4a11509'],
    ['entire-cli', 'fcaaf8fe3338'],
    ['entire-cli', 'b377f3914e2c'],
    ['entire-cli', '218d32fabe7a'],
    ['mekara', '6e58202cb8b2'],
  ])('%s: %s', (folder, mark) => {
    expect(found.filter(({ told }) => markOf(told) === mark).map(({ path }) => path.split('/')[0])).toContain(folder)
  })

  test('are few: most prompts ask for something', () => {
    expect(new Set(inputs.map(({ text }) => text)).size).toBeGreaterThan(200)
    expect(new Set(found.map(({ told }) => told)).size).toBeLessThan(15)
  })

  test.each(['a52f0ebdd1a7', 'b261b53096f1', 'c0b50a3255ee', 'ef65676f5919', '352b7d223c76'])('none is: %s', mark => {
    const input = inputs.find(({ text }) => markOf(text) === mark)
    expect(input).toBeDefined()
    expect(findCorrection(input?.text ?? '')).toBeUndefined()
  })
}
