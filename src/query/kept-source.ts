import { statSync } from 'node:fs'
import { problemOf } from '../source/problem.ts'
import type { Root } from '../source/roots.ts'
import type { SessionSource, SourceFile } from '../source/session-source.ts'
import type { CatalogFile, CatalogSession } from './catalog.ts'

/** A kept session in the shape that sessions on disk have, with the paths, sizes and times its files had there. */
export function buildKeptSource(kept: CatalogSession, files: readonly CatalogFile[], root: Root): SessionSource {
  const { id, name, folder, session } = kept
  const own = `${unify(folder)}/${unify(name)}/`
  const paths = new Set(files.map(file => file.path))
  const toFile = (file: CatalogFile): SourceFile => toSourceFile(file, paths)
  const main = files.find(file => file.role === 'main')
  const agents = files.filter(file => file.role === 'agent').sort((a, b) => compareListed(own, a.path, b.path))
  const companionFolder = files.some(file => unify(file.path).startsWith(own)) ? joinPath(folder, name) : undefined
  const named = main?.path ?? companionFolder ?? agents[0]?.path ?? folder
  return {
    id,
    name,
    root,
    folder,
    main: main && toFile(main),
    agents: agents.map(toFile),
    companionFolder,
    kept: { session, isGone: isMissing(named) },
  }
}

/** The place they stood in. No client cleans up there as far as we are concerned: what is kept stays. */
export function keptRoot(path: string): Root {
  return { path, realPath: path, isFile: false, configPath: undefined, from: 'kept' }
}

function toSourceFile(file: CatalogFile, paths: ReadonlySet<string>): SourceFile {
  const { path, rawBytes, mtimeMs, workflowId } = file
  const metaPath = path.replace(/\.jsonl$/, '.meta.json')
  return {
    path,
    sizeBytes: rawBytes,
    mtimeMs,
    identity: `kept:${file.file}`,
    agentId: file.role === 'main' ? undefined : (file.agentId ?? path),
    metaPath: metaPath !== path && paths.has(metaPath) ? metaPath : undefined,
    workflowId,
  }
}

/** In the order a folder on disk is listed: agents of the session's own folder first, files before folders, by name. */
function compareListed(own: string, a: string, b: string): number {
  const isOwn = [a, b].map(path => unify(path).startsWith(own))
  if (isOwn[0] !== isOwn[1]) return isOwn[0] ? -1 : 1
  const [left, right] = [unify(a).split('/'), unify(b).split('/')]
  const at = left.findIndex((part, index) => part !== right[index])
  if (at < 0) return 0
  const isFile = [left.length - 1 === at, right.length - 1 === at]
  if (isFile[0] !== isFile[1]) return isFile[0] ? -1 : 1
  return (left[at] as string) < (right[at] as string) ? -1 : 1
}

/** Out of reach is not gone. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined
  } catch (error) {
    return problemOf(path, error).code === 'not-a-folder'
  }
}

/** An archive may have come from a machine with the other kind of slash. */
export function unify(path: string): string {
  return path.replaceAll('\\', '/')
}

function joinPath(folder: string, name: string): string {
  return folder.includes('/') || !folder.includes('\\') ? `${folder}/${name}` : `${folder}\\${name}`
}
