import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import { HELP, VERSION } from '../help.ts'

/** What a completion script knows. */
export interface CompletionTable {
  readonly commands: readonly CommandRow[]
  readonly globals: readonly OptionRow[]
}

/** The hidden command that lists what `show` and `tail` take. */
export const LIST_IDS = 'session-ids'

export function settingNames(): readonly string[] {
  return SETTINGS.map(setting => setting.name)
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
