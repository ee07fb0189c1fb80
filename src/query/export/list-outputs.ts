import { basename, join } from 'node:path'
import { listFolder } from '../../source/list-folder.ts'
import type { SessionSource } from '../../source/session-source.ts'
import { unify } from '../kept-source.ts'
import type { Library } from '../library.ts'

/** Outputs too large for the transcript, on disk or kept: the files that `readToolResult` may give. */
export function listOutputs(
  library: Library,
  source: SessionSource,
  companionFolder: string | undefined,
): readonly string[] {
  if (companionFolder === undefined) return []
  const folder = join(companionFolder, 'tool-results')
  const { files, links } = listFolder(folder, [])
  const names = new Set(files.filter(name => !links.has(name)))
  const session = library.sessionOf(source)
  for (const { path } of (session !== undefined && library.keep?.listFiles(session)) || []) {
    const kept = unify(path)
    if (kept.startsWith(`${unify(folder)}/`)) names.add(basename(kept))
  }
  return [...names].sort().map(name => join(folder, name))
}
