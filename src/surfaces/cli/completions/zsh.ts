import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import { type CompletionTable, choicesOf, flagOf, LIST_IDS, quote, settingNames, visibleOptions } from './complete.ts'

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
    return quote(`${arg.isList ? '*' : at + 2}::${arg.name}:${formatOffers(arg)}`)
  })
  return `    ${command.name}) _arguments -s ${[...options, "'1:command:'", ...args].join(' ')} ;;`
}

/** `{…}` is run by _arguments; `$words[CURRENT-1]` is the word before. */
function formatOffers(arg: ArgRow): string {
  if (arg.offers === 'sessions') return `{compadd -- \${(f)"$(backscroll ${LIST_IDS} 2>/dev/null)"}}`
  if (arg.offers === 'paths') return '_files'
  if (arg.offers === 'settings') return `(${settingNames().join(' ')})`
  if (arg.offers === 'setting-values') {
    const cases = SETTINGS.flatMap(({ name, choices }) => (choices ? [`${name}) compadd ${choices.join(' ')} ;;`] : []))
    return `{case $words[CURRENT-1] in ${cases.join(' ')} esac}`
  }
  const choices = choicesOf(arg)
  return choices.length > 0 ? `(${choices.join(' ')})` : ''
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
