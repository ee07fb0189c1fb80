import { join } from 'node:path'
import { expect } from 'vitest'
import { openKept } from '../src/archive/kept-reader.ts'
import { readManifest } from '../src/archive/read-manifest.ts'
import { reindex } from '../src/ingest/reindex.ts'
import { type SyncRequest, syncSources } from '../src/ingest/sync.ts'
import type { SyncProgress } from '../src/ingest/sync-report.ts'
import { findRoots } from '../src/source/roots.ts'
import { openStoreForReading } from '../src/store/open-store.ts'
import { dumpIndex } from './index-dump.ts'
import { machineAt, makeTree, ONE, TWO } from './temp-tree.ts'

/** A config folder of the client with these files, and a keep beside it. */
export interface World {
  readonly folder: string
  readonly config: string
  readonly keepDir: string
  readonly archive: string
  sync(more?: Partial<SyncRequest>): ReturnType<typeof syncSources>
}

export function makeWorld(files: { readonly [path: string]: string | readonly object[] }): World {
  const folder = makeTree(Object.fromEntries(Object.entries(files).map(([path, item]) => [`config/${path}`, item])))
  const config = join(folder, 'config')
  const keepDir = join(folder, 'keep')
  return {
    folder,
    config,
    keepDir,
    archive: join(keepDir, 'archive'),
    sync: more => {
      const { roots } = findRoots(machineAt(folder, { override: [config] }))
      return syncSources({ keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 5000, ...more })
    },
  }
}

export const MAIN = `projects/-home-dev-app/${ONE}.jsonl`
export const OTHER = `projects/-home-dev-app/${TWO}.jsonl`

/** The kept bytes of a path, oldest generation first. */
export function readGenerations({ archive, config }: World, path: string): readonly string[] {
  const found: string[] = []
  for (const { generations } of readManifest(archive).files.values()) {
    for (const generation of generations) {
      if (generation.path !== join(config, path)) continue
      const kept = openKept(archive, generation)
      found.push(Buffer.from(kept.read(0, kept.rawBytes)).toString())
    }
  }
  return found
}

export function query(world: Pick<World, 'keepDir'>, sql: string): readonly { readonly [name: string]: unknown }[] {
  const store = openStoreForReading(join(world.keepDir, 'index.db'))
  try {
    return store?.all(sql) ?? []
  } finally {
    store?.close()
  }
}

/** The index says the same as one that is made from the archive alone. */
export async function checkRebuild(world: World): Promise<void> {
  const before = dumpIndex(join(world.keepDir, 'index.db'))
  await reindex({ keepDir: world.keepDir, threads: 1, now: Date.now, waitForLockMs: 0 })
  expect(dumpIndex(join(world.keepDir, 'index.db'))).toEqual(before)
}

/** For whoever reads several sessions: the signal comes with the first, so that one is done and the others are not. */
export function stopEarly() {
  const stop = new AbortController()
  const onProgress = ({ bytesDone }: SyncProgress): void => {
    if (bytesDone > 0) stop.abort()
  }
  return { signal: stop.signal, onProgress }
}
