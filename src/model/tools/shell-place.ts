import { asString, type JsonObject } from '../../format/json.ts'
import { head } from '../../text/head.ts'
import { type Pipeline, PREPARES, readPipelines } from '../../text/shell/read-pipelines.ts'
import { placeAt, type WorkPlace } from './work-place.ts'

/**
 * Where a command line works: newer clients put a shell back where it was after each command, so a command says where it is
 * meant for, by `cd` in front or by an option of its program. The first command that does anything decides.
 */
export function shellPlace(input: JsonObject, cwd?: string): WorkPlace | undefined {
  const command = asString(input.command) ?? ''
  const found = LEADING_CD.exec(head(command, MAX_LINE))
  const named = found
    ? (found[1] ?? found[2] ?? found[3])
    : findFolder(head(command.replace(BEYOND_ASCII, ODD), MAX_LINE))
  return placeAt(atHome(named ?? '', cwd ?? ''), false)
}

const MAX_LINE = 1024
/**
 * Lists read lines as Latin-1 where that changes nothing they keep: letters that are one or more there are one sign here,
 * so that a line is cut and divided in the same places. A folder named with such letters is not known.
 */
const BEYOND_ASCII = /[\u0080-\uffff]+/g
const ODD = '\u00e9'
/** Most lines begin so, and are read in no other way: every list of sessions passes here. */
const LEADING_CD = /^\s*cd\s+(?:"([^"$`\\]+)"|'([^']+)'|([^\s;&|()"'$`\\]+))\s*(?:&&|;|\n|$)/
const MAY_NAME = /(?:^|[\s;&|("'])(?:cd|pushd)\s|\s(?:-C|--(?:prefix|cwd|dir|directory|project-dir)[ =])/

function findFolder(line: string): string | undefined {
  if (!MAY_NAME.test(line)) return undefined
  for (const pipeline of readPipelines(line, {})) {
    const [program = '', ...args] = pipeline.words
    if (program === 'cd' || program === 'pushd')
      return isKept(pipeline) ? literal(args.find(arg => arg !== '--')) : undefined
    if (!PREPARES.has(program) && program !== '') return literal(findOption(program, args))
  }
  return undefined
}

/** What a `cd` in a pipe does ends with it. */
function isKept({ pipes, after }: Pipeline): boolean {
  return pipes.length === 0 && after !== '&' && after !== '||'
}

/** What a shell would put something else in is not known. */
function literal(folder: string | undefined): string | undefined {
  return folder !== undefined && !/[$`*?\u00e9]/.test(folder) ? folder : undefined
}

/** Programs that can be told to work in another folder, each in its way. */
const OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ...['git', 'make', 'gmake', 'ninja', 'go', 'tar', 'pnpm', 'cargo', 'mise'].map(
    name => [name, /^(?:-C|--directory|--dir)$/] as const,
  ),
  ['npm', /^(?:--prefix|-C)$/],
  ['yarn', /^--cwd$/],
  ['bun', /^--cwd$/],
  ['uv', /^--(?:directory|project)$/],
  ['composer', /^(?:-d|--working-dir)$/],
])

function findOption(program: string, args: readonly string[]): string | undefined {
  const option = OPTIONS.get(program)
  if (!option) return undefined
  for (const [at, arg] of args.entries()) {
    if (arg === '--') return undefined
    const [, name = arg, value] = /^(--[\w-]+|-C)=?(.+)$/.exec(arg) ?? []
    if (option.test(arg)) return args[at + 1]
    if (value !== undefined && option.test(name)) return value
    // Behind its subcommand git has other options of the same name.
    if (program === 'git' && !arg.startsWith('-') && !/^-/.test(args[at - 1] ?? '')) return undefined
  }
  return undefined
}

/** `~` is the home of whoever worked in this folder, as far as its name tells. */
function atHome(folder: string, cwd: string): string {
  if (!/^~(?:\/|$)/.test(folder)) return folder
  const home = /^(?:\/(?:home|Users)\/[^/]+|\/root)(?=\/|$)/.exec(cwd)?.[0]
  return home === undefined ? folder : home + folder.slice(1)
}
