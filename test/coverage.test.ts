import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listCorpusFiles, REPOSITORY } from './corpus.ts'
import { countCoverage, describeCorpus, emptyCoverage, renderCoverage } from './coverage.ts'

const PAGE = join(REPOSITORY, 'docs', 'format', 'coverage.md')
const corpus = listCorpusFiles()

test.runIf(corpus)('the coverage page tells what the corpus proves', () => {
  const coverage = countCoverage(corpus ?? [])
  const source = describeCorpus(corpus ?? [])
  const page = renderCoverage(coverage, source)
  if (process.env.UPDATE) writeFileSync(PAGE, page)
  const written = readFileSync(PAGE, 'utf8')
  if (written.includes(`Corpus: ${source}.`)) {
    expect(written).toBe(page)
    return
  }
  // Another corpus than the page was made from: what was proven then must still be met.
  console.log('the corpus has changed: UPDATE=1 npm test rewrites docs/format/coverage.md')
  for (const rows of coverage.values()) {
    for (const [name, { recorded }] of rows) {
      if (new RegExp(`\\| \`${escapePattern(name)}\` \\| [1-9]`).test(written))
        expect([name, recorded > 0]).toEqual([name, true])
    }
  }
})

test('the coverage page has a row for everything we know', () => {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  for (const [part, rows] of emptyCoverage()) {
    expect(page).toContain(`## By ${part}`)
    for (const name of rows.keys()) expect(page).toContain(`| \`${name}\` |`)
  }
})

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
