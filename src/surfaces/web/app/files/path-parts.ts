import { sanitizeLine } from '../../../../text/sanitize.ts'
import { shortenPath } from '../../../../text/shorten-path.ts'

/** A path as people look at it: the name first, and the folder it is in. */
export interface PathParts {
  readonly name: string
  /** With `~` for the home folder; empty where there is none. */
  readonly folder: string
}

/** The folder as seen from the project it belongs to, which is most of what a long path has to say. */
export function folderInProject(
  path: string,
  project: { readonly name: string; readonly path: string },
  home: string,
): string {
  const { folder } = splitPath(path, '')
  const root = shortenPath({ home: '' }, project.path)
  const rest = folder.slice(root.length)
  const isInside = root !== '' && folder.startsWith(root) && (rest === '' || /^[\\/]/.test(rest))
  return isInside && project.name !== '' ? `${sanitizeLine(project.name)}${rest}` : splitPath(path, home).folder
}

export function splitPath(path: string, home: string): PathParts {
  const shown = shortenPath({ home }, path)
  const at = Math.max(shown.lastIndexOf('/'), shown.lastIndexOf('\\'))
  const name = shown.slice(at + 1)
  return name === '' ? { name: shown, folder: '' } : { name, folder: shown.slice(0, Math.max(at, 0)) }
}
