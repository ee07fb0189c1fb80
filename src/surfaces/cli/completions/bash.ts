import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import { type CompletionTable, choicesOf, flagOf, LIST_IDS, settingNames, visibleOptions } from './complete.ts'

/** For bash 3.2 and newer; needs no package. `$place` counts the words of the command, `$last` is the one before. */
export function formatBash(table: CompletionTable): string {
  return `# bash completion for backscroll: source <(backscroll completions bash)
_backscroll() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local command= words= last= word at place=0 roots=()
  for ((at = 1; at < COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    case $word in
      --root) at=$((at + 1)); roots+=(--root "\${COMP_WORDS[at]}") ;;
      ${valueFlags(table).join('|')}) at=$((at + 1)) ;;
      -*) ;;
      *)
        if [[ -n $command ]]; then place=$((place + 1)); last=$word
        else
          case $word in
            ${table.commands.map(command => command.name).join('|')}) command=$word ;;
          esac
        fi ;;
    esac
  done
  case $previous in
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

function valueFlags(table: CompletionTable): readonly string[] {
  const options = listValueOptions(table).filter(option => option.name !== 'root')
  return [...new Set(options.flatMap(option => [flagOf(option), ...(option.short ? [`-${option.short}`] : [])]))]
}

function listValueOptions(table: CompletionTable): readonly OptionRow[] {
  const options = [...table.globals, ...table.commands.flatMap(command => command.options ?? [])]
  return options.filter(option => option.value !== undefined)
}

function valueCases(table: CompletionTable): string {
  const cases = new Map<string, string>()
  for (const option of listValueOptions(table)) {
    const choices = choicesOf(option)
    const action =
      choices.length > 0 ? `COMPREPLY=($(compgen -W ${quoteWords(choices)} -- "$current"))` : 'COMPREPLY=()'
    cases.set(flagOf(option), `    ${flagOf(option)}) ${action}; return ;;`)
  }
  return [...cases.values()].join('\n')
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

const OFFERS: { readonly [What in NonNullable<ArgRow['offers']>]: (add: (words: string) => string) => string } = {
  sessions: add =>
    `[[ $current == -* ]] || ${add(`$(backscroll "\${roots[@]+"\${roots[@]}"}" ${LIST_IDS} 2>/dev/null)`)}`,
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
