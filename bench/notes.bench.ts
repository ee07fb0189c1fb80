/** Notes of a thousand sessions, secrets taken out: the first run in a minute, the second writes nothing. Whole processes. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, requireBin } from './bin.ts'
import { type Bench, formatSpread, runBench, spreadOf } from './harness.ts'
import { type KeptSet, makeKeptSet } from './kept-set.ts'
import { readUsage, TELL } from './process-usage.ts'

const SESSIONS = Number(process.env.BENCH_SESSIONS ?? 1000)
const GOAL = { firstMs: 60_000, againMs: 2000 }

interface NotesRun {
  readonly ms: number
  readonly cpuMs: number
  readonly rssMb: number
  readonly written: number
  readonly unchanged: number
  readonly failed: number
}

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    // `makeKeptSet` makes a session of every 400 kB, and one of its own.
    const set = makeKeptSet((SESSIONS - 1) * 400_000, seed)
    const first: NotesRun[] = []
    const again: NotesRun[] = []
    const plain: NotesRun[] = []
    let changed = 0
    for (let round = 0; round < rounds; round++) {
      const vault = freshVault(set)
      first.push(runNotes(set, vault))
      const before = listTimes(vault)
      again.push(runNotes(set, vault))
      changed += listTimes(vault) === before ? 0 : 1
      plain.push(runNotes(set, freshVault(set), ['--no-redact']))
      rmSync(vault, { recursive: true, force: true })
    }
    const written = again.reduce((sum, run) => sum + run.written, 0) + changed
    const ms = (runs: readonly NotesRun[]) => spreadOf(runs.map(run => run.ms))
    return {
      name: 'notes',
      notes: [
        `${SESSIONS} sessions of 400 kB on average, ${rounds} rounds; times by the clock, start of Node included.`,
        `${first[0]?.written} notes with those of days and projects; memory ${formatSpread(spreadOf(first.map(run => run.rssMb)), ' MB')}.`,
        `Processor time of the first run, which a busy machine does not change: ${formatSpread(spreadOf(first.map(run => run.cpuMs)), ' ms')}.`,
      ],
      rows: [
        {
          what: 'first run',
          goal: `≤ ${GOAL.firstMs / 1000} s`,
          measured: formatSpread(ms(first), ' ms'),
          isMet:
            ms(first).median <= GOAL.firstMs && first.every(run => run.failed === 0 && run.written >= SESSIONS * 0.9),
        },
        { what: 'written by the second run', goal: '0', measured: String(written), isMet: written === 0 },
        {
          what: 'second run',
          goal: `≤ ${GOAL.againMs / 1000} s`,
          measured: formatSpread(ms(again), ' ms'),
          isMet: ms(again).median <= GOAL.againMs,
        },
        { what: 'first run with --no-redact', goal: '(shown)', measured: formatSpread(ms(plain), ' ms'), isMet: true },
      ],
    }
  },
}

function freshVault({ keep }: KeptSet): string {
  rmSync(join(keep, 'notes'), { recursive: true, force: true })
  const vault = mkdtempSync(join(tmpdir(), 'backscroll-vault-'))
  mkdirSync(join(vault, '.obsidian'))
  return vault
}

function runNotes({ env, folder }: KeptSet, vault: string, more: readonly string[] = []): NotesRun {
  const started = performance.now()
  const args = ['--import', TELL, BIN, 'notes', '--vault', vault, '--root', folder, '--json', ...more]
  const child = spawnSync(process.execPath, args, { env, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const ms = performance.now() - started
  if (child.status !== 0) throw new Error(child.stderr)
  const report = JSON.parse(child.stdout) as { written: string[]; unchanged: number; failed: unknown[] }
  const { cpuMs, rssMb } = readUsage(child.stderr)
  return { ms, cpuMs, rssMb, written: report.written.length, unchanged: report.unchanged, failed: report.failed.length }
}

/** Names and times of all files. */
function listTimes(vault: string): string {
  return readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => `${name} ${statSync(join(vault, name)).mtimeMs}`)
    .join('\n')
}

await runBench(bench)
