import { isAbsolute, resolve } from 'node:path'
import { createProjectFinder, matchesProject } from '../source/project.ts'
import { readHead } from '../source/read-head.ts'
import { listFiles, type SessionSource } from '../source/session-source.ts'

const HEAD_BYTES = 256 * 1024

/**
 * Tells which sessions belong to projects that are kept out of the archive. A project is named as everywhere else (name,
 * end of its path), or by a folder that it lies in.
 */
export function createExcluder(texts: readonly string[]): (source: SessionSource) => boolean {
  if (texts.length === 0) return () => false
  const findProject = createProjectFinder()
  const byCwd = new Map<string, boolean>()

  function isExcludedCwd(cwd: string): boolean {
    const project = findProject(cwd)
    return texts.some(
      text => matchesProject(project, text) || matchesProject({ ...project, path: cwd }, text) || isInFolder(cwd, text),
    )
  }

  return source => {
    const cwd = findCwd(source) ?? source.folder
    const known = byCwd.get(cwd) ?? isExcludedCwd(cwd)
    byCwd.set(cwd, known)
    return known
  }
}

function isInFolder(cwd: string, folder: string): boolean {
  if (!isAbsolute(folder)) return false
  const top = resolve(folder)
  return (
    cwd === top ||
    cwd.startsWith(top.endsWith('/') || top.endsWith('\\') ? top : `${top}/`) ||
    cwd.startsWith(`${top}\\`)
  )
}

/** The first directory that its lines name. */
function findCwd(source: SessionSource): string | undefined {
  for (const { path } of listFiles(source)) {
    for (const { json } of readHead(path, HEAD_BYTES).entries) {
      if (typeof json?.cwd === 'string' && json.cwd !== '') return json.cwd
    }
  }
  return undefined
}
