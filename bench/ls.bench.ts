/** `backscroll ls` over 2,500 files and a gigabyte, with no index to help: at most two seconds. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, requireBin } from './bin.ts'
import { makeCorpus, readManifest } from './corpus.ts'
import { type Bench, formatSpread, runBench, spreadOf } from './harness.ts'

const GOAL_MS = 2000

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    const folder = makeCorpus({ bytes: 1e9, files: 2500, seed })
    const { files, sessions, bytes } = readManifest(folder)
    listSessions(folder, sessions)
    const times = Array.from({ length: rounds }, () => listSessions(folder, sessions))
    const spread = spreadOf(times)
    return {
      name: 'ls',
      notes: [
        `${files} files, ${sessions} sessions, ${Math.round(bytes / 1e6)} MB in the page cache; ${rounds} rounds.`,
      ],
      rows: [
        {
          what: '`backscroll ls --json`, whole process',
          goal: `≤ ${GOAL_MS} ms`,
          measured: formatSpread(spread, ' ms'),
          isMet: spread.median <= GOAL_MS,
        },
      ],
    }
  },
}

/** Each run has a home of its own: nothing that an earlier one kept may help. */
function listSessions(folder: string, expected: number): number {
  const home = mkdtempSync(join(tmpdir(), 'backscroll-bench-'))
  try {
    const started = performance.now()
    const env = { ...process.env, BACKSCROLL_HOME: home, HOME: home }
    const args = [BIN, 'ls', '--json', '--root', folder]
    const child = spawnSync(process.execPath, args, { encoding: 'utf8', env, maxBuffer: 2 ** 28 })
    const ms = performance.now() - started
    if (child.status !== 0) throw new Error(`ls failed: ${child.stderr}`)
    const listed = (JSON.parse(child.stdout) as { sessions: readonly unknown[] }).sessions.length
    if (listed !== expected) throw new Error(`ls listed ${listed} of ${expected} sessions`)
    return ms
  } finally {
    rmSync(home, { recursive: true })
  }
}

await runBench(bench)
