import { accessSync, constants, existsSync, lstatSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { manifestPath } from '../../../archive/archive-folder.ts'
import { keepPaths } from '../../../ingest/keep-paths.ts'
import { tryLock } from '../../../store/lock.ts'
import { hookPlaces } from '../hook/hook-places.ts'
import { makeNonce } from '../hook/nonce.ts'

/**
 * Why nothing can be kept in this folder, as the end of a sentence with what to do; undefined where it can. Where it
 * cannot, hooks have no place to say so either. Writes a small file wherever they would write, and leaves nothing behind:
 * what is not there yet is not made, and the nearest folder above is tried in its place.
 */
export function probeKeep(keepDir: string): string | undefined {
  const hooks = hookPlaces(keepDir)
  const kept = keepPaths(keepDir)
  const folders = [keepDir, hooks.folder, hooks.pending, kept.archive]
  const files = [hooks.worker, hooks.failures, manifestPath(kept.archive), kept.index]
  return first(folders, probeFolder) ?? first(files, probeFile) ?? probeLock(kept.lock)
}

function first(paths: readonly string[], probe: (path: string) => string | undefined): string | undefined {
  for (const path of paths) {
    const problem = probe(path)
    if (problem !== undefined) return problem
  }
  return undefined
}

const ELSEWHERE = 'or set BACKSCROLL_HOME to a folder that you may write to'

function probeFolder(path: string): string | undefined {
  const found = nearest(path)
  const stat = statOf(found)
  if (!stat) return `${found} is a link that leads nowhere: remove it, ${ELSEWHERE}`
  if (!stat.isDirectory()) return `${found} is no folder: move it away, ${ELSEWHERE}`
  const file = join(found, `.backscroll-doctor-${makeNonce()}`)
  try {
    writeFileSync(file, 'x', { flag: 'wx', mode: 0o600 })
    return undefined
  } catch (error) {
    return unwritable(found, error)
  } finally {
    rmSync(file, { force: true })
  }
}

function probeFile(path: string): string | undefined {
  const stat = statOf(path)
  if (!stat) return undefined
  if (!stat.isFile()) return `${path} is no file: move it away, ${ELSEWHERE}`
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return undefined
  } catch (error) {
    return unwritable(path, error)
  }
}

/** Somebody else may have it: that is no problem. */
function probeLock(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  try {
    tryLock(path)?.release()
    return undefined
  } catch (error) {
    const { message, hint = '' } = error as { readonly message: string; readonly hint?: string }
    return `${message}: ${hint.replace(/\.$/, '')}`
  }
}

/** Itself, or what there is above it. A link that leads nowhere is there. */
function nearest(path: string): string {
  let at = path
  while (!isThere(at) && dirname(at) !== at) at = dirname(at)
  return at
}

function isThere(path: string): boolean {
  try {
    lstatSync(path)
    return true
  } catch {
    return false
  }
}

function statOf(path: string): ReturnType<typeof statSync> {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}

function unwritable(path: string, error: unknown): string {
  const { code = String(error) } = error as NodeJS.ErrnoException
  const next = code === 'ENOSPC' || code === 'EDQUOT' ? 'free some space' : 'check who may write there'
  return `${path} cannot be written (${code}): ${next}, ${ELSEWHERE}`
}
