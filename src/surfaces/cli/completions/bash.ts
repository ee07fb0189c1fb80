import type { CommandRow } from '../define-command.ts'
import { type CompletionTable, choicesOf, flagOf, visibleOptions } from './complete.ts'

/** For bash 3.2 and newer; needs no package. */
export function formatBash(table: CompletionTable): string {
  return `# bash completion for backscroll: source <(backscroll completions bash)
_backscroll() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} command= words= at
  for ((at = 1; at < COMP_CWORD; at++)); do
    case \${COMP_WORDS[at]} in
      ${table.commands.map(command => command.name).join('|')}) command=\${COMP_WORDS[at]}; break ;;
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

function valueCases(table: CompletionTable): string {
  const options = [...table.globals, ...table.commands.flatMap(command => command.options ?? [])]
  const cases = new Map<string, string>()
  for (const option of options) {
    if (!option.value) continue
    const choices = choicesOf(option)
    const action =
      choices.length > 0 ? `COMPREPLY=($(compgen -W ${quoteWords(choices)} -- "$current"))` : 'COMPREPLY=()'
    cases.set(flagOf(option), `    ${flagOf(option)}) ${action}; return ;;`)
  }
  return [...cases.values()].join('\n')
}

function commandCase(table: CompletionTable, command: CommandRow): string {
  const words = [...visibleOptions(table, command).map(flagOf), ...(command.args ?? []).flatMap(choicesOf)]
  return `    ${command.name}) words=${quoteWords(words)} ;;`
}

function quoteWords(words: readonly string[]): string {
  return `'${words.join(' ')}'`
}
