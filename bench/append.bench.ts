/**
 * Adding to a session must cost what was added, not what came before: the same number of entries is appended behind
 * histories of three lengths. Asking for the session afterwards costs a little for each agent and, where it was ever
 * rewound, for each turn.
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
/** Room for the noise of a shared machine. */
const GOAL = 2
const VIEW_GOAL_US = 1000

interface Appended {
  readonly history: number
  readonly turns: number
  readonly addUs: number
  readonly viewUs: number
}

const bench: Bench = {
  script: import.meta.url,
  work: { append: appendBehind },
  measure({ rounds, seed }) {
    const results = HISTORY_BYTES.map(bytes => {
      const folder = makeCorpus({ bytes, files: 1, seed })
      const runs = Array.from({ length: rounds }, () => runWay<Appended>(bench, 'append', folder).output)
      const median = (read: (run: Appended) => number) => spreadOf(runs.map(read)).median
      return { history: runs[0]?.history ?? 0, addUs: median(run => run.addUs), viewUs: median(run => run.viewUs) }
    })
    const first = results[0]?.addUs ?? 1
    return {
      name: 'append',
      notes: [
        `${STEPS} steps: ${APPENDED_PER_STEP} entries of the end of the file are added, then the session is asked for and its turns are read. Median of all steps; ${rounds} rounds.`,
      ],
      rows: [
        ...results.map(({ history, addUs }) => ({
          what: `add ${APPENDED_PER_STEP} entries behind ${history}`,
          goal: `≤ ${GOAL} × the first row`,
          measured: `${addUs.toFixed(0)} µs (${(addUs / first).toFixed(2)} ×)`,
          isMet: addUs <= GOAL * first,
        })),
        ...results.map(({ history, viewUs }) => ({
          what: `session and turns after ${history} entries`,
          goal: `≤ ${VIEW_GOAL_US} µs`,
          measured: `${viewUs.toFixed(0)} µs`,
          isMet: viewUs <= VIEW_GOAL_US,
        })),
      ],
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
  const adding: number[] = []
  const viewing: number[] = []
  let turns = 0
  for (let at = 0; at < last.length; at += APPENDED_PER_STEP) {
    const started = performance.now()
    for (const entry of last.slice(at, at + APPENDED_PER_STEP)) thread.add(entry)
    const added = performance.now()
    turns = builder.build().main.turns.length
    adding.push((added - started) * 1000)
    viewing.push((performance.now() - added) * 1000)
  }
  return { history, turns, addUs: spreadOf(adding).median, viewUs: spreadOf(viewing).median }
}

await runBench(bench)
