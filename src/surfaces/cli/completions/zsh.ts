import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import {
  type CompletionTable,
  choicesOf,
  LIST_IDS,
  offersOf,
  quote,
  settingNames,
  visibleOptions,
  wordsOf,
} from './complete.ts'

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
  if (arg.offers === 'sessions') return SESSIONS
  if (arg.offers === 'paths') return '_files'
  if (arg.offers === 'settings') return `(${settingNames().join(' ')})`
  if (arg.offers === 'setting-values') {
    const cases = SETTINGS.flatMap(({ name, choices }) => (choices ? [`${name}) compadd ${choices.join(' ')} ;;`] : []))
    return `{case $words[CURRENT-1] in ${cases.join(' ')} esac}`
  }
  const choices = choicesOf(arg)
  return choices.length > 0 ? `(${choices.join(' ')})` : ''
}

/** `'(-o --order)'{-o,--order}'[…]'`: either way to write it, and not both. */
function formatOption(option: OptionRow): string {
  const words = wordsOf(option)
  const names = option.isPair ? (option.value ?? '').split(' ') : option.value ? [option.value] : []
  const value = names.map(name => `:${name}:${formatValues(option)}`).join('')
  const about = `[${escapeMarks(option.summary)}]${value}`
  const [only = ''] = words
  if (words.length === 1) return quote(`${option.isList ? '*' : ''}${only}${about}`)
  return `${quote(option.isList ? '*' : `(${words.join(' ')})`)}{${words.join(',')}}${quote(about)}`
}

function formatValues(option: OptionRow): string {
  const choices = choicesOf(option)
  if (choices.length > 0) return `(${choices.join(' ')})`
  const offers = offersOf(option)
  return offers === undefined ? '' : VALUES[offers]
}

const SESSIONS = `{compadd -- \${(f)"$(backscroll ${LIST_IDS} 2>/dev/null)"}}`

const VALUES: { readonly [What in NonNullable<ReturnType<typeof offersOf>>]: string } = {
  sessions: SESSIONS,
  folders: '_files -/',
  paths: '_files',
}

/** `:`, `[` and `]` have a meaning of their own there. */
function escapeMarks(text: string): string {
  return text.replace(/[:[\]]/g, found => `\\${found}`)
}
