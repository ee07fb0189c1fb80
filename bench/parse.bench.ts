/** Reading and parsing everything against a bare `JSON.parse` loop over the same bytes: at most 1.15 times its time. */
import { createParser } from '../src/format/parser.ts'
import { readChunks } from '../src/source/read-chunks.ts'
import { type BareObject, makeChunkBuffer, readBare } from './bare-loop.ts'
import { listTranscripts, makeCorpus, readManifest } from './corpus.ts'
import { type Bench, formatSpread, formatTimes, ratioOf, requireEqual, runBench, runWay, takeTurns } from './harness.ts'

const GOAL = 1.15

const bench: Bench = {
  script: import.meta.url,
  work: {
    bare: folder => countBare(folder),
    parser: folder => countParsed(folder),
    'digest-bare': folder => {
      const digest = createDigest()
      countBare(folder, digest.add)
      return digest.result()
    },
    'digest-parser': folder => {
      const digest = createDigest()
      countParsed(folder, digest.add)
      return digest.result()
    },
  },
  measure({ rounds, seed }) {
    const folder = makeCorpus({ bytes: 1e9, files: 2500, seed })
    const digests = ['digest-bare', 'digest-parser'].map(way => runWay(bench, way, folder).output)
    requireEqual('objects and their fields', digests)
    const runs = takeTurns(rounds, {
      bare: () => runWay<number>(bench, 'bare', folder),
      parser: () => runWay<number>(bench, 'parser', folder),
    })
    const bare = runs.get('bare') ?? []
    const parser = runs.get('parser') ?? []
    requireEqual(
      'counts',
      [...bare, ...parser].map(run => run.output),
    )
    const ratio = ratioOf(parser, bare)
    const { bytes, files } = readManifest(folder)
    return {
      name: 'parse',
      notes: [
        `${files} files, ${Math.round(bytes / 1e6)} MB, ${bare[0]?.output} objects; ${rounds} rounds.`,
        `Bare loop ${formatTimes(bare, bytes)}.`,
        `Parser ${formatTimes(parser, bytes)}.`,
      ],
      rows: [
        {
          what: 'read and parse, against the bare loop',
          goal: `≤ ${GOAL} ×`,
          measured: formatSpread(ratio, ' ×', 3),
          isMet: ratio.median <= GOAL,
        },
      ],
    }
  },
}

function countBare(folder: string, onObject: (json: BareObject) => void = () => {}): number {
  const buffer = makeChunkBuffer()
  let count = 0
  for (const path of listTranscripts(folder)) {
    readBare(path, buffer, json => {
      count++
      onObject(json)
    })
  }
  return count
}

function countParsed(folder: string, onObject: (json: BareObject) => void = () => {}): number {
  let count = 0
  for (const path of listTranscripts(folder)) {
    const parser = createParser({
      onEntry: entry => {
        count++
        onObject(entry.json as BareObject)
      },
    })
    for (const chunk of readChunks(path)) parser.push(chunk)
    parser.finish()
  }
  return count
}

/** Counts by type, and a sum over ids and times that changes when any of them does. */
function createDigest() {
  const types = new Map<string, number>()
  let sum = 0
  return {
    add({ type = '', uuid = '', timestamp = '' }: BareObject) {
      types.set(type, (types.get(type) ?? 0) + 1)
      const text = uuid + timestamp
      for (let i = 0; i < text.length; i++) sum = (Math.imul(sum, 31) + text.charCodeAt(i)) | 0
    },
    result: () => ({ types: Object.fromEntries([...types].sort()), sum }),
  }
}

await runBench(bench)
