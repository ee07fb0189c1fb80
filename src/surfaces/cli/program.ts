import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { COMMANDS, HIDDEN_COMMANDS } from './command-table.ts'
import type { ArgRow, CommandRequest, CommandRow, OptionRow, OptionValue } from './define-command.ts'
import { toUserError } from './parse-failure.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'

/** The command table as a commander program. `onCommand` gets what was parsed; undefined as its row means no command. */
export function buildProgram(options: {
  readonly version: string
  readonly onCommand: (row: CommandRow | undefined, request: CommandRequest, global: CommandRequest['options']) => void
}): Command {
  const program = configure(new Command('backscroll'), undefined)
  program
    .version(options.version, '-V, --version', 'Print the version')
    .addArgument(new Argument('[command]'))
    .allowExcessArguments()
  for (const row of GLOBAL_OPTIONS) program.addOption(toOption(row))
  program.action((_command, _options, self: Command) => {
    options.onCommand(undefined, { args: { words: self.args }, options: {} }, readOptions(GLOBAL_OPTIONS, self.opts()))
  })
  for (const row of [...COMMANDS, ...HIDDEN_COMMANDS]) {
    const command = configure(program.command(row.name), row)
    command.allowExcessArguments(false)
    for (const arg of row.args ?? []) command.addArgument(toArgument(arg))
    for (const option of row.options ?? []) command.addOption(toOption(option))
    command.action(() => {
      const request = { args: readArgs(row, command), options: readOptions(row.options ?? [], command.opts()) }
      options.onCommand(row, request, readOptions(GLOBAL_OPTIONS, program.opts()))
    })
  }
  return program
}

/** Thrown when somebody asks for help, of one command or of all: what draws it is loaded only then. */
export class HelpAsked extends Error {
  readonly row: CommandRow | undefined

  constructor(row: CommandRow | undefined) {
    super('help')
    this.row = row
  }
}

function configure(command: Command, row: CommandRow | undefined): Command {
  return command
    .exitOverride(error => {
      if (error.code === 'commander.helpDisplayed') throw new HelpAsked(row)
      throw error.exitCode === 0 ? error : toUserError(error, fullName(command))
    })
    .configureOutput({ outputError: () => {} })
    .configureHelp({ formatHelp: () => '' })
    .helpOption('-h, --help', 'Show help')
    .helpCommand(false)
}

function fullName(command: Command): string {
  return command.parent ? `${command.parent.name()} ${command.name()}` : command.name()
}

function toArgument(row: ArgRow): Argument {
  const name = row.isList ? `${row.name}...` : row.name
  const argument = new Argument(row.isRequired ? `<${name}>` : `[${name}]`, row.summary)
  return row.choices && !row.isOpen ? argument.choices(row.choices) : argument
}

function toOption(row: OptionRow): Option {
  const value = row.value ? ` <${row.isPair ? row.value.split(' ')[0] : row.value}>` : ''
  const option = new Option(`${row.short ? `-${row.short}, ` : ''}--${row.name}${value}`, row.summary)
  if (row.choices) option.choices(row.choices)
  if (row.isCount) option.argParser(text => parseCount(text, row.range))
  if (row.isList || row.isPair)
    option.argParser((next: string, before: string[] | undefined) => [...(before ?? []), next])
  return row.isHidden ? option.hideHelp() : option
}

function parseCount(text: string, range: OptionRow['range']): number {
  const { min, max } = range ?? ANY_COUNT
  const count = /^(0|[1-9]\d{0,11})$/.test(text) ? Number(text) : Number.NaN
  if (count >= min && count <= max) return count
  throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
}

const ANY_COUNT = { min: 1, max: 999_999_999 }

function readArgs(row: CommandRow, command: Command): CommandRequest['args'] {
  const values = command.processedArgs as (string | string[] | undefined)[]
  return Object.fromEntries((row.args ?? []).map((arg, at) => [arg.name, values[at]]))
}

/** Commander turns `--no-x` into `x: false` and `a-b` into `aB`; our options keep the name they have in the table. */
function readOptions(
  rows: readonly OptionRow[],
  values: { readonly [name: string]: unknown },
): CommandRequest['options'] {
  const read: [string, OptionValue][] = []
  for (const row of rows) {
    const isNegated = row.name.startsWith('no-')
    const key = camelCase(isNegated ? row.name.slice('no-'.length) : row.name)
    const value = isNegated ? values[key] === false : values[key]
    if (value !== undefined && value !== false) read.push([row.name, value as OptionValue])
  }
  return Object.fromEntries(read)
}

function camelCase(name: string): string {
  return name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
}
