import { wrapText } from '../../text/wrap.ts'
import { COMMANDS } from './command-table.ts'
import { type ArgRow, type CommandRow, GROUPS, type OptionRow } from './define-command.ts'
import { GLOBAL_OPTIONS } from './rows/global.ts'

/** What `backscroll --help` prints: commands by task, then the options every command takes. */
export function formatHelp(columns: number): string {
  const groups = GROUPS.flatMap(group => {
    const rows = COMMANDS.filter(row => row.group === group)
    return rows.length > 0 ? ['', `${group}:`, ...rows.flatMap(row => formatItem(usageOf(row), row.summary, columns))] : []
  })
  const options = [...GLOBAL_OPTIONS.filter(option => !option.isHidden), VERSION, HELP]
  return `${[
    'Usage: backscroll [command] [options]',
    '',
    ...wrapText('Read, keep and search your Claude Code sessions. Without a command: an overview of this machine.', columns),
    ...groups,
    '',
    'Options of every command:',
    ...options.flatMap(option => formatItem(flagsOf(option), option.summary, columns)),
    '',
    'More about one command: backscroll <command> --help',
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

const TERM_WIDTH = 22

function formatItem(term: string, summary: string, columns: number): string[] {
  const indent = TERM_WIDTH + 4
  const [first = '', ...rest] = wrapText(summary, Math.max(20, columns - indent))
  const start = `  ${term.padEnd(TERM_WIDTH)}  `
  const lines = term.length > TERM_WIDTH ? [`  ${term}`, ' '.repeat(indent) + first] : [start + first]
  return [...lines, ...rest.map(line => ' '.repeat(indent) + line)]
}
