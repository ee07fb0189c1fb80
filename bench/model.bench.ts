/** Parsing and building every session against a bare `JSON.parse` loop over the same bytes: at most 1.6 times its time. */
import type { Session } from '../src/model/session.ts'
import { makeChunkBuffer, readBare } from './bare-loop.ts'
import { listTranscripts, makeCorpus, readManifest } from './corpus.ts'
import { type Bench, formatSpread, formatTimes, ratioOf, requireEqual, runBench, runWay, takeTurns } from './harness.ts'
import { buildSession, listSources } from './sessions.ts'

const GOAL = 1.6

const bench: Bench = {
  script: import.meta.url,
  work: {
    bare(folder) {
      const buffer = makeChunkBuffer()
      let objects = 0
      for (const path of listTranscripts(folder)) readBare(path, buffer, () => objects++)
      return objects
    },
    model(folder) {
      let objects = 0
      for (const source of listSources(folder)) objects += countEntries(buildSession(source))
      return objects
    },
  },
  measure({ rounds, seed }) {
    const folder = makeCorpus({ bytes: 1e9, files: 2500, seed })
    const runs = takeTurns(rounds, {
      bare: () => runWay<number>(bench, 'bare', folder),
      model: () => runWay<number>(bench, 'model', folder),
    })
    const bare = runs.get('bare') ?? []
    const model = runs.get('model') ?? []
    requireEqual(
      'objects in all files and entries in all sessions',
      [...bare, ...model].map(run => run.output),
    )
    const ratio = ratioOf(model, bare)
    const { bytes, files, sessions } = readManifest(folder)
    return {
      name: 'model',
      notes: [
        `${files} files, ${sessions} sessions, ${Math.round(bytes / 1e6)} MB, ${bare[0]?.output} objects; ${rounds} rounds.`,
        `Bare loop ${formatTimes(bare, bytes)}.`,
        `Parse and model ${formatTimes(model, bytes)}.`,
      ],
      rows: [
        {
          what: 'parse and model, against the bare loop',
          goal: `≤ ${GOAL} ×`,
          measured: formatSpread(ratio, ' ×', 3),
          isMet: ratio.median <= GOAL,
        },
      ],
    }
  },
}

function countEntries(session: Session): number {
  let count = 0
  for (const entries of session.kindCounts.values()) count += entries
  return count
}

await runBench(bench)
