/** Sessions whose client records its requests: what those lines cost a first sync and the archive. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, requireBin } from './bin.ts'
import { makeCorpus, readManifest } from './corpus.ts'
import { type Bench, formatSpread, runBench, spreadOf } from './harness.ts'
import { readUsage, TELL } from './process-usage.ts'
import { addRequestLog } from './with-request-log.ts'

const GOAL = { cpu: 1.2, archive: 0.2 }
const BYTES = 120e6
const FILES = 400

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    return withFolder(logged => {
      const plain = makeCorpus({ bytes: BYTES, files: FILES, seed })
      const { log, all } = addRequestLog(plain, logged, seed)
      const bytes = readManifest(plain).bytes
      const rests: number[] = []
      const wholes: number[] = []
      let archive = 0
      for (let round = 0; round < rounds; round++) {
        rests.push(syncCpu(plain).cpuMs)
        const whole = syncCpu(logged)
        wholes.push(whole.cpuMs)
        archive = whole.archiveBytes / all
      }
      const without = spreadOf(wholes.map((cpuMs, at) => cpuMs / (rests[at] as number)))
      const perByte = spreadOf(wholes.map((cpuMs, at) => cpuMs / all / ((rests[at] as number) / bytes)))
      return {
        name: 'request-log',
        notes: [
          `${FILES} files, ${Math.round(all / 1e6)} MB, of which ${Math.round((log / all) * 100)} % are lines of the request log; ${rounds} rounds, whole processes, processor time of all threads.`,
          `With them ${formatSpread(spreadOf(wholes), ' ms')}, the same sessions without them ${formatSpread(spreadOf(rests), ' ms')}.`,
        ],
        rows: [
          row('first sync, against the same sessions without these lines', GOAL.cpu, without),
          row('first sync for each byte, against bytes without these lines', GOAL.cpu, perByte),
          {
            what: 'archive',
            goal: `≤ ${GOAL.archive * 100} % of the source bytes`,
            measured: `${(archive * 100).toFixed(1)} % of the source bytes`,
            isMet: archive <= GOAL.archive,
          },
        ],
      }
    })
  },
}

function row(what: string, goal: number, spread: ReturnType<typeof spreadOf>) {
  return { what, goal: `≤ ${goal} ×`, measured: formatSpread(spread, ' ×', 2), isMet: spread.median <= goal }
}

function syncCpu(folder: string): { readonly cpuMs: number; readonly archiveBytes: number } {
  return withFolder(home => {
    const env = { ...process.env, BACKSCROLL_HOME: home, HOME: home }
    const args = ['--import', TELL, BIN, 'sync', '--root', folder]
    const child = spawnSync(process.execPath, args, { encoding: 'utf8', env })
    if (child.status !== 0) throw new Error(child.stderr)
    return { cpuMs: readUsage(child.stderr).cpuMs, archiveBytes: sizeOf(join(home, 'archive')) }
  })
}

function sizeOf(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(path => statSync(join(folder, path)))
  return paths.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
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
