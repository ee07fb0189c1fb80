import { appendFileSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFoldCache } from '../src/ingest/fold-cache.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { syncSources } from '../src/ingest/sync.ts'
import { findRoots } from '../src/source/roots.ts'
import { FIXTURES, listFixtureFiles } from './corpus.ts'
import { dumpIndex } from './index-dump.ts'
import { machineAt, makeTree } from './temp-tree.ts'

function request(keepDir: string, root: string) {
  const { roots } = findRoots(machineAt('/nowhere', { override: [root] }))
  return { keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 5000 }
}

/** Every file below a folder that has bytes in it, with its content. */
function listTree(folder: string): readonly { readonly path: string; readonly bytes: Buffer }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => statSync(join(folder, path)).isFile())
    .map(path => ({ path, bytes: readFileSync(join(folder, path)) }))
}

async function checkRebuild(keepDir: string): Promise<void> {
  const incremental = dumpIndex(join(keepDir, 'index.db'))
  await reindex({ keepDir, threads: 1, now: Date.now, waitForLockMs: 5000 })
  const rebuilt = dumpIndex(join(keepDir, 'index.db'))
  for (const table of Object.keys(incremental))
    expect({ [table]: rebuilt[table] }).toEqual({ [table]: incremental[table] })
}

describe('rebuild = incremental, table by table', () => {
  test('for every fixture, written in pieces that are cut anywhere', async () => {
    const themes = readdirSync(FIXTURES).filter(name => listFixtureFiles(name).length > 0)
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...themes),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (theme, cuts, stays) => {
          const folds = stays ? createFoldCache() : undefined
          const folder = makeTree({ 'root/.keep': '' })
          const root = join(folder, 'root')
          const files = listTree(join(FIXTURES, theme)).filter(({ path }) => /\.(jsonl|json)$/.test(path))
          const written = new Map<string, number>()
          for (const cut of [...cuts.toSorted((a, b) => a - b), 1]) {
            for (const { path, bytes } of files) {
              const to = path.endsWith('.jsonl') ? Math.floor(bytes.length * cut) : bytes.length
              const from = written.get(path) ?? 0
              if (to <= from) continue
              mkdirSync(dirname(join(root, path)), { recursive: true })
              appendFileSync(join(root, path), bytes.subarray(from, to))
              written.set(path, to)
            }
            await syncSources({ ...request(join(folder, 'keep'), root), folds })
          }
          await checkRebuild(join(folder, 'keep'))
        },
      ),
      { numRuns: Number(process.env.LAW_RUNS ?? 12) },
    )
  }, 120_000)
})
