import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NARRATIVE_PAGE, renderCounts, renderNarrativePage } from '../scripts/narrative.ts'
import { FINDINGS } from '../src/narrative/extractors.ts'
import { listCorpusFiles } from './corpus.ts'

const corpus = listCorpusFiles()
const page = readFileSync(NARRATIVE_PAGE, 'utf8')

test('docs/narrative.md counts everything a story can find, and nothing never', () => {
  const counts = new Map(
    Array.from(page.matchAll(/^\| ([^|]+) \| [^|]+ \| (\d+) \| \d+ \|$/gm), ([, name, found]) => [name, Number(found)]),
  )
  expect([...counts.keys()]).toEqual(FINDINGS.map(({ name }) => name))
  expect([...counts].filter(([, found]) => found === 0)).toEqual([])
})

test.runIf(corpus)('the counts are those of the corpus (UPDATE=1 rewrites them)', { timeout: 120_000 }, () => {
  const made = renderNarrativePage(page, renderCounts())
  if (process.env.UPDATE) writeFileSync(NARRATIVE_PAGE, made)
  else expect(page).toBe(made)
})
