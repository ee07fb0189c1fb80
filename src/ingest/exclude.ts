import { isAbsolute, resolve } from 'node:path'
import { createProjectFinder, findRealFolder, matchesProject } from '../source/project.ts'
import { readHead } from '../source/read-head.ts'
import { listFiles, type SessionSource } from '../source/session-source.ts'

const HEAD_BYTES = 256 * 1024

/** Tells what belongs to projects that are kept out of the archive. */
export interface Excluder {
  /** Nothing is kept out. */
  readonly isEmpty: boolean
  isExcluded(source: SessionSource): boolean
  /** A prompt of the client's log: by the folder it was typed in, or by a session that was found to be excluded. */
  isExcludedPrompt(prompt: { readonly sessionId: string | undefined; readonly project: string | undefined }): boolean
}

/** A project is named as everywhere else (name, end of its path), or by a folder that it lies in. */
export function createExcluder(texts: readonly string[]): Excluder {
  const findProject = createProjectFinder()
  const byPath = new Map<string, boolean>()
  const ids = new Set<string>()

  function isExcludedPath(path: string): boolean {
    const known = byPath.get(path) ?? matches(path)
    byPath.set(path, known)
    return known
  }

  function matches(path: string): boolean {
    const project = findProject(path)
    const real = findRealFolder(path) ?? path
    return texts.some(
      text =>
        matchesProject(project, text) ||
        matchesProject({ ...project, path }, text) ||
        isInFolder(path, text) ||
        isInFolder(real, realNameOf(text)),
    )
  }

  if (texts.length === 0) return { isEmpty: true, isExcluded: () => false, isExcludedPrompt: () => false }
  return {
    isEmpty: false,
    isExcluded(source) {
      const isExcluded = isExcludedPath(findCwd(source) ?? source.folder)
      if (isExcluded) ids.add(source.id)
      return isExcluded
    },
    isExcludedPrompt({ sessionId, project }) {
      if (sessionId !== undefined && ids.has(sessionId)) return true
      return project !== undefined && isExcludedPath(project)
    },
  }
}

/** A folder may be named by a link, and sessions by what it leads to, or the other way round. */
function realNameOf(text: string): string {
  return findRealFolder(text) ?? text
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
