/** A sync that finds nothing, and one that finds one line, as whole processes behind histories of three lengths. */
import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { BIN, requireBin } from './bin.ts'
import { type Bench, formatSpread, runBench, type Spread, spreadOf } from './harness.ts'
import { type KeptSet, line, makeKeptSet } from './kept-set.ts'

/** Gigabytes; making the keep of five takes minutes, so fewer can be asked for. */
const SIZES = (process.env.BENCH_GB ?? '0.1,1,5').split(',').map(size => Number(size) * 1e9)
const WARM_GOAL_MS = 150
/** Room for what listing more files costs, and for the noise of a shared machine. */
const GROWTH_GOAL = 3

interface Measured {
  readonly warm: Spread
  readonly append: Spread
  readonly start: Spread
  readonly readBytes: number
  readonly lineBytes: number
}

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    const results = SIZES.map(bytes => ({ bytes, ...measure(makeKeptSet(bytes, seed), rounds) }))
    const [first] = results
    return {
      name: 'warm-sync',
      notes: [
        `Whole processes, start-up included (\`--version\` alone: ${formatSpread((first as Measured).start, ' ms')}); ${rounds} rounds.`,
        'Every file is looked at (name, length, time), so the time grows a little with their number; what is read does not.',
      ],
      rows: results.flatMap(({ bytes, warm, append, readBytes, lineBytes }) => [
        {
          what: `nothing new in ${bytes / 1e9} GB`,
          goal: bytes === 1e9 ? `≤ ${WARM_GOAL_MS} ms` : '(shown)',
          measured: formatSpread(warm, ' ms'),
          isMet: bytes !== 1e9 || warm.median <= WARM_GOAL_MS,
        },
        {
          what: `one line appended behind ${bytes / 1e9} GB, bytes read`,
          goal: 'the line alone',
          measured: `${readBytes} of ${lineBytes}`,
          isMet: readBytes === lineBytes,
        },
        {
          what: `one line appended behind ${bytes / 1e9} GB, time`,
          goal: `≤ ${GROWTH_GOAL} × that of 0.1 GB`,
          measured: formatSpread(append, ' ms'),
          isMet: append.median <= GROWTH_GOAL * (first as Measured).append.median,
        },
      ]),
    }
  },
}

function measure(set: KeptSet, rounds: number): Measured {
  let number = 1
  let readBytes = 0
  let lineBytes = 0
  const appends: number[] = []
  const warms: number[] = []
  const starts: number[] = []
  for (let round = 0; round <= rounds; round++) {
    starts.push(run(set, ['--version']).ms)
    const text = `${line(number++)}\n`
    appendFileSync(set.session, text)
    const append = run(set, ['sync', '--json', '--root', set.folder])
    const warm = run(set, ['sync', '--json', '--root', set.folder])
    if (JSON.parse(warm.out).work.readBytes !== 0) throw new Error('a sync with nothing new has read something')
    appends.push(append.ms)
    warms.push(warm.ms)
    readBytes = JSON.parse(append.out).work.readBytes
    lineBytes = text.length
  }
  const later = (times: readonly number[]): Spread => spreadOf(times.slice(1))
  return { warm: later(warms), append: later(appends), start: later(starts), readBytes, lineBytes }
}

function run({ env }: KeptSet, args: readonly string[]): { readonly ms: number; readonly out: string } {
  const started = performance.now()
  const child = spawnSync(process.execPath, [BIN, ...args], { env, encoding: 'utf8' })
  const ms = performance.now() - started
  if (child.status !== 0) throw new Error(child.stderr)
  return { ms, out: child.stdout }
}

await runBench(bench)
