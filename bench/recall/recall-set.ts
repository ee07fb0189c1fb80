import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeHandSet } from '../retrieval/hand-set.ts'
import { type KeptFolder, keepFolder } from '../retrieval/keep-folder.ts'
import { writeScript } from '../retrieval/write-script.ts'
import { everydaySessions } from './everyday.ts'
import { generateProject } from './generated.ts'
import { readHandCases, readHandScripts } from './hand-cases.ts'
import type { RecallCase } from './recall-case.ts'

export interface RecallSet {
  readonly name: string
  readonly kept: KeptFolder
  readonly cases: readonly RecallCase[]
}

const SEEDS = [1, 2]

/**
 * Demo, hand-made and generated sessions in one keep, as one person has many projects in it; and the hand-made ones alone
 * in another, as whoever begins has them: few sessions, in which every word is rare.
 */
export async function makeRecallSets(): Promise<{ readonly sets: readonly RecallSet[]; close(): void }> {
  const home = mkdtempSync(join(tmpdir(), 'backscroll-recall-'))
  const config = join(home, 'claude')
  const young = join(home, 'young')
  writeHandSet(config)
  const generated = SEEDS.flatMap(seed => [generateProject('training', seed), generateProject('held-out', seed)])
  const scripts = [...readHandScripts(), ...generated.flatMap(project => project.scripts)]
  for (const script of [...scripts, ...everydaySessions(scripts.map(({ cwd }) => cwd))]) writeScript(config, script)
  for (const script of readHandScripts()) writeScript(young, script)
  const kept = await keepFolder(config, join(home, 'keep'))
  const few = await keepFolder(young, join(home, 'few'))
  const cases = readHandCases()
  return {
    sets: [
      { name: 'hand-made', kept, cases },
      { name: 'few sessions', kept: few, cases },
      { name: 'generated', kept, cases: generated.flatMap(({ cases }) => cases) },
    ],
    close() {
      kept.close()
      few.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}
