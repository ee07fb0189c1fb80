import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import {
  type CompletionTable,
  choicesOf,
  flagOf,
  LIST_IDS,
  offersOf,
  settingNames,
  visibleOptions,
  wordsOf,
} from './complete.ts'

/** For bash 3.2 and newer; needs no package. `$place` counts the words of the command, `$last` is the one before. */
export function formatBash(table: CompletionTable): string {
  return `# bash completion for backscroll: source <(backscroll completions bash)
_backscroll() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command= words= last= word at place=0 roots=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $command:$word in
      *:--root) at=$((at + 1)); roots+=(--root "\${COMP_WORDS[at]}") ;;
${skipValues(table)}
      *:-*) ;;
      ${table.commands.map(command => `:${command.name}`).join('|')}) command=$word ;;
      :*) ;;
      *) place=$((place + 1)); last=$word ;;
    esac
  done
  case $command:$previous in
${valueCases(table)}
  esac
  case $command in
${table.commands.map(command => commandCase(table, command)).join('\n')}
    *) words=${quoteWords([...visibleOptions(table, undefined).map(flagOf), ...table.commands.map(({ name }) => name)])} ;;
  esac
  [[ $current == -* ]] || words=$(printf '%s\\n' $words | grep -v '^-')
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _backscroll backscroll
`
}

/** Words behind an option are its values, and no arguments. */
function skipValues(table: CompletionTable): string {
  const places = listValuePlaces(table)
  const counts = [
    { count: 1, own: places.filter(({ option }) => !option.isPair) },
    { count: 2, own: places.filter(({ option }) => option.isPair) },
  ]
  return counts
    .filter(({ own }) => own.length > 0)
    .map(({ count, own }) => `      ${own.flatMap(placesOf).join('|')}) at=$((at + ${count})) ;;`)
    .join('\n')
}

interface ValuePlace {
  /** A pattern: globals are options of every command, and before any. */
  readonly command: string
  readonly option: OptionRow
}

/** By command: the same word may mean something else to another one, or take no value there. */
function listValuePlaces(table: CompletionTable): readonly ValuePlace[] {
  const own = table.commands.flatMap(({ name, options = [] }) => options.map(option => ({ command: name, option })))
  const globals = table.globals.map(option => ({ command: '*', option }))
  return [...own, ...globals].filter(({ option }) => option.value !== undefined)
}

function placesOf({ command, option }: ValuePlace): readonly string[] {
  return wordsOf(option).map(word => `${command}:${word}`)
}

function valueCases(table: CompletionTable): string {
  const cases = new Map<string, string[]>()
  for (const place of listValuePlaces(table)) {
    const words = valueWords(place.option)
    const action = words === '' ? 'COMPREPLY=()' : `COMPREPLY=($(compgen -W ${words} -- "$current"))`
    cases.set(action, [...(cases.get(action) ?? []), ...placesOf(place)])
  }
  return Array.from(cases, ([action, places]) => `    ${places.join('|')}) ${action}; return ;;`).join('\n')
}

/** Empty where there is nothing to offer but files, which bash does by itself. */
function valueWords(option: OptionRow): string {
  const choices = choicesOf(option)
  if (choices.length > 0) return quoteWords(choices)
  return offersOf(option) === 'sessions' ? `"${SESSIONS}"` : ''
}

function commandCase(table: CompletionTable, command: CommandRow): string {
  const flags = quoteWords(visibleOptions(table, command).map(flagOf))
  const args = (command.args ?? []).map((arg, at) => argCase(arg, at)).filter(text => text !== '')
  if (args.length === 0) return `    ${command.name}) words=${flags} ;;`
  return `    ${command.name})
      words=${flags}
      case $place in
${args.join('\n')}
      esac ;;`
}

function argCase(arg: ArgRow, at: number): string {
  const add = (words: string): string => `words="$words "${words}`
  const action = arg.offers ? OFFERS[arg.offers](add) : choicesOf(arg).length > 0 ? add(quoteWords(choicesOf(arg))) : ''
  return action === '' ? '' : `        ${arg.isList ? '*' : at}) ${action} ;;`
}

const SESSIONS = `$(backscroll "\${roots[@]+"\${roots[@]}"}" ${LIST_IDS} 2>/dev/null)`

const OFFERS: { readonly [What in NonNullable<ArgRow['offers']>]: (add: (words: string) => string) => string } = {
  sessions: add => `[[ $current == -* ]] || ${add(SESSIONS)}`,
  settings: add => `case $last in get|set|unset) ${add(quoteWords(settingNames()))} ;; esac`,
  'setting-values': add => {
    const cases = SETTINGS.filter(({ choices }) => choices).map(
      ({ name, choices }) => `${name}) ${add(quoteWords(choices ?? []))} ;;`,
    )
    return `case $last in ${cases.join(' ')} esac`
  },
  // Where a function offers nothing, bash offers files.
  paths: () => '',
}

function quoteWords(words: readonly string[]): string {
  return `'${words.join(' ')}'`
}
