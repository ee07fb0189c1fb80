/**
 * Just enough to compare two ways of doing one thing: every run is a process of its own (no warm code, honest memory),
 * the ways take turns (a slow minute of the machine hits both), and times count only when the outputs agree.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, parseArgs } from 'node:util'

export interface Run<Output> {
  readonly ms: number
  /** Processor time of the main thread. Without the collector's helper threads and the wait for them. */
  readonly cpuMs: number
  readonly maxRssBytes: number
  readonly output: Output
}

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

/** One line of the result table. */
export interface Row {
  readonly what: string
  readonly goal: string
  readonly measured: string
  readonly isMet: boolean
}

export interface Report {
  readonly name: string
  readonly notes: readonly string[]
  readonly rows: readonly Row[]
}

export interface BenchFlags {
  readonly rounds: number
  readonly seed: number
  readonly isWritten: boolean
}

type Work = (folder: string) => unknown | Promise<unknown>

/** One bench script: called by hand it measures, called by itself with `--child` it does one run. */
export interface Bench {
  readonly script: string
  readonly work: { readonly [way: string]: Work }
  readonly measure: (flags: BenchFlags) => Report | Promise<Report>
}

export async function runBench(bench: Bench): Promise<void> {
  const { values } = parseArgs({
    options: {
      child: { type: 'string' },
      data: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      seed: { type: 'string', default: '1' },
      write: { type: 'boolean', default: false },
    },
  })
  if (values.child !== undefined) return runAsChild(bench.work[values.child] as Work, values.data)
  const flags = { rounds: Number(values.rounds), seed: Number(values.seed), isWritten: values.write }
  publish(await bench.measure(flags), flags.isWritten)
}

/** One run in a process of its own. Time is taken inside, behind start-up and imports. */
export function runWay<Output>(bench: Pick<Bench, 'script'>, way: string, folder: string): Run<Output> {
  const script = fileURLToPath(bench.script)
  const child = spawnSync(process.execPath, [script, '--child', way, '--data', folder], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  if (child.status !== 0) throw new Error(`${way} failed: ${child.stderr}`)
  return JSON.parse(child.stdout) as Run<Output>
}

/** Runs all ways in turn, `rounds` times; the first round only warms the page cache. */
export function takeTurns<Output>(
  rounds: number,
  ways: { readonly [way: string]: () => Run<Output> },
): Map<string, Run<Output>[]> {
  const runs = new Map<string, Run<Output>[]>(Object.keys(ways).map(way => [way, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [way, run] of Object.entries(ways)) {
      const done = run()
      if (round > 0) runs.get(way)?.push(done)
    }
  }
  return runs
}

/** Times of two ways that gave different results say nothing. */
export function requireEqual(what: string, outputs: readonly unknown[]): void {
  for (const output of outputs) {
    if (!isDeepStrictEqual(output, outputs[0])) {
      throw new Error(`${what}: outputs differ: ${JSON.stringify(outputs[0])} and ${JSON.stringify(output)}`)
    }
  }
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median =
    sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
  return { median: median as number, min: sorted[0] as number, max: sorted[sorted.length - 1] as number }
}

/**
 * How much more processor time of the main thread `way` takes than `base`, round by round, so that slow minutes cancel
 * out. Times by the clock are printed beside it: they say little on a busy machine, but they hold all there is.
 */
export function ratioOf(way: readonly Run<unknown>[], base: readonly Run<unknown>[]): Spread {
  return spreadOf(way.map((run, i) => run.cpuMs / (base[i] as Run<unknown>).cpuMs))
}

export function formatTimes(runs: readonly Run<unknown>[], bytes: number): string {
  const cpu = spreadOf(runs.map(run => run.cpuMs))
  const wall = spreadOf(runs.map(run => run.ms))
  const speed = Math.round(bytes / 1e3 / cpu.median)
  return `${formatSpread(cpu, ' ms')} of processor time, ${speed} MB/s; ${formatSpread(wall, ' ms')} by the clock`
}

export function formatSpread(spread: Spread, unit: string, digits = 0): string {
  const { median, min, max } = spread
  return `${median.toFixed(digits)}${unit} (${min.toFixed(digits)}–${max.toFixed(digits)})`
}

async function runAsChild(work: Work, folder: string): Promise<void> {
  const started = performance.now()
  const cpuStarted = readCpuMs()
  const output = await work(folder)
  const ms = performance.now() - started
  const cpuMs = readCpuMs() - cpuStarted
  process.stdout.write(JSON.stringify({ ms, cpuMs, maxRssBytes: process.resourceUsage().maxRSS * 1024, output }))
}

function readCpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function publish(report: Report, isWritten: boolean): void {
  const lines = [
    `# ${report.name}`,
    '',
    `Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}.`,
    ...report.notes,
    '',
    '| what | goal | measured | met |',
    '|---|---|---|---|',
    ...report.rows.map(row => `| ${row.what} | ${row.goal} | ${row.measured} | ${row.isMet ? 'yes' : 'NO'} |`),
    '',
  ]
  console.log(lines.join('\n'))
  if (!isWritten) return
  const folder = fileURLToPath(new URL('results', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${new Date().toISOString().slice(0, 10)}-${report.name}.md`), lines.join('\n'))
}
