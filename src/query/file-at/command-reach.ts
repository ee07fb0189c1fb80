import { posix } from 'node:path'
import { isAbsolute, unifySlashes } from '../lookups/path-query.ts'
import { type CommandKind, kindOfCommand } from './command-kinds.ts'
import { listShellCommands, type ShellCommand } from './shell-commands.ts'

/** What a command may have done to a file: it names it, or it may change any file. */
export type Reach = 'names' | 'any'

export interface CommandReach {
  readonly reach: Reach
  /** It is known to change files; else it is a program of which nothing is known. */
  readonly isKnown: boolean
}

/** The index keeps the head of a command line alone; what was cut off may do anything. */
const CUT_AT = 2000

/** A command line as far as it can be read without knowing the file. */
export interface ParsedLine {
  readonly text: string
  readonly commands: readonly ShellCommand[]
}

export function parseLine(text: string): ParsedLine {
  return { text, commands: listShellCommands(text.slice(0, CUT_AT)) }
}

/** The furthest that any part of a command line reaches; undefined where none of it can change the file. */
export function reachOfLine({ text, commands }: ParsedLine, path: string): CommandReach | undefined {
  const file = unifySlashes(path)
  let found: CommandReach | undefined = text.length >= CUT_AT ? { reach: 'any', isKnown: false } : undefined
  for (const command of commands) {
    const reach = reachOf(command, file, text)
    if (reach && (!found || weightOf(reach) > weightOf(found))) found = reach
  }
  return found
}

export function commandReach(text: string, path: string): CommandReach | undefined {
  return reachOfLine(parseLine(text), path)
}

function weightOf({ reach, isKnown }: CommandReach): number {
  return (reach === 'names' ? 2 : 0) + (isKnown ? 1 : 0)
}

function reachOf(command: ShellCommand, file: string, line: string): CommandReach | undefined {
  if (command.writesTo.some(target => isNamed(target, file))) return { reach: 'names', isKnown: true }
  const [program, ...args] = command.words
  if (program === undefined) return undefined
  return REACHES[kindOfCommand(program, args)](args, file, line)
}

type ReachOfKind = (args: readonly string[], file: string, line: string) => CommandReach | undefined

const REACHES: { readonly [Kind in CommandKind]: ReachOfKind } = {
  reads: () => undefined,
  // What it is given is what it changes.
  'changes-named': (args, file) => {
    if (args.some(arg => isNamed(arg, file))) return { reach: 'names', isKnown: true }
    return args.some(arg => mayHold(arg, file)) ? { reach: 'any', isKnown: true } : undefined
  },
  'changes-any': (args, file) => ({ reach: args.some(arg => isNamed(arg, file)) ? 'names' : 'any', isKnown: true }),
  'changes-manifests': (_, file) => (MANIFEST.test(file) ? { reach: 'names', isKnown: true } : undefined),
  // A script may name the file anywhere, in a text that it is given to read too.
  unknown: (args, file, line) => {
    const isMentioned = args.some(arg => mentions(arg, file)) || (line.includes('<<') && mentions(line, file))
    return { reach: isMentioned ? 'names' : 'any', isKnown: false }
  },
}

/** Files that package managers and builds write beside their own folders. */
const MANIFEST =
  /(?:^|\/)(?:package(?:-lock)?\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?|deno\.lock|Cargo\.(?:toml|lock)|go\.(?:mod|sum)|pyproject\.toml|uv\.lock|poetry\.lock|Pipfile(?:\.lock)?|requirements[\w.-]*\.txt|Gemfile(?:\.lock)?|composer\.(?:json|lock)|Podfile\.lock|mix\.lock|flake\.lock|.*\.csproj)$/i

/** `a.ts`, `src/a.ts`, `./src/a.ts` or the whole path. */
function isNamed(word: string, file: string): boolean {
  const name = cleanPath(word)
  return name !== '' && (isAbsolute(name) ? name === file : file === name || file.endsWith(`/${name}`))
}

/** A folder above the file, or a pattern that may fit it. */
function mayHold(word: string, file: string): boolean {
  const name = cleanPath(word)
  if (word === '.' || word === './' || word === '*' || /^(?:\.\.\/?)+$/.test(word)) return true
  if (name === '' || word.startsWith('-')) return false
  if (/[*?$`{]/.test(name)) return true
  return isAbsolute(name) ? file.startsWith(`${name}/`) : `/${file}`.includes(`/${name}/`)
}

function cleanPath(word: string): string {
  return posix
    .normalize(unifySlashes(word).replace(/^of=/, ''))
    .replace(/^~\//, '')
    .replace(/^(?:\.{1,2}\/)+/, '')
    .replace(/\/+(?:\.{3})?$/, '')
}

function mentions(text: string, file: string): boolean {
  const base = file.slice(file.lastIndexOf('/') + 1)
  const at = text.indexOf(base)
  return base !== '' && at >= 0 && !/[\w.-]/.test(text[at - 1] ?? ' ') && !/[\w-]/.test(text[at + base.length] ?? ' ')
}
