import { shorten } from '../../text/head.ts'
import { suggest } from '../../text/suggest.ts'
import type { CommandRow, OptionRow } from './define-command.ts'

/**
 * For commands that take any text: what is no option of theirs is a word, whatever it begins with (`-draft`, `--fix`,
 * a pasted line of `ls -l`). Words are put behind `--`, where the parser leaves them alone.
 */
export function protectText(
  argv: readonly string[],
  commands: readonly CommandRow[],
  globals: readonly OptionRow[],
): ProtectedText {
  const at = findCommand(argv, globals)
  const row = commands.find(({ name, takesText }) => takesText && name === argv[at])
  if (!row) return { argv, notes: [] }
  const options = [...globals, ...(row.options ?? [])]
  const kept: string[] = []
  const words: string[] = []
  const notes: string[] = []
  for (let next = at + 1; next < argv.length; next++) {
    const text = argv[next] as string
    if (text === '--') {
      words.push(...argv.slice(next + 1))
      break
    }
    const option = findOption(text, options)
    if (!option && text !== '-h' && text !== '--help') {
      words.push(text)
      notes.push(...noteOption(text, options))
    } else {
      kept.push(text)
      if (option?.value && !text.includes('=') && !isShortWithValue(text)) kept.push(...argv.slice(++next, next + 1))
    }
  }
  const protectedWords = words.length > 0 ? ['--', ...words] : []
  return { argv: [...argv.slice(0, at + 1), ...kept, ...protectedWords], notes: notes.slice(0, MAX_NOTES) }
}

export interface ProtectedText {
  readonly argv: readonly string[]
  /** Sentences about words that were hardly meant as such. */
  readonly notes: readonly string[]
}

const MAX_NOTES = 5

/** An option that was mistyped is a word like any other; whoever meant it should know. */
function noteOption(text: string, options: readonly OptionRow[]): readonly string[] {
  const [, name] = /^--([a-z][a-z-]*)(?:=|$)/i.exec(text) ?? []
  const names = options.flatMap(option => (option.isHidden ? [] : option.name))
  const meant = name === undefined ? undefined : suggest(name, names)
  return meant === undefined ? [] : [`"${shorten(text)}" was taken as text; the option is --${meant}`]
}

/**
 * The parser knows options with one value or with all that follow, and none with two: a pair becomes the same option
 * twice.
 */
export function splitPairs(
  argv: readonly string[],
  commands: readonly CommandRow[],
  globals: readonly OptionRow[],
): readonly string[] {
  const at = findCommand(argv, globals)
  const pairs = (commands.find(({ name }) => name === argv[at])?.options ?? []).filter(({ isPair }) => isPair)
  if (pairs.length === 0) return argv
  const split: string[] = []
  for (let next = 0; next < argv.length; next++) {
    const text = argv[next] as string
    if (text === '--') return [...split, ...argv.slice(next)]
    const pair = next > at ? findOption(text, pairs) : undefined
    split.push(text)
    if (!pair) continue
    if (!text.includes('=')) split.push(...argv.slice(++next, next + 1))
    const second = argv[next + 1]
    if (second === undefined || second.startsWith('-')) continue
    split.push(`--${pair.name}`, second)
    next++
  }
  return split
}

/** Index of the command's name; past the end where there is none. */
export function findCommand(argv: readonly string[], globals: readonly OptionRow[]): number {
  let at = 0
  while (at < argv.length && argv[at]?.startsWith('-')) {
    const text = argv[at] as string
    const takesNext = findOption(text, globals)?.value !== undefined && !text.includes('=')
    at += takesNext ? 2 : 1
  }
  return at
}

function findOption(text: string, options: readonly OptionRow[]): OptionRow | undefined {
  if (text.startsWith('--')) {
    const name = text.slice(2).split('=', 1)[0]
    return options.find(option => option.name === name && (option.value !== undefined || !text.includes('=')))
  }
  return options.find(({ short, value, isCount }) => {
    if (short === undefined || !text.startsWith(`-${short}`)) return false
    if (text.length === 2) return true
    // `-n5` is a number of hits; `-node` is a word that must not be there.
    return value !== undefined && (!isCount || /^-\w=?\d+$/.test(text))
  })
}

function isShortWithValue(text: string): boolean {
  return !text.startsWith('--') && text.length > 2
}
