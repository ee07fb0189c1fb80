import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { keepPaths } from '../src/ingest/keep-paths.ts'
import { type SyncRequest, syncSources } from '../src/ingest/sync.ts'
import type { SyncReport } from '../src/ingest/sync-report.ts'
import { type Keep, openKeep } from '../src/query/keep.ts'
import { findRoots, type RootEnvironment } from '../src/source/roots.ts'
import { makeTree } from './temp-tree.ts'

const opened: Keep[] = []
const copies: string[] = []

afterAll(() => {
  for (const keep of opened) keep.close()
  for (const folder of copies) rmSync(folder, { recursive: true, force: true })
})

/** A folder for what is kept, empty. Removed after the tests of the file. */
export function makeKeepDir(): string {
  return join(makeTree({ x: '' }), 'keep')
}

/** The same files in a folder of their own, with their times: the tests may delete what they like. */
export function copyTree(from: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'backscroll-copy-')))
  copies.push(folder)
  cpSync(from, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

/** A whole sync of a machine. */
export function syncAll(env: RootEnvironment, keepDir: string, more: Partial<SyncRequest> = {}): Promise<SyncReport> {
  return syncSources({
    keepDir,
    roots: findRoots(env).roots,
    exclude: [],
    threads: 1,
    now: Date.now,
    waitForLockMs: 0,
    ...more,
  })
}

/** Opens what is kept; closed after the tests of the file. */
export function openKept(keepDir: string): Keep {
  const keep = openKeep(keepPaths(keepDir))
  if (!keep) throw new Error(`nothing is kept in ${keepDir}`)
  opened.push(keep)
  return keep
}
