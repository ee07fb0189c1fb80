import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCorpusFiles, REPOSITORY } from './corpus.ts'
import { countCoverage, emptyCoverage, renderCoverage } from './coverage.ts'

const PAGE = join(REPOSITORY, 'docs', 'format', 'coverage.md')
const corpus = listCorpusFiles()

test.runIf(corpus)('the coverage page tells what the corpus proves', () => {
  const page = renderCoverage(countCoverage(corpus ?? []))
  if (process.env.UPDATE) writeFileSync(PAGE, page)
  expect(readFileSync(PAGE, 'utf8')).toBe(page)
})

test('the coverage page has a row for everything we know', () => {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  for (const [part, rows] of emptyCoverage()) {
    expect(page).toContain(`## By ${part}`)
    for (const name of rows.keys()) expect(page).toContain(`| \`${name}\` |`)
  }
})
