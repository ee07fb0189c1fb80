import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { syncSources } from '../src/ingest/sync.ts'
import { loadFrom } from '../src/query/load-from.ts'
import { findStart } from '../src/query/reading/find-start.ts'
import { nameSources } from '../src/query/short-ids.ts'
import { findRoots } from '../src/source/roots.ts'
import { CORPUS, FIXTURES, listCorpusFiles, listFixtureFiles } from './corpus.ts'
import { checkSameSession, type OpenedReadings, withReadings } from './reading-world.ts'
import { machineAt, makeTree } from './temp-tree.ts'

function sync(keepDir: string, root: string) {
  const { roots } = findRoots(machineAt('/nowhere', { override: [root] }))
  return syncSources({ keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 5000 })
}

function listTree(folder: string): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(jsonl|json)$/.test(path) && statSync(join(folder, path)).isFile())
    .map(path => ({ path, bytes: readFileSync(join(folder, path)) }))
}

/** Writes the first part of each transcript up to these shares of it, one after the other. */
function createWriter(root: string, files: ReturnType<typeof listTree>) {
  const written = new Map<string, number>()
  return (share: number): void => {
    for (const { path, bytes } of files) {
      const to = path.endsWith('.jsonl') ? Math.floor(bytes.length * share) : bytes.length
      const from = written.get(path) ?? 0
      if (to <= from) continue
      mkdirSync(dirname(join(root, path)), { recursive: true })
      appendFileSync(join(root, path), bytes.subarray(from, to))
      written.set(path, to)
    }
  }
}

type Cut = [theme: string, kept: number, opened: number]

/** Readings that were looked at a moment ago are not looked at again, and their neighbours for longer. */
const LOOK_AGAIN_MS = 10_000

describe('a session that is opened from the index and grows equals one that is parsed', () => {
  test('for every fixture, cut anywhere', async () => {
    const themes = readdirSync(FIXTURES).filter(name => listFixtureFiles(name).length > 0)
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    let started = 0
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...themes), share, share, async (theme, kept, opened) => {
        const folder = makeTree({ 'root/.keep': '' })
        const [root, keepDir] = [join(folder, 'root'), join(folder, 'keep')]
        const write = createWriter(root, listTree(join(FIXTURES, theme)))
        write(Math.min(kept, opened))
        await sync(keepDir, root)
        write(Math.max(kept, opened))
        // So late that nothing is being written any more.
        let late = 3_600_000
        const now = (): number => Date.now() + late
        const look = async (readings: OpenedReadings): Promise<void> => {
          const check = async (): Promise<void> => {
            for (const [source, name] of nameSources(readings.library.sources)) {
              checkSameSession((await readings.open(name)).loaded, loadFrom(readings.library, source))
            }
          }
          for (const source of readings.library.sources) if (findStart(readings.library, source, source)) started++
          await check()
          write(1)
          readings.list()
          readings.noteIndex()
          late += LOOK_AGAIN_MS
          await check()
        }
        await withReadings({ root, keepDir }, look, now)
      }),
      // By chance alone every cut may come before the first whole line, or none may.
      {
        numRuns: Number(process.env.LAW_RUNS ?? 12),
        examples: [
          ...themes.slice(0, 3).map((theme): Cut => [theme, 0.7, 0.9]),
          ['branching', 0.0002, 0],
          ['subagents', 0.001, 0],
        ],
      },
    )
    expect(started).toBeGreaterThan(0)
  }, 120_000)
})

/** As much of each recorded session as the index has when the page opens it: the rest is read from disk. */
const KEPT_SHARE = 0.7

describe('the same holds for recorded sessions', () => {
  test('of which the index has read a part', async () => {
    if (!listCorpusFiles()) return
    const folder = makeTree({ 'root/.keep': '' })
    const [root, keepDir] = [join(folder, 'root'), join(folder, 'keep')]
    const small = listTree(CORPUS).filter(({ bytes }) => bytes.length < MAX_BYTES)
    const write = createWriter(root, small)
    write(KEPT_SHARE)
    await sync(keepDir, root)
    write(1)
    let started = 0
    await withReadings({ root, keepDir }, async ({ library, open }) => {
      for (const [source, name] of nameSources(library.sources)) {
        if (!findStart(library, source, source)) continue
        started++
        checkSameSession((await open(name)).loaded, loadFrom(library, source))
      }
    })
    expect(started).toBeGreaterThan(20)
  }, 300_000)
})

const MAX_BYTES = 4_000_000
