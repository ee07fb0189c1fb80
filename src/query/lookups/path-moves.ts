import { posix } from 'node:path'
import { splitLine } from '../../text/shell/split-line.ts'
import { unwrap } from '../../text/shell/unwrap.ts'
import { isAbsolute, unifySlashes } from './path-query.ts'

/** A file or folder that a command gave another name; relative to the folder the command was run in, or absolute. */
export interface Move {
  readonly from: string
  readonly to: string
}

/**
 * The renames in a command line: `mv a b`, `git mv a b`, `mv a b folder/`, also behind `cd folder &&`. What a shell would
 * expand (`*`, `$x`) names no file here. Never throws; a line it does not understand has no renames.
 */
export function parseMoves(command: string): readonly Move[] {
  if (!/\bmv\b/.test(command)) return []
  const moves: Move[] = []
  // One for each bracket that is open.
  const folders = ['']
  for (const { words, level, sharedLevel } of splitLine(command)) {
    while (folders.length > sharedLevel + 1) folders.pop()
    while (folders.length <= level) folders.push(folders.at(-1) ?? '')
    const folder = folders[level] ?? ''
    const own = unwrap(words)
    const [program, argument] = own
    if (program === 'cd' && argument !== undefined)
      folders[level] = isPlain(argument) ? joinPath(folder, argument) : '\0'
    else if (!folder.includes('\0')) for (const move of readMove(own, folder)) moves.push(move)
  }
  return moves
}

function readMove(words: readonly string[], folder: string): readonly Move[] {
  let rest = words
  let from = folder
  if (rest[0] === 'git') {
    rest = rest.slice(1)
    if (rest[0] === '-C') {
      from = joinPath(folder, rest[1] ?? '')
      rest = rest.slice(2)
    }
  }
  if (rest[0] !== 'mv') return []
  const names = rest.slice(1).filter(word => !/^-./.test(word))
  const target = names.at(-1)
  const sources = names.slice(0, -1)
  if (target === undefined || sources.length === 0 || !names.every(isPlain)) return []
  const to = joinPath(from, target)
  return sources.flatMap(source => {
    const old = joinPath(from, source)
    const inside = { from: old, to: joinPath(to, posix.basename(old)) }
    // Without a slash at its end the target may be a folder all the same.
    if (sources.length > 1 || /[\\/]$/.test(target)) return [inside]
    return [{ from: old, to }, inside]
  })
}

function isPlain(word: string): boolean {
  return word !== '' && !/[*?$`{}()<>~\0]/.test(word)
}

function joinPath(folder: string, path: string): string {
  const unified = unifySlashes(path)
  const joined = posix.normalize(isAbsolute(unified) || folder === '' ? unified : `${folder}/${unified}`)
  return joined.length > 1 && joined.endsWith('/') ? joined.slice(0, -1) : joined
}
