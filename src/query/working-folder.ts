import { basename } from 'node:path'
import { asString } from '../format/json.ts'
import { createParser } from '../format/parser.ts'
import type { SessionSource } from '../source/session-source.ts'
import type { Library } from './library.ts'

const HEAD_BYTES = 1024 * 1024

/**
 * The folder in which the client finds a session again. It looks for sessions under a name made from the folder it is
 * started in, so of all folders a session worked in the one that gives this name is meant; else the first.
 */
export function findWorkingFolder(library: Library, source: SessionSource): string | undefined {
  const folders = [...listFirstFolders(library, source), ...listIndexedFolders(library, source)]
  const name = basename(source.folder.replaceAll('\\', '/'))
  return folders.find(folder => folderName(folder) === name) ?? folders[0]
}

/** As the client does it: every character but letters and digits becomes a dash. */
function folderName(folder: string): string {
  return folder.replace(/[^a-zA-Z0-9]/g, '-')
}

/** Those that the beginning of the transcript names, in order. */
function listFirstFolders(library: Library, source: SessionSource): readonly string[] {
  const { main } = source
  const bytes = main && library.accessOf(source).readBytes(main.path, 0, Math.min(HEAD_BYTES, main.sizeBytes))
  if (!bytes) return []
  const found = new Set<string>()
  const parser = createParser({
    onEntry({ json }) {
      const cwd = asString(json?.cwd)
      if (cwd) found.add(cwd)
    },
  })
  parser.push(bytes)
  parser.finish()
  return [...found]
}

function listIndexedFolders({ keep, sessionOf }: Library, source: SessionSource): readonly string[] {
  const session = sessionOf(source)
  const row =
    session === undefined ? undefined : keep?.store?.get('SELECT cwds FROM sessions WHERE session = ?', [session])
  return typeof row?.cwds === 'string' ? (JSON.parse(row.cwds) as string[]) : []
}
