import type { CommandRow, OptionRow } from '../define-command.ts'
import { type CompletionTable, choicesOf, flagOf, quote, visibleOptions } from './complete.ts'

export function formatZsh(table: CompletionTable): string {
  return `#compdef backscroll
# zsh completion for backscroll: source <(backscroll completions zsh), after compinit
_backscroll() {
  local -a commands
  commands=(
${table.commands.map(command => `    ${quote(`${command.name}:${escapeMarks(command.summary)}`)}`).join('\n')}
  )
  local command=\${words[(r)(${table.commands.map(command => command.name).join('|')})]}
  case $command in
${table.commands.map(command => formatCommand(table, command)).join('\n')}
    *)
      _arguments -s ${visibleOptions(table, undefined).map(formatOption).join(' ')} '1:command:->command'
      [[ $state == command ]] && _describe command commands
      ;;
  esac
}
compdef _backscroll backscroll
`
}

function formatCommand(table: CompletionTable, command: CommandRow): string {
  const options = visibleOptions(table, command).map(formatOption)
  const args = (command.args ?? []).map((arg, at) => {
    const choices = choicesOf(arg)
    return quote(`${arg.isList ? '*' : at + 2}::${arg.name}:${choices.length > 0 ? `(${choices.join(' ')})` : ''}`)
  })
  return `    ${command.name}) _arguments -s ${[...options, "'1:command:'", ...args].join(' ')} ;;`
}

function formatOption(option: OptionRow): string {
  const choices = choicesOf(option)
  const values = option.value === 'DIR' ? '_files -/' : choices.length > 0 ? `(${choices.join(' ')})` : ''
  const value = option.value ? `:${option.value}:${values}` : ''
  return quote(`${option.isList ? '*' : ''}${flagOf(option)}[${escapeMarks(option.summary)}]${value}`)
}

/** `:`, `[` and `]` have a meaning of their own there. */
function escapeMarks(text: string): string {
  return text.replace(/[:[\]]/g, found => `\\${found}`)
}
