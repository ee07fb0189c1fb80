/**
 * How well search finds, in numbers: `npm run bench:retrieval` over the demo and hand-made sessions and, where it is
 * there, the recorded corpus; `npm run bench:retrieval -- FOLDER…` over any transcripts.
 *
 *   --json  --seed 1  --per-kind 60  --alone (no baselines)  --misses 5 (questions found later than that, or never)
 *   --write (puts the tables into the docs)
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Outcome } from './evaluate.ts'
import { paraphraseQuestions, writeHandSet } from './hand-set.ts'
import { keepCached, keepFolder } from './keep-folder.ts'
import { measureFolder } from './measure-folder.ts'
import { type FolderReport, formatForDocs, formatReport } from './report.ts'

const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))

const DOCS = ['search.md', 'search-quality.md'].map(name =>
  fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)),
)
const TABLES = /(<!-- tables:[^\n]*-->\n)[\s\S]*?(<!-- end of tables -->)/

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    'per-kind': { type: 'string', default: '60' },
    alone: { type: 'boolean', default: false },
    misses: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const common = {
  seed: Number(values.seed),
  perKind: Number(values['per-kind']),
  isAlone: values.alone,
  onOutcomes: values.misses === undefined ? () => {} : listMisses(Number(values.misses)),
}

const reports: FolderReport[] = []
if (positionals.length === 0) reports.push(await measureHandSet())
const folders = positionals.length > 0 ? positionals : existsSync(CORPUS) ? [CORPUS] : []
for (const folder of folders) reports.push(await measureGiven(resolve(folder)))
if (values.write) writeDocs(reports)
console.log(values.json ? JSON.stringify(reports, undefined, 2) : reports.map(formatReport).join('\n\n'))

async function measureHandSet(): Promise<FolderReport> {
  const home = mkdtempSync(join(tmpdir(), 'backscroll-retrieval-'))
  writeHandSet(join(home, 'claude'))
  const kept = await keepFolder(join(home, 'claude'), join(home, 'keep'))
  try {
    return await measureFolder(kept, {
      ...common,
      name: 'demo and hand-made sessions',
      paraphrases: paraphraseQuestions(),
    })
  } finally {
    kept.close()
    rmSync(home, { recursive: true })
  }
}

async function measureGiven(folder: string): Promise<FolderReport> {
  const foreign = paraphraseQuestions().map(({ text }) => text)
  const kept = await keepCached(folder.replace(/[^a-zA-Z0-9]+/g, '-'), folder)
  try {
    return await measureFolder(kept, { ...common, name: basename(folder), paraphrases: [], foreign })
  } finally {
    kept.close()
  }
}

function listMisses(limit: number) {
  return (set: string, outcomes: readonly Outcome[]): void => {
    for (const { rank, step, question } of outcomes) {
      if (question.golds.length === 0 || (rank !== undefined && rank <= limit)) continue
      const golds = [...new Set(question.golds.map(gold => gold.sessionId.slice(0, 8)))]
      console.error([set, rank ?? '-', step ?? 'nothing', golds.join(), question.text].join('\t'))
    }
  }
}

/** Between the marks of whichever page has them. */
function writeDocs(list: readonly FolderReport[]): void {
  const made = `Made on ${new Date().toISOString().slice(0, 10)} with seed ${values.seed}, up to ${values['per-kind']} questions of each kind.`
  const tables = [made, ...list.map(formatForDocs)].join('\n\n')
  for (const path of DOCS.filter(existsSync)) {
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(TABLES, (_, start: string, end: string) => `${start}\n${tables}\n\n${end}`),
    )
  }
}
