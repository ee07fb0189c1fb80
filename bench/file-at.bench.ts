/**
 * How often a file as it is put together from all earlier records equals what the next change recorded of it, byte for
 * byte, by what came between. Over the recorded corpus, or the folders of transcripts that FILE_AT_FOLDERS names, with
 * colons between them; FILE_AT_CASES=1 lists the cases that are not the same.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BetweenClass, type CaseResult, countByClass, measureRecords, rateOf } from './file-at/measure-records.ts'
import { type Bench, type Row, runBench } from './harness.ts'
import { keepFolder } from './retrieval/keep-folder.ts'

const CORPUS = fileURLToPath(new URL('../../shared/corpus', import.meta.url))
const GOAL: { readonly [Name in BetweenClass]?: number } = { nothing: 99 }

const bench: Bench = {
  script: import.meta.url,
  work: {},
  async measure() {
    const own = process.env.FILE_AT_FOLDERS?.split(':').filter(name => name !== '')
    const folders = (own ?? [CORPUS]).filter(folder => existsSync(folder))
    const rows: Row[] = []
    for (const folder of folders) {
      const cases = await measureFolder(folder)
      rows.push(...rowsOf(folder === CORPUS ? 'corpus' : folder, cases))
      if (process.env.FILE_AT_CASES === '1') listWrong(cases)
    }
    const notes = [
      'Changes that record the whole file before them, against what all earlier records make of it.',
      ...(folders.length === 0 ? ['There is no corpus here: FILE_AT_FOLDERS may name folders of transcripts.'] : []),
    ]
    return { name: 'file-at', notes, rows }
  },
}

async function measureFolder(folder: string): Promise<readonly CaseResult[]> {
  const home = mkdtempSync(join(tmpdir(), 'backscroll-file-at-'))
  const kept = await keepFolder(folder, join(home, 'keep'))
  try {
    return measureRecords(kept.keep)
  } finally {
    kept.close()
    rmSync(home, { recursive: true })
  }
}

function rowsOf(name: string, cases: readonly CaseResult[]): readonly Row[] {
  return [...countByClass(cases)]
    .filter(([between, rate]) => !Number.isNaN(rateOf(rate)) || (between === 'nothing' && name === 'corpus'))
    .map(([between, rate]) => {
      const goal = GOAL[between]
      const percent = rateOf(rate)
      return {
        what: `${name}: ${between}`,
        goal: goal === undefined ? 'none' : `≥ ${goal} %`,
        measured: `${percent.toFixed(1)} % (${rate.same} same, ${rate.differs} differ, ${rate.notTold} not told)`,
        isMet: goal === undefined || percent >= goal,
      }
    })
}

function listWrong(cases: readonly CaseResult[]): void {
  for (const { outcome, between, place, path, appliedEdits } of cases) {
    if (outcome !== 'same') console.log([outcome, between, place, path, appliedEdits].join('\t'))
  }
}

await runBench(bench)
