/**
 * How well recall at a prompt fires, and how well it stays silent: `npm run bench:recall` over hand-made and generated
 * sessions and, where it is there, the recorded corpus; `npm run bench:recall -- FOLDER…` over any transcripts.
 *
 *   --json  --fires (what was shown that should not, and what was wanted and not shown)  --write (puts the table into the docs)
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type KeptFolder, keepCached } from '../retrieval/keep-folder.ts'
import { readFolderCases } from './folder-cases.ts'
import { askAll, type RecallOutcome, scoreOf } from './measure.ts'
import { CASE_PARTS, type RecallCase } from './recall-case.ts'
import { makeRecallSets } from './recall-set.ts'
import { formatReport, type RecallReport } from './report.ts'
import { formatSettled } from './settled.ts'
import { simulateSessions } from './simulate.ts'

const CORPUS = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))
const DOCS = fileURLToPath(new URL('../../docs/recall.md', import.meta.url))
const TABLES = /(<!-- table of npm run bench:recall[^\n]*-->\n)[\s\S]*?(<!-- end of table -->)/

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    fires: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const reports: RecallReport[] = []
if (positionals.length === 0) {
  const { sets, close } = await makeRecallSets()
  for (const part of CASE_PARTS) {
    for (const { name, kept, cases } of sets)
      measure(
        name,
        part,
        kept,
        cases.filter(one => one.part === part),
      )
  }
  close()
}
for (const folder of positionals.length > 0 ? positionals : existsSync(CORPUS) ? [CORPUS] : []) {
  const kept = await keepCached(resolve(folder).replace(/[^a-zA-Z0-9]+/g, '-'), folder)
  measure(basename(folder), 'same files', kept, readFolderCases(kept))
  kept.close()
}
const table = formatReport(reports)
if (values.write) {
  const text = readFileSync(DOCS, 'utf8')
  writeFileSync(
    DOCS,
    text.replace(TABLES, (_, start: string, end: string) => `${start}\n${table}\n\n${end}`),
  )
}
console.log(values.json ? JSON.stringify(reports, undefined, 2) : `${table}\n\n${formatSettled()}`)

function measure(name: string, part: string, kept: KeptFolder, cases: readonly RecallCase[]): void {
  if (cases.length === 0) return
  askAll(kept, cases.slice(0, 20))
  const outcomes = askAll(kept, cases)
  if (values.fires) for (const outcome of outcomes) listFire(outcome)
  reports.push({ name, part, score: scoreOf(outcomes), simulated: simulateSessions(kept, cases) })
}

function listFire({ of, decision, hasFired, isUseful }: RecallOutcome): void {
  if (of.kind === 'wanted' ? isUseful : !hasFired) return
  const best = decision.items[0] ?? decision.left[0]?.item
  const words = [of.kind, hasFired ? 'fired' : 'silent', best?.score ?? '-', best?.why ?? decision.steps.at(-1)?.says]
  console.error([...words, of.prompt.replaceAll('\n', ' ').slice(0, 160)].join('\t'))
}
