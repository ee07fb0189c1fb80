/** The goals of search quality over the demo and hand-made sessions and the recorded corpus. All tables: `npm run bench:retrieval`. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Bench, type Row, runBench } from './harness.ts'
import { paraphraseQuestions, writeHandSet } from './retrieval/hand-set.ts'
import { type KeptFolder, keepCached, keepFolder } from './retrieval/keep-folder.ts'
import { measureFolder } from './retrieval/measure-folder.ts'
import type { FolderReport } from './retrieval/report.ts'

const CORPUS = fileURLToPath(new URL('../../shared/corpus', import.meta.url))
const GOAL = { hit5: 95, sentence: 5, typo: 10 }

const bench: Bench = {
  script: import.meta.url,
  work: {},
  async measure({ seed }) {
    const home = mkdtempSync(join(tmpdir(), 'backscroll-retrieval-'))
    writeHandSet(join(home, 'claude'))
    const rows = [...(await measureRows('hand-made', await keepFolder(join(home, 'claude'), join(home, 'keep')), seed))]
    rmSync(home, { recursive: true })
    if (existsSync(CORPUS)) rows.push(...(await measureRows('corpus', await keepCached('corpus', CORPUS), seed)))
    return { name: 'retrieval', notes: [`Seed ${seed}, up to 60 questions of each kind.`], rows }
  },
}

async function measureRows(name: string, kept: KeptFolder, seed: number): Promise<readonly Row[]> {
  const paraphrases = name === 'hand-made' ? paraphraseQuestions() : []
  const report = await measureFolder(kept, { name, seed, perKind: 60, paraphrases, isAlone: true })
  kept.close()
  return rowsOf(report)
}

function rowsOf({ name, sets, stressors }: FolderReport): readonly Row[] {
  const hit5 = (set: string): number => sets.find(found => found.set === set)?.scores.backscroll?.hit5 ?? 0
  const keyword = hit5('known items, keyword')
  const sentence = hit5('known items, sentence')
  const typo = stressors.find(({ stressor }) => stressor === 'typo')
  const cost = (typo?.plain.hit5 ?? 0) - (typo?.stressed.hit5 ?? 0)
  return [
    {
      what: `${name}: known items by keywords, hit@5`,
      goal: `≥ ${GOAL.hit5} %`,
      measured: `${keyword.toFixed(1)} %`,
      isMet: keyword >= GOAL.hit5,
    },
    {
      what: `${name}: by a sentence instead of keywords, hit@5`,
      goal: `at most ${GOAL.sentence} points less`,
      measured: `${sentence.toFixed(1)} %`,
      isMet: keyword - sentence <= GOAL.sentence,
    },
    {
      what: `${name}: a typo in one word, hit@5`,
      goal: `at most ${GOAL.typo} points less`,
      measured: `${cost.toFixed(1)} points less`,
      isMet: cost <= GOAL.typo,
    },
  ]
}

await runBench(bench)
