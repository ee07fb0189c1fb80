import { posix } from 'node:path'
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
  let folder = ''
  for (const words of splitCommands(command)) {
    const [program, argument] = words
    if (program === 'cd' && argument !== undefined) folder = isPlain(argument) ? joinPath(folder, argument) : '\0'
    else if (!folder.includes('\0')) moves.push(...readMove(words, folder))
  }
  return moves
}

function readMove(words: readonly string[], folder: string): readonly Move[] {
  let rest = words
  let from = folder
  if (rest[0] === 'sudo') rest = rest.slice(1)
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

/** Simple commands as lists of words. Texts behind `<<` are no commands. */
function splitCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  for (const { word, ends } of words(withoutHereDocuments(line))) {
    if (word !== undefined) commands.at(-1)?.push(word)
    if (ends) commands.push([])
  }
  return commands.filter(command => command.length > 0)
}

function withoutHereDocuments(line: string): string {
  const kept: string[] = []
  let end: string | undefined
  for (const row of line.split('\n')) {
    if (end !== undefined) {
      if (row.trim() === end) end = undefined
      continue
    }
    kept.push(row)
    end = /<<-?\s*\\?(['"]?)([\w.-]+)\1/.exec(row)?.[2]
  }
  return kept.join('\n')
}

function* words(text: string): Generator<{ readonly word: string | undefined; readonly ends: boolean }> {
  const pattern = /\s*(?:((?:'[^']*'|"(?:[^"\\]|\\.)*"|\\[^\n]|[^\s;&|'"\\])+)|(\\\n)|([;&|\n]+)|(['"\\]))|[^\S\n]+/gy
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [all, word, , separator, stray] = found
    if (all === '') return
    // A quote that is never closed: nothing behind it can be told apart.
    if (stray !== undefined) return
    const endsBefore = word !== undefined && /^\s*\n/.test(all)
    if (endsBefore) yield { word: undefined, ends: true }
    if (word !== undefined) yield { word: unquote(word), ends: false }
    else if (separator !== undefined) yield { word: undefined, ends: true }
  }
}

/** Backslashes outside quotes are left before letters: they separate folders on Windows. */
function unquote(word: string): string {
  return word.replace(/'([^']*)'|"((?:[^"\\]|\\.)*)"|\\([^\w])/g, (_, single, double, escaped) =>
    single !== undefined ? single : double !== undefined ? double.replace(/\\(["\\$`])/g, '$1') : escaped,
  )
}
