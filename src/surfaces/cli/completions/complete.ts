import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import { HELP, VERSION } from '../help.ts'

/** What a completion script knows. */
export interface CompletionTable {
  readonly commands: readonly CommandRow[]
  readonly globals: readonly OptionRow[]
}

export function flagOf(option: OptionRow): string {
  return `--${option.name}`
}

/** Every option one can complete to after a command, or before any. */
export function visibleOptions(table: CompletionTable, command: CommandRow | undefined): readonly OptionRow[] {
  const all = [...(command?.options ?? []), ...table.globals].filter(option => !option.isHidden)
  return command ? [...all, HELP] : [...all, VERSION, HELP]
}

export function choicesOf(arg: ArgRow | OptionRow): readonly string[] {
  return arg.choices ?? []
}

/** In single quotes, for any shell of the three: the words are ours, and hold no backslash. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
