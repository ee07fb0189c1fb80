/** What Claude Code waits for after each message: `backscroll statusline` at most 25 ms over `node -e 0`. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BIN, requireBin } from './bin.ts'
import { type Bench, formatSpread, type Row, type Run, runBench, spreadOf, takeTurns } from './harness.ts'

const GOAL_MS = 25
const WAYS = {
  alone: '`backscroll statusline`, nothing kept',
  figures: 'the same with figures that are fresh',
  begins: 'the same where it begins a count in the background',
} as const
type Way = keyof typeof WAYS

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds }) {
    requireBin()
    const folder = mkdtempSync(join(tmpdir(), 'backscroll-statusline-'))
    try {
      const empty = join(folder, 'empty')
      mkdirSync(empty)
      const kept = makeKept(join(folder, 'kept'))
      const runs = takeTurns(rounds * 4, {
        node: () => time(empty, ['-e', '0'], ''),
        alone: () => timeLine(empty, 'Opus · 43% of 200k · $1.00 session · 5h 40%'),
        figures: () => timeLine(kept.home, 'today'),
        begins: () => {
          kept.makeOld()
          const run = timeLine(kept.home, 'Opus')
          // The next run must not share the machine with it.
          kept.waitForCount()
          return run
        },
      })
      const node = runs.get('node') ?? []
      return {
        name: 'statusline',
        notes: [`\`node -e 0\` ${formatSpread(spreadOf(node.map(run => run.ms)), ' ms')}; ${rounds * 4} rounds.`],
        rows: (Object.keys(WAYS) as Way[]).map(way => toRow(way, runs.get(way) ?? [], node)),
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function toRow(way: Way, runs: readonly Run<string>[], node: readonly Run<string>[]): Row {
  const over = runs.map((run, i) => run.ms - (node[i] as Run<string>).ms).sort((a, b) => a - b)
  const p95 = over[Math.ceil(over.length * 0.95) - 1] as number
  const { median } = spreadOf(over)
  return {
    what: `${WAYS[way]}, over \`node -e 0\``,
    goal: `≤ ${GOAL_MS} ms`,
    measured: `${median.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    isMet: median <= GOAL_MS,
  }
}

const INPUT = JSON.stringify({
  session_id: '11111111-1111-4111-8111-111111111111',
  model: { id: 'claude-opus-4-8', display_name: 'Opus' },
  cost: { total_cost_usd: 1 },
  context_window: { context_window_size: 200_000, used_percentage: 43 },
  rate_limits: { five_hour: { used_percentage: 40 } },
})

function timeLine(home: string, expected: string): Run<string> {
  const run = time(home, [BIN, 'statusline'], INPUT)
  if (!run.output.includes(expected)) throw new Error(`the line is not as expected: ${run.output}`)
  return run
}

function time(home: string, args: readonly string[], input: string): Run<string> {
  const env = { PATH: process.env.PATH ?? '', HOME: home, BACKSCROLL_HOME: join(home, 'keep'), NO_COLOR: '1' }
  const started = performance.now()
  const child = spawnSync(process.execPath, args, { encoding: 'utf8', input, env })
  const ms = performance.now() - started
  if (child.status !== 0) throw new Error(`${args.join(' ')} failed: ${child.stderr}`)
  return { ms, cpuMs: ms, maxRssBytes: 0, output: child.stdout }
}

/** A home with one session in an index, and its figures. */
function makeKept(home: string): { readonly home: string; makeOld(): void; waitForCount(): void } {
  const project = join(home, '.claude', 'projects', '-work')
  mkdirSync(project, { recursive: true })
  const line = { type: 'user', sessionId: 's', uuid: 'u', cwd: '/work', timestamp: new Date().toISOString() }
  const message = { role: 'user', content: 'Hello' }
  writeFileSync(
    join(project, '11111111-1111-4111-8111-111111111111.jsonl'),
    `${JSON.stringify({ ...line, message })}\n`,
  )
  time(home, [BIN, 'sync'], '')
  const figures = join(home, 'keep', 'statusline.json')
  const waitForCount = (): void => {
    for (const until = Date.now() + 20_000; !existsSync(figures); ) {
      if (Date.now() > until) throw new Error('the count in the background never ended')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
    }
    if (!readFileSync(figures, 'utf8').includes('"today"')) throw new Error('the count in the background failed')
    // It has written its figures and is about to end.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  }
  const makeOld = (): void => {
    for (const name of ['statusline.json', 'statusline.begun']) rmSync(join(home, 'keep', name), { force: true })
  }
  time(home, [BIN, 'statusline'], INPUT)
  waitForCount()
  return { home, makeOld, waitForCount }
}

await runBench(bench)
