import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { keepPaths } from '../../src/ingest/keep-paths.ts'
import { syncSources } from '../../src/ingest/sync.ts'
import { type IndexedKeep, requireIndex } from '../../src/query/indexed-keep.ts'
import { openKeep } from '../../src/query/keep.ts'
import { findRoots } from '../../src/source/roots.ts'

const SRC = fileURLToPath(new URL('../../src', import.meta.url))
export const DATA = fileURLToPath(new URL('../.data/retrieval', import.meta.url))
/** Whatever stands in these folders may change what the index holds. */
const INDEXERS = ['extract', 'format', 'ingest', 'model', 'store', 'text', 'time']

export interface KeptFolder {
  readonly keepDir: string
  readonly keep: IndexedKeep
  /** A day after the newest entry: ages, and with them results, are the same on every day. */
  readonly now: number
  close(): void
}

/** Syncs transcripts into a keep of their own. */
export async function keepFolder(folder: string, keepDir: string): Promise<KeptFolder> {
  const { roots, problems } = findRoots({
    home: keepDir,
    platform: process.platform,
    variables: {},
    workingFolder: process.cwd(),
    override: [folder],
  })
  if (problems[0]) throw new Error(`${problems[0].path} cannot be read`)
  await syncSources({ keepDir, roots, exclude: [], threads: 1, now: Date.now, waitForLockMs: 60_000 })
  const keep = requireIndex(openKeep(keepPaths(keepDir)))
  const newest = keep.store.get('SELECT max(ended_at) AS at FROM sessions')?.at
  const now = (typeof newest === 'number' ? newest : Date.now()) + 86_400_000
  return { keepDir, keep, now, close: () => keep.close() }
}

/** The same, kept in `bench/.data` until the transcripts or the code that indexes them change. */
export async function keepCached(name: string, folder: string): Promise<KeptFolder> {
  const stamp = stampOf(folder)
  const keepDir = join(DATA, `${name}-keep`)
  const stampFile = join(DATA, `${name}.stamp`)
  const isSame = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (!isSame) rmSync(keepDir, { recursive: true, force: true })
  mkdirSync(dirname(keepDir), { recursive: true })
  const kept = await keepFolder(folder, keepDir)
  writeFileSync(stampFile, stamp)
  return kept
}

function stampOf(folder: string): string {
  const hash = createHash('sha256')
  for (const name of INDEXERS) {
    for (const path of listFiles(join(SRC, name))) {
      if (!path.endsWith('.test.ts')) hash.update(path).update(readFileSync(path))
    }
  }
  for (const path of listFiles(resolve(folder))) hash.update(`${path} ${statSync(path).size} ${statSync(path).mtimeMs}`)
  return hash.digest('hex')
}

function listFiles(folder: string): readonly string[] {
  if (statSync(folder).isFile()) return [folder]
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile())
}
