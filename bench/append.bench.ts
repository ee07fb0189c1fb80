/**
 * Adding to a session that is already built must cost what was added, not what came before: the same number of entries is
 * appended behind histories of three lengths, and the session is built again each time.
 */
import { readFileSync } from 'node:fs'
import type { Entry } from '../src/format/entry.ts'
import { createParser } from '../src/format/parser.ts'
import { createSessionBuilder } from '../src/model/build-session.ts'
import { listTranscripts, makeCorpus } from './corpus.ts'
import { type Bench, runBench, runWay, spreadOf } from './harness.ts'

const HISTORY_BYTES = [10e6, 80e6, 500e6]
const APPENDED_PER_STEP = 10
const STEPS = 100
/** Noise of a shared machine, and maps that grow with the history. */
const GOAL = 2

interface Appended {
  readonly history: number
  readonly turns: number
  readonly stepUs: number
}

const bench: Bench = {
  script: import.meta.url,
  work: { append: appendBehind },
  measure({ rounds, seed }) {
    const results = HISTORY_BYTES.map(bytes => {
      const folder = makeCorpus({ bytes, files: 1, seed })
      const runs = Array.from({ length: rounds }, () => runWay<Appended>(bench, 'append', folder).output)
      return { history: runs[0]?.history ?? 0, stepUs: spreadOf(runs.map(run => run.stepUs)).median }
    })
    const first = results[0]?.stepUs ?? 1
    return {
      name: 'append',
      notes: [
        `${STEPS} steps: ${APPENDED_PER_STEP} entries of the end of the file are added, then the session is built. Median of all steps; ${rounds} rounds.`,
      ],
      rows: results.map(({ history, stepUs }) => ({
        what: `${APPENDED_PER_STEP} entries behind ${history}`,
        goal: `≤ ${GOAL} × the first row`,
        measured: `${stepUs.toFixed(0)} µs (${(stepUs / first).toFixed(2)} ×)`,
        isMet: stepUs <= GOAL * first,
      })),
    }
  },
}

function appendBehind(folder: string): Appended {
  const builder = createSessionBuilder({ id: 'bench' })
  const thread = builder.openThread({ file: 0, agentId: undefined })
  const last: Entry[] = []
  const parser = createParser({
    onEntry(entry) {
      last.push(entry)
      if (last.length > STEPS * APPENDED_PER_STEP) thread.add(last.shift() as Entry)
    },
  })
  parser.push(readFileSync(listTranscripts(folder)[0] as string))
  parser.finish()
  const history = builder.build().main.entries.length
  const times: number[] = []
  let turns = 0
  for (let at = 0; at < last.length; at += APPENDED_PER_STEP) {
    const started = performance.now()
    for (const entry of last.slice(at, at + APPENDED_PER_STEP)) thread.add(entry)
    const session = builder.build()
    turns += session.main.turns.length + session.usage.requests
    times.push((performance.now() - started) * 1000)
  }
  return { history, turns, stepUs: spreadOf(times).median }
}

await runBench(bench)
