/** Search over a gigabyte: in process with snippets, and as somebody types it, start-up and a look at the disk included. */
import { spawnSync } from 'node:child_process'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { requireIndex } from '../src/query/indexed-keep.ts'
import { openKeep } from '../src/query/keep.ts'
import { BIN, requireBin } from './bin.ts'
import { type Bench, type Row, runBench } from './harness.ts'
import { type KeptSet, makeKeptSet } from './kept-set.ts'
import { createBackscroll } from './retrieval/backscroll-engine.ts'
import { quantile } from './retrieval/evaluate.ts'
import { makeKnownItems } from './retrieval/known-items.ts'

const BYTES = Number(process.env.BENCH_GB ?? 1) * 1e9
const GOAL = { processMs: 50, shellMs: 250 }
const FORMS = ['keyword', 'sentence', 'filter'] as const
const PER_KIND = 14
const SHELL_RUNS = 20

interface Asked {
  readonly form: (typeof FORMS)[number]
  readonly text: string
}

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ seed }) {
    requireBin()
    const set = makeKeptSet(BYTES, seed)
    const { asked, times } = askInProcess(set, seed)
    const shell = process.env.NO_SHELL ? [] : askFromShell(set, asked)
    return {
      name: 'search',
      notes: [
        `${asked.length} different questions about ${BYTES / 1e9} GB, ten hits with snippets each, every question once; ${SHELL_RUNS} of them from the shell.`,
      ],
      rows: [
        rowOf('in process, all questions', [...times.values()].flat(), GOAL.processMs),
        ...FORMS.map(form => rowOf(`in process, ${form}`, times.get(form) ?? [], undefined)),
        rowOf('`backscroll search`, whole process', shell, GOAL.shellMs),
      ],
    }
  },
}

function askInProcess(set: KeptSet, seed: number) {
  const keep = requireIndex(openKeep(keepPaths(set.keep)))
  const { items } = makeKnownItems(keep, { seed, perKind: PER_KIND })
  const asked = items.flatMap(item =>
    FORMS.flatMap((form): Asked[] => (item[form] ? [{ form, text: item[form].text }] : [])),
  )
  const engine = createBackscroll({ keepDir: set.keep, keep, now: Date.now(), close: () => {} })
  engine.search({ text: 'anything at all', limit: 10 })
  const times = new Map<Asked['form'], number[]>(FORMS.map(form => [form, []]))
  for (const { form, text } of asked) {
    const started = performance.now()
    engine.search({ text, limit: 10 })
    const ms = performance.now() - started
    times.get(form)?.push(ms)
    if (process.env.BENCH_SLOW && ms > Number(process.env.BENCH_SLOW)) console.error(ms.toFixed(0), form, text)
  }
  keep.close()
  return { asked, times }
}

function askFromShell(set: KeptSet, asked: readonly Asked[]): readonly number[] {
  const step = Math.max(1, Math.floor(asked.length / SHELL_RUNS))
  const chosen = asked.filter((_, i) => i % step === 0).slice(0, SHELL_RUNS)
  return chosen.map(({ text }) => {
    const started = performance.now()
    const env = { ...set.env, CLAUDE_CONFIG_DIR: set.folder }
    const child = spawnSync(process.execPath, [BIN, 'search', '--json', '--', text], { env, encoding: 'utf8' })
    if (child.status === 2 || child.status === null) throw new Error(`${text}: ${child.stderr}`)
    return performance.now() - started
  })
}

function rowOf(what: string, times: readonly number[], goalMs: number | undefined): Row {
  const sorted = [...times].sort((a, b) => a - b)
  const p95 = quantile(sorted, 0.95)
  return {
    what: `${what} (${times.length})`,
    goal: goalMs === undefined ? '(shown)' : `p95 ≤ ${goalMs} ms`,
    measured: `p50 ${quantile(sorted, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, max ${(sorted[sorted.length - 1] ?? 0).toFixed(1)} ms`,
    isMet: goalMs === undefined || p95 <= goalMs,
  }
}

await runBench(bench)
