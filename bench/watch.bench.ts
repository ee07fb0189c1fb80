/** From a line written to a session until a search finds it, with `backscroll watch` running; and what watching costs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStoreForReading } from '../src/store/open-store.ts'
import { BIN, requireBin } from './bin.ts'
import { type Bench, formatSpread, runBench, spreadOf } from './harness.ts'
import { type KeptSet, line, makeKeptSet } from './kept-set.ts'

const GOAL_MS = 50
const IDLE_GOAL = 0.01
const IDLE_MS = 70_000
const REST_MS = 700

const bench: Bench = {
  script: import.meta.url,
  work: {},
  async measure({ rounds, seed }) {
    requireBin()
    const set = makeKeptSet(1e9, seed)
    const child = spawn(process.execPath, [BIN, 'watch', '--root', set.folder], { env: set.env, stdio: 'ignore' })
    try {
      await sleep(4000)
      const times: number[] = []
      for (let number = 1; number <= rounds * 4; number++) times.push(await appendAndFind(set, number))
      const latency = spreadOf(times.slice(1))
      await sleep(5000)
      const idle = await measureIdle(child)
      return {
        name: 'watch',
        notes: [
          `2,500 files, 1 GB. ${times.length - 1} lines, one every ${REST_MS} ms. Found means: a reader with a connection of its own gets it from the full-text table; it asks every millisecond.`,
        ],
        rows: [
          {
            what: 'line written to line found',
            goal: `≤ ${GOAL_MS} ms`,
            measured: formatSpread(latency, ' ms'),
            isMet: latency.median <= GOAL_MS,
          },
          {
            what: `processor time while nothing happens, ${IDLE_MS / 1000} s with one sweep`,
            goal: `≤ ${IDLE_GOAL * 100} % of one core`,
            measured: `${(idle * 100).toFixed(2)} %`,
            isMet: idle <= IDLE_GOAL,
          },
        ],
      }
    } finally {
      child.kill('SIGTERM')
    }
  },
}

async function appendAndFind({ session, keep }: KeptSet, number: number): Promise<number> {
  const store = openStoreForReading(join(keep, 'index.db'))
  if (!store) throw new Error('there is no index')
  try {
    appendFileSync(session, `${line(number)}\n`)
    const started = performance.now()
    while (!store.get('SELECT rowid FROM prose_text WHERE prose_text MATCH ?', [`needle${number}`])) {
      if (performance.now() - started > 10_000) throw new Error(`line ${number} was not found within ten seconds`)
      await sleep(1)
    }
    return performance.now() - started
  } finally {
    store.close()
    await sleep(REST_MS)
  }
}

/** Share of one core, from the system's own count of ticks (a hundredth of a second each). */
async function measureIdle(child: ChildProcess): Promise<number> {
  const before = ticksOf(child)
  await sleep(IDLE_MS)
  return (ticksOf(child) - before) / 100 / (IDLE_MS / 1000)
}

function ticksOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

await runBench(bench)
