/**
 * The story of a session of 50 MB: from the index in a second, and what the same takes from the transcript itself. Both
 * must say the same of it; how it stands beside other sessions only the index knows.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { BIN, requireBin } from './bin.ts'
import { listTranscripts, makeCorpus } from './corpus.ts'
import { type Bench, formatSpread, type Run, requireEqual, runBench, spreadOf, takeTurns } from './harness.ts'

const BYTES = 50e6
const GOAL_MS = 1000

const bench: Bench = {
  script: import.meta.url,
  work: {},
  measure({ rounds, seed }) {
    requireBin()
    const folder = makeCorpus({ bytes: BYTES, files: 1, seed })
    const id = basename(listTranscripts(folder)[0] as string, '.jsonl')
    const keep = `${folder}-story-keep`
    if (existsSync(keep)) rmSync(keep, { recursive: true })
    const own = { PATH: process.env.PATH, HOME: keep, BACKSCROLL_HOME: keep, CLAUDE_CONFIG_DIR: folder }
    run(['sync'], own)
    const runs = takeTurns(rounds * 3, {
      index: () => time(['story', id, '--json'], own),
      transcript: () => time(['story', id, '--json', '--root', folder], { ...own, BACKSCROLL_HOME: `${keep}-none` }),
    })
    const spread = (way: string) => spreadOf((runs.get(way) ?? []).map(({ ms }) => ms))
    requireEqual(
      'the story',
      [...runs.values()].map(list => tellAlone(list[0]?.output ?? '')),
    )
    rmSync(keep, { recursive: true })
    rmSync(`${keep}-none`, { recursive: true, force: true })
    return {
      name: 'story',
      notes: [`One session of ${BYTES / 1e6} MB; by the clock, the start of Node included; ${rounds * 3} rounds.`],
      rows: [
        {
          what: '`backscroll story` from the index',
          goal: `≤ ${GOAL_MS} ms`,
          measured: formatSpread(spread('index'), ' ms'),
          isMet: spread('index').median <= GOAL_MS,
        },
        {
          what: 'the same from the transcript',
          goal: '',
          measured: formatSpread(spread('transcript'), ' ms'),
          isMet: true,
        },
      ],
    }
  },
}

function tellAlone(output: string): object {
  const { friction: _, related: __, ...alone } = JSON.parse(output) as { friction?: unknown; related?: unknown }
  return alone
}

function time(args: readonly string[], env: NodeJS.ProcessEnv): Run<string> {
  const started = performance.now()
  const output = run(args, env)
  const ms = performance.now() - started
  return { ms, cpuMs: ms, maxRssBytes: 0, output }
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): string {
  const child = spawnSync(process.execPath, [BIN, ...args], { env, encoding: 'utf8', maxBuffer: 1e9 })
  if (child.status !== 0) throw new Error(`${args.join(' ')} failed: ${child.stderr}`)
  return child.stdout
}

await runBench(bench)
