import { Argument, Command, InvalidArgumentError, Option } from 'commander'
import { COMMANDS } from './command-table.ts'
import {
  type ArgRow,
  type CommandRequest,
  type CommandRow,
  GROUPS,
  type OptionRow,
  type OptionValue,
} from './define-command.ts'
import { formatHelp, flagsOf, HELP } from './help.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'

/** The command table as a commander program. `onCommand` gets what was parsed; undefined as its row means no command. */
export function buildProgram(options: {
  readonly version: string
  readonly columns: number
  readonly onCommand: (row: CommandRow | undefined, request: CommandRequest, global: CommandRequest['options']) => void
}): Command {
  const program = configure(new Command('backscroll'), options.columns)
  program
    .description('Read, keep and search your Claude Code sessions')
    .version(options.version, '-V, --version', 'Print the version')
    .addArgument(new Argument('[command]'))
    .allowExcessArguments()
    .configureHelp({ formatHelp: () => formatHelp(options.columns) })
  for (const row of GLOBAL_OPTIONS) program.addOption(toOption(row))
  program.action((_command, _options, self: Command) => {
    options.onCommand(undefined, { args: { words: self.args }, options: {} }, readOptions(GLOBAL_OPTIONS, self.opts()))
  })
  for (const row of COMMANDS) {
      const command = configure(program.command(row.name), options.columns)
      describeCommand(command, row)
      command.action(() => {
        const request = { args: readArgs(row, command), options: readOptions(row.options ?? [], command.opts()) }
        options.onCommand(row, request, readOptions(GLOBAL_OPTIONS, program.opts()))
      })
    }
  }
  return program
}

function configure(command: Command, columns: number): Command {
  return command
    .exitOverride()
    .configureOutput({
      outputError: () => {},
      getOutHelpWidth: () => Math.min(columns, 100),
      getErrHelpWidth: () => 80,
    })
    .configureHelp({
      showGlobalOptions: true,
      visibleArguments: given => given.registeredArguments.filter(a => a.description),
    })
    .helpOption('-h, --help', 'Show this help')
    .helpCommand(false)
}

function describeCommand(command: Command, row: CommandRow): void {
  command.summary(row.summary).description(row.details ? `${row.summary}.\n\n${row.details}` : `${row.summary}.`)
  for (const arg of row.args ?? []) command.addArgument(toArgument(arg))
  for (const option of row.options ?? []) command.addOption(toOption(option))
  const examples = row.examples ?? []
  if (examples.length === 0) return
  const width = Math.max(...examples.map(example => example.command.length))
  const lines = examples.map(example => `  ${example.command.padEnd(width)}  ${example.says}`)
  command.addHelpText('after', `\nExamples:\n${lines.join('\n')}`)
}

function toArgument(row: ArgRow): Argument {
  const name = row.isList ? `${row.name}...` : row.name
  const argument = new Argument(row.isRequired ? `<${name}>` : `[${name}]`, row.summary)
  return row.choices ? argument.choices(row.choices) : argument
}

function toOption(row: OptionRow): Option {
  const value = row.value ? ` <${row.value}>` : ''
  const option = new Option(`${row.short ? `-${row.short}, ` : ''}--${row.name}${value}`, row.summary)
  if (row.choices) option.choices(row.choices)
  if (row.isCount) option.argParser(parseCount)
  if (row.isList) option.argParser((next: string, before: string[] | undefined) => [...(before ?? []), next])
  return row.isHidden ? option.hideHelp() : option
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

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
