import { basename, dirname, isAbsolute, relative, sep } from 'node:path'
import type { SessionSource } from '../source/session-source.ts'

/**
 * Where a file of a session stands relative to a config folder, with forward slashes: how it is laid out again when it
 * is restored. Transcripts kept outside a config folder are laid out as the client would have them.
 */
export function placeOf({ root, folder }: Pick<SessionSource, 'root' | 'folder'>, path: string): string {
  const inConfig = root.configPath === undefined ? undefined : inside(root.configPath, path)
  if (inConfig !== undefined) return inConfig
  const top = root.isFile ? dirname(root.path) : root.path
  const project = inside(top, folder) ?? basename(folder)
  return `projects/${project}/${inside(folder, path) ?? basename(path)}`
}

function inside(folder: string, path: string): string | undefined {
  const found = relative(folder, path)
  if (found === '' || found.startsWith('..') || isAbsolute(found)) return undefined
  return found.split(sep).join('/')
}
