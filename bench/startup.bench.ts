/** What the program adds to Node's own start: `backscroll --version` at most 80 ms over `node -e 0`. */
import { spawnSync } from 'node:child_process'
import { BIN, requireBin } from './bin.ts'
import { type Bench, formatSpread, type Run, runBench, spreadOf, takeTurns } from './harness.ts'

const GOAL_MS = 80

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds }) {
    requireBin()
    const runs = takeTurns(rounds * 4, {
      node: () => time(['-e', '0']),
      version: () => time([BIN, '--version']),
      help: () => time([BIN, '--help']),
    })
    const node = runs.get('node') ?? []
    const over = (way: string) => spreadOf((runs.get(way) ?? []).map((run, i) => run.ms - (node[i] as Run<string>).ms))
    const version = over('version')
    const help = over('help')
    return {
      name: 'startup',
      notes: [`\`node -e 0\` ${formatSpread(spreadOf(node.map(run => run.ms)), ' ms')}; ${rounds * 4} rounds.`],
      rows: [
        {
          what: '`backscroll --version` over `node -e 0`',
          goal: `≤ ${GOAL_MS} ms`,
          measured: formatSpread(version, ' ms', 1),
          isMet: version.median <= GOAL_MS,
        },
        {
          what: '`backscroll --help` over `node -e 0`',
          goal: `≤ ${GOAL_MS} ms`,
          measured: formatSpread(help, ' ms', 1),
          isMet: help.median <= GOAL_MS,
        },
      ],
    }
  },
}

function time(args: readonly string[]): Run<string> {
  const started = performance.now()
  const child = spawnSync(process.execPath, args, { encoding: 'utf8' })
  const ms = performance.now() - started
  if (child.status !== 0) throw new Error(`${args.join(' ')} failed: ${child.stderr}`)
  return { ms, cpuMs: ms, maxRssBytes: 0, output: '' }
}

await runBench(bench)
