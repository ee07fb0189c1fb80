/**
 * Counts what stories find over the recorded transcripts of the corpus and writes the table into docs/narrative.md:
 *   node scripts/narrative.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FINDINGS } from '../src/narrative/extractors.ts'
import { listAllSources } from '../src/source/discover.ts'
import { findRoots } from '../src/source/roots.ts'
import { listFiles, type SessionSource } from '../src/source/session-source.ts'
import { CORPUS } from '../test/corpus.ts'
import { readEntries } from '../test/read-session.ts'
import { tellSession } from '../test/tell-session.ts'

export const NARRATIVE_PAGE = fileURLToPath(new URL('../docs/narrative.md', import.meta.url))

const MARKS = ['<!-- counts: made by scripts/narrative.ts -->', '<!-- /counts -->'] as const

/** The page with the counts as they should be. */
export function renderNarrativePage(page: string, counts: string): string {
  const [begin, end] = MARKS
  const from = page.indexOf(begin)
  const to = page.indexOf(end)
  if (from < 0 || to < from) throw new Error(`${NARRATIVE_PAGE} has lost its mark ${begin}`)
  return `${page.slice(0, from + begin.length)}\n${counts}\n${page.slice(to)}`
}

/** One row per finding: how often, and in how many sessions. */
export function renderCounts(): string {
  const sources = listRecorded()
  const rows = FINDINGS.map(finding => ({ finding, found: 0, sessions: 0 }))
  for (const source of sources) {
    const files = listFiles(source).map(({ path, agentId }) => ({ agentId, entries: readEntries(path) }))
    const { story } = tellSession(source.id, files)
    for (const row of rows) {
      const count = row.finding.count(story)
      row.found += count
      row.sessions += Number(count > 0)
    }
  }
  return [
    `${sources.length} recorded sessions.`,
    '',
    '| finding | what | found | in sessions |',
    '|---|---|--:|--:|',
    ...rows.map(({ finding: { name, says }, found, sessions }) => `| ${name} | ${says} | ${found} | ${sessions} |`),
  ].join('\n')
}

/** Sessions that Claude Code wrote; what was made by hand for tests proves nothing. */
function listRecorded(): readonly SessionSource[] {
  const recorded = new Set(
    Array.from(
      readFileSync(join(CORPUS, 'README.md'), 'utf8').matchAll(/^\| (\S+\.jsonl) \|(?:[^|]*\|){6} recorded[^|]*\|/gm),
      ([, path]) => path as string,
    ),
  )
  const { roots } = findRoots({
    home: CORPUS,
    workingFolder: CORPUS,
    override: [CORPUS],
    platform: 'linux',
    variables: {},
  })
  return listAllSources(roots).sources.filter(
    ({ main }) => main !== undefined && recorded.has(relative(CORPUS, main.path)),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(NARRATIVE_PAGE, renderNarrativePage(readFileSync(NARRATIVE_PAGE, 'utf8'), renderCounts()))
}
