/** A first sync of a gigabyte: archive, model, rows and full text, against a script that only parses and inserts text. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BIN, requireBin } from './bin.ts'
import { makeCorpus, readManifest } from './corpus.ts'
import { makeTexts } from './floor-texts.ts'
import { type Bench, formatSpread, runBench, spreadOf } from './harness.ts'
import { readUsage, TELL } from './process-usage.ts'

const GOAL = { cpu: 2.5, rssMb: 400, archive: 0.22, index: 0.4, corpusArchive: 0.2 }
const CORPUS = fileURLToPath(new URL('../../shared/corpus', import.meta.url))
const FLOOR = fileURLToPath(new URL('floor-fts.ts', import.meta.url))

interface Cold {
  readonly cpuMs: number
  readonly ms: number
  readonly rssMb: number
  readonly archive: number
  readonly index: number
}

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    const folder = makeCorpus({ bytes: 1e9, files: 2500, seed })
    const texts = makeTexts(folder)
    const { files, bytes } = readManifest(folder)
    const floors: number[] = []
    const colds: Cold[] = []
    for (let round = 0; round < rounds; round++) {
      floors.push(runFloor(texts))
      colds.push(runCold(folder, bytes))
    }
    const ratio = spreadOf(colds.map(({ cpuMs }, at) => cpuMs / (floors[at] as number)))
    const rss = spreadOf(colds.map(({ rssMb }) => rssMb))
    const last = colds.at(-1) as Cold
    const real = measureReal()
    return {
      name: 'cold-sync',
      notes: [
        `${files} files, ${Math.round(bytes / 1e6)} MB in the page cache; ${rounds} rounds, whole processes, processor time of all threads.`,
        `Floor: ${formatSpread(spreadOf(floors), ' ms')}. Sync: ${formatSpread(spreadOf(colds.map(({ cpuMs }) => cpuMs)), ' ms')} of processor time, ${formatSpread(spreadOf(colds.map(({ ms }) => ms)), ' ms')} by the clock.`,
      ],
      rows: [
        row(
          'processor time, against the floor',
          `≤ ${GOAL.cpu} ×`,
          formatSpread(ratio, ' ×', 2),
          ratio.median <= GOAL.cpu,
        ),
        row('resident memory', `≤ ${GOAL.rssMb} MB`, formatSpread(rss, ' MB'), rss.median <= GOAL.rssMb),
        row(
          'archive of the generated set',
          percent(GOAL.archive, '≤ '),
          percent(last.archive),
          last.archive <= GOAL.archive,
        ),
        row('index', percent(GOAL.index, '≤ '), percent(last.index), last.index <= GOAL.index),
        ...(real === undefined
          ? []
          : [
              row(
                'archive of recorded transcripts',
                percent(GOAL.corpusArchive, '≤ '),
                percent(real),
                real <= GOAL.corpusArchive,
              ),
            ]),
      ],
    }
  },
}

function row(what: string, goal: string, measured: string, isMet: boolean) {
  return { what, goal, measured, isMet }
}

function percent(share: number, before = ''): string {
  return `${before}${(share * 100).toFixed(1)} % of the source bytes`
}

function runFloor(texts: string): number {
  return withFolder(home => {
    const child = spawnSync(process.execPath, [FLOOR, texts, join(home, 'floor.db')], { encoding: 'utf8' })
    if (child.status !== 0) throw new Error(child.stderr)
    return (JSON.parse(child.stdout) as { cpuMs: number }).cpuMs
  })
}

function runCold(folder: string, bytes: number): Cold {
  return withFolder(home => {
    const started = performance.now()
    const env = { ...process.env, BACKSCROLL_HOME: home, HOME: home }
    const args = ['--import', TELL, BIN, 'sync', '--root', folder]
    const child = spawnSync(process.execPath, args, { encoding: 'utf8', env })
    const ms = performance.now() - started
    if (child.status !== 0) throw new Error(child.stderr)
    const used = readUsage(child.stderr)
    return {
      ...used,
      ms,
      archive: sizeOf(join(home, 'archive')) / bytes,
      index: statSync(join(home, 'index.db')).size / bytes,
    }
  })
}

/** Only transcripts count as source bytes, as in the generated set. */
function measureReal(): number | undefined {
  try {
    const bytes = sizeOf(CORPUS)
    return withFolder(home => {
      const env = { ...process.env, BACKSCROLL_HOME: home, HOME: home }
      const child = spawnSync(process.execPath, [BIN, 'sync', '--json', '--root', CORPUS], { encoding: 'utf8', env })
      const { work } = JSON.parse(child.stdout) as { work: { readBytes: number } }
      return bytes === 0 ? undefined : sizeOf(join(home, 'archive')) / work.readBytes
    })
  } catch {
    return undefined
  }
}

function sizeOf(folder: string): number {
  let bytes = 0
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const stat = statSync(join(folder, path))
    if (stat.isFile()) bytes += stat.size
  }
  return bytes
}

function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'backscroll-bench-'))
  try {
    return use(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

await runBench(bench)
