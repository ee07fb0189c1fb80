import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import {
  type CompletionTable,
  choicesOf,
  LIST_IDS,
  offersOf,
  ownOptions,
  quote,
  settingNames,
  visibleOptions,
} from './complete.ts'

export function formatFish(table: CompletionTable): string {
  const names = table.commands.map(command => command.name).join(' ')
  const lines = [
    '# fish completion for backscroll: backscroll completions fish | source',
    'complete -c backscroll -f',
    `set -l commands ${names}`,
    ...table.commands.map(
      command =>
        `complete -c backscroll -n "not __fish_seen_subcommand_from $commands" -a ${command.name} -d ${quote(command.summary)}`,
    ),
    ...visibleOptions(table, undefined).map(option => `complete -c backscroll ${formatOption(option)}`),
    ...table.commands.flatMap(formatCommand),
  ]
  return `${lines.join('\n')}\n`
}

function formatCommand(command: CommandRow): string[] {
  const start = `complete -c backscroll -n "__fish_seen_subcommand_from ${command.name}"`
  const words = (command.args ?? []).flatMap(choicesOf)
  return [
    ...(words.length > 0 ? [`${start} -a ${quote(words.join(' '))}`] : []),
    ...(command.args ?? []).flatMap(arg => formatOffers(command, arg)),
    ...ownOptions(command).map(option => `${start} ${formatOption(option)}`),
  ]
}

function formatOffers(command: CommandRow, arg: ArgRow): string[] {
  const after = (words: string, offered: string): string =>
    `complete -c backscroll -n "__fish_seen_subcommand_from ${command.name}; and __fish_prev_arg_in ${words}" -a ${offered}`
  if (arg.offers === 'sessions') return [after(command.name, SESSIONS)]
  if (arg.offers === 'paths') return [`complete -c backscroll -n "__fish_seen_subcommand_from ${command.name}" -F`]
  if (arg.offers === 'settings') return [after('get set unset', quote(settingNames().join(' ')))]
  if (arg.offers !== 'setting-values') return []
  return SETTINGS.flatMap(({ name, choices }) => (choices ? [after(name, quote(choices.join(' ')))] : []))
}

const SESSIONS = `'(backscroll ${LIST_IDS} 2>/dev/null)'`

function formatOption(option: OptionRow): string {
  const short = option.short ? ` -s ${option.short}` : ''
  return `-l ${option.name}${short}${option.value ? formatValues(option) : ''} -d ${quote(option.summary)}`
}

function formatValues(option: OptionRow): string {
  const choices = choicesOf(option)
  if (choices.length > 0) return ` -x -a ${quote(choices.join(' '))}`
  const offers = offersOf(option)
  if (offers === 'sessions') return ` -x -a ${SESSIONS}`
  return offers === undefined ? ' -x' : ' -r -F'
}
