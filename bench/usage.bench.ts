/**
 * What `backscroll usage` takes. Without archive and index: no more processor time than the native `ccusage` on the same
 * gigabyte in the same run, and at most 180 MB. From the index: any report in 200 ms, as somebody types it. `ccusage` is
 * used where it is installed beside: in our own `node_modules`, or in those of the folder that CCUSAGE names.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CUTS } from '../src/query/usage/cuts/table.ts'
import { BIN, requireBin } from './bin.ts'
import {
  type Bench,
  formatSpread,
  type Row,
  type Run,
  ratioOf,
  requireEqual,
  runBench,
  spreadOf,
  takeTurns,
} from './harness.ts'
import { type KeptSet, makeKeptSet } from './kept-set.ts'

const BYTES = Number(process.env.BENCH_GB ?? 1) * 1e9
const GOAL = { memoryMb: 180, reportMs: 200 }
const MB = 1e6
/** Tells what a finished process has used; from a package of the same name, where it is missing. */
const TIME = '/usr/bin/time'
const REPOSITORY = dirname(dirname(fileURLToPath(import.meta.url)))

interface Totals {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheWriteTokens: number
  readonly cacheReadTokens: number
  readonly costUsd: number | null
}

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    if (!existsSync(TIME)) throw new Error(`${TIME} is missing: install the package "time"`)
    const set = makeKeptSet(BYTES, seed)
    const ccusage = findCcusage()
    const stateless = takeTurns<Totals>(rounds, {
      ours: () => scanHere(set),
      ...(ccusage === undefined ? {} : { ccusage: () => runCcusage(ccusage, set) }),
    })
    const [ours, theirs] = [stateless.get('ours') ?? [], stateless.get('ccusage') ?? []]
    requireEqual('usage without and with the index', [ours[0]?.output, askIndex(set, 'daily').output])
    return {
      name: 'usage',
      notes: [
        `${BYTES / 1e9} GB in the page cache; ${rounds} rounds. Without the index and from it the totals are the same.`,
        ccusage === undefined
          ? 'ccusage is not installed beside: CCUSAGE may name a folder whose `node_modules` has it.'
          : `Totals differ by what ccusage is known to count differently: ours ${tell(ours)}; ccusage ${tell(theirs)}.`,
      ],
      rows: [...statelessRows(ours, theirs), ...CUTS.map(({ name }) => reportRow(set, name, rounds * 2))],
    }
  },
}

function statelessRows(ours: readonly Run<Totals>[], theirs: readonly Run<Totals>[]): readonly Row[] {
  const memory = spreadOf(ours.map(run => run.maxRssBytes / MB))
  const ratio = theirs.length === 0 ? undefined : ratioOf(ours, theirs)
  return [
    {
      what: '`usage daily --no-index --json`, processor time of the whole process',
      goal: ratio ? '≤ 1 × ccusage' : '(shown)',
      measured: `${told(ours)}${ratio ? `; ${formatSpread(ratio, ' ×', 2)} of ccusage: ${told(theirs)}` : ''}`,
      isMet: ratio === undefined || ratio.median <= 1,
    },
    {
      what: 'the same, highest resident memory',
      goal: `≤ ${GOAL.memoryMb} MB`,
      measured: `${formatSpread(memory, ' MB')}${theirs.length === 0 ? '' : `; ccusage ${formatSpread(spreadOf(theirs.map(run => run.maxRssBytes / MB)), ' MB')}`}`,
      isMet: memory.max <= GOAL.memoryMb,
    },
  ]
}

function told(runs: readonly Run<unknown>[]): string {
  const cpu = spreadOf(runs.map(run => run.cpuMs / 1000))
  const wall = spreadOf(runs.map(run => run.ms / 1000))
  return `${formatSpread(cpu, ' s', 2)}, ${formatSpread(wall, ' s', 2)} by the clock`
}

function tell([run]: readonly Run<Totals>[]): string {
  const { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, costUsd } = run?.output ?? NOTHING
  return `${inputTokens} in, ${outputTokens} out, ${cacheWriteTokens} written to and ${cacheReadTokens} read from the cache, $${costUsd?.toFixed(2)}`
}

const NOTHING: Totals = { inputTokens: 0, outputTokens: 0, cacheWriteTokens: 0, cacheReadTokens: 0, costUsd: null }

/** Each run has a home of its own: nothing that an earlier one kept may help. */
function scanHere({ folder }: KeptSet): Run<Totals> {
  const home = mkdtempSync(join(tmpdir(), 'backscroll-bench-'))
  try {
    const args = [BIN, 'usage', 'daily', '--no-index', '--json', '--root', folder]
    const run = runTimed([process.execPath, ...args], { HOME: home, BACKSCROLL_HOME: home })
    return { ...run, output: pickTotals(run.output) }
  } finally {
    rmSync(home, { recursive: true })
  }
}

function runCcusage(program: string, { folder }: KeptSet): Run<Totals> {
  const home = mkdtempSync(join(tmpdir(), 'backscroll-bench-'))
  try {
    const command = [program, 'claude', 'daily', '--json', '--offline']
    const run = runTimed(command, { HOME: home, CLAUDE_CONFIG_DIR: folder })
    const { totals } = JSON.parse(run.output) as { totals: { [name: string]: number } }
    const { inputTokens = 0, outputTokens = 0, cacheReadTokens = 0 } = totals
    const rest = { cacheWriteTokens: totals.cacheCreationTokens ?? 0, costUsd: totals.totalCost ?? null }
    return { ...run, output: { inputTokens, outputTokens, cacheReadTokens, ...rest } }
  } finally {
    rmSync(home, { recursive: true })
  }
}

/** The native program of the npm package: its launcher is a Node script that only starts it. */
function findCcusage(): string | undefined {
  const name = `ccusage-${process.platform}-${process.arch}`
  return [process.env.CCUSAGE, REPOSITORY]
    .flatMap(folder => (folder ? [join(folder, 'node_modules', '@ccusage', name, 'bin', 'ccusage')] : []))
    .find(existsSync)
}

function reportRow(set: KeptSet, report: string, rounds: number): Row {
  askIndex(set, report)
  const runs = Array.from({ length: rounds }, () => askIndex(set, report))
  const wall = spreadOf(runs.map(run => run.ms))
  const cpu = spreadOf(runs.map(run => run.cpuMs))
  return {
    what: `\`usage ${report}\` from the index, whole process`,
    goal: `≤ ${GOAL.reportMs} ms`,
    measured: `${formatSpread(wall, ' ms')}; ${formatSpread(cpu, ' ms')} of processor time`,
    isMet: wall.median <= GOAL.reportMs,
  }
}

/** As somebody types it: with the rows that a terminal shows, and a look at the disk for what is new. */
function askIndex({ folder, env }: KeptSet, report: string): Run<Totals> {
  const limit = CUTS.find(({ name }) => name === report)?.isByTime ? [] : ['-n', '20']
  const args = [process.execPath, BIN, 'usage', report, '--json', ...limit]
  const run = runTimed(args, { ...env, CLAUDE_CONFIG_DIR: folder })
  return { ...run, output: pickTotals(run.output) }
}

function pickTotals(json: string): Totals {
  const { totals } = JSON.parse(json) as { totals: Totals }
  const { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, costUsd } = totals
  return { inputTokens, outputTokens, cacheWriteTokens, cacheReadTokens, costUsd }
}

/** Time and memory of all threads of a process, from start to end. */
function runTimed(command: readonly string[], env: NodeJS.ProcessEnv): Run<string> {
  const started = performance.now()
  const child = spawnSync(TIME, ['-f', '%U %S %M', ...command], {
    env: { PATH: process.env.PATH, ...env },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const ms = performance.now() - started
  if (child.status !== 0) throw new Error(`${command.join(' ')} failed: ${child.stderr}`)
  const [user = 0, system = 0, kilobytes = 0] = (child.stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number)
  return { ms, cpuMs: (user + system) * 1000, maxRssBytes: kilobytes * 1024, output: child.stdout }
}

await runBench(bench)
