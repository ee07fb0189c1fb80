/**
 * The highest resident memory of a whole process: a gigabyte of sessions built one after another stays under 300 MB, one
 * session of half a gigabyte under 500 MB with its model held.
 */
import { makeCorpus, readManifest } from './corpus.ts'
import { type Bench, formatSpread, runBench, runWay, spreadOf } from './harness.ts'
import { buildSession, listSources } from './sessions.ts'

const MB = 1e6

const bench: Bench = {
  script: import.meta.url,
  work: {
    load(folder) {
      let turns = 0
      for (const source of listSources(folder)) turns += buildSession(source).main.turns.length
      return turns
    },
  },
  measure({ rounds, seed }) {
    const many = makeCorpus({ bytes: 1e9, files: 2500, seed })
    const one = makeCorpus({ bytes: 500e6, files: 1, seed })
    return {
      name: 'memory',
      notes: [`Highest resident memory of the whole process; ${rounds} rounds.`],
      rows: [measureMemory(many, rounds, 300), measureMemory(one, rounds, 500)],
    }
  },
}

function measureMemory(folder: string, rounds: number, goalMb: number) {
  const runs = Array.from({ length: rounds }, () => runWay<number>(bench, 'load', folder))
  const peak = spreadOf(runs.map(run => run.maxRssBytes / MB))
  const { files, bytes } = readManifest(folder)
  return {
    what:
      files === 1
        ? `one session of ${Math.round(bytes / MB)} MB`
        : `${files} files, ${Math.round(bytes / MB)} MB, one after another`,
    goal: `≤ ${goalMb} MB`,
    measured: formatSpread(peak, ' MB'),
    isMet: peak.max <= goalMb,
  }
}

await runBench(bench)
