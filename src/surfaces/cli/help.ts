import { wrapText } from '../../text/wrap.ts'
import { COMMANDS } from './command-table.ts'
import { type ArgRow, type CommandRow, GROUPS, type OptionRow } from './define-command.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'

/** What `backscroll --help` prints: commands by task, then the options every command takes. */
export function formatHelp(columns: number): string {
  const groups = GROUPS.flatMap(group => {
    const rows = COMMANDS.filter(row => row.group === group)
    return titled(
      `${group}:`,
      rows.flatMap(row => formatItem(usageOf(row), row.summary, columns)),
    )
  })
  return `${[
    'Usage: backscroll [command] [options]',
    '',
    ...wrapText(
      'Search, read and keep your Claude Code sessions. Without a command: a screen to search in; in a pipe, an overview.',
      columns,
    ),
    ...groups,
    ...titled('Options of every command:', globalOptions(columns)),
    '',
    'More about one command: backscroll help <command>',
  ].join('\n')}\n`
}

/** What `backscroll <command> --help` prints. */
export function formatCommandHelp(row: CommandRow, columns: number): string {
  const args = (row.args ?? []).flatMap(arg => formatItem(arg.name, withChoices(arg.summary, arg.choices), columns))
  const own = (row.options ?? []).filter(option => !option.isHidden).flatMap(option => formatOption(option, columns))
  const examples = (row.examples ?? []).flatMap(({ command, says }) => [`  # ${says}`, `  ${command}`])
  return `${[
    `Usage: backscroll ${usageOf(row)}${own.length > 0 ? ' [options]' : ''}`,
    '',
    ...wrapText(`${row.summary}.${row.details ? `\n${row.details}` : ''}`, columns),
    ...titled('Arguments:', args),
    ...titled('Options:', own),
    ...titled('Options of every command:', globalOptions(columns)),
    ...titled('Examples:', examples),
  ].join('\n')}\n`
}

export const HELP: OptionRow = { name: 'help', short: 'h', summary: 'Show help' }
export const VERSION: OptionRow = { name: 'version', short: 'V', summary: 'Print the version' }

export function usageOf(row: CommandRow): string {
  return [row.name, ...(row.args ?? []).map(argUsage)].join(' ')
}

export function flagsOf(option: OptionRow): string {
  return `${option.short ? `-${option.short}, ` : ''}--${option.name}${option.value ? ` ${option.value}` : ''}`
}

function argUsage(arg: ArgRow): string {
  const name = arg.isList ? `${arg.name}...` : arg.name
  return arg.isRequired ? `<${name}>` : `[${name}]`
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, ...lines] : []
}

function globalOptions(columns: number): string[] {
  const options = [...GLOBAL_OPTIONS.filter(option => !option.isHidden), VERSION, HELP]
  return options.flatMap(option => formatOption(option, columns))
}

function formatOption(option: OptionRow, columns: number): string[] {
  return formatItem(flagsOf(option), withChoices(option.summary, option.choices), columns)
}

function withChoices(summary: string, choices: readonly string[] | undefined): string {
  return choices ? `${summary}: ${choices.join(', ')}` : summary
}

const TERM_WIDTH = 22

function formatItem(term: string, summary: string, columns: number): string[] {
  const indent = TERM_WIDTH + 4
  const [first = '', ...rest] = wrapText(summary, Math.max(20, columns - indent))
  const start = `  ${term.padEnd(TERM_WIDTH)}  `
  const lines = term.length > TERM_WIDTH ? [`  ${term}`, ' '.repeat(indent) + first] : [start + first]
  return [...lines, ...rest.map(line => ' '.repeat(indent) + line)]
}
