import { SETTINGS } from '../../../config/settings.ts'
import type { ArgRow, CommandRow, OptionRow } from '../define-command.ts'
import { HELP, VERSION } from '../help.ts'

/** What a completion script knows. */
export interface CompletionTable {
  readonly commands: readonly CommandRow[]
  readonly globals: readonly OptionRow[]
}

/** The hidden command that lists the ids of sessions. */
export const LIST_IDS = 'session-ids'

export function settingNames(): readonly string[] {
  return SETTINGS.map(setting => setting.name)
}

export function flagOf(option: OptionRow): string {
  return `--${option.name}`
}

/** Every way to write it: what holds for the long name holds for the letter too. */
export function wordsOf(option: OptionRow): readonly string[] {
  return [...(option.short ? [`-${option.short}`] : []), flagOf(option)]
}

/** Every option one can complete to after a command, or before any. */
export function visibleOptions(table: CompletionTable, command: CommandRow | undefined): readonly OptionRow[] {
  const all = [...ownOptions(command), ...table.globals.filter(option => !option.isHidden)]
  return command ? [...all, HELP] : [...all, VERSION, HELP]
}

/** Those of the command alone. */
export function ownOptions(command: CommandRow | undefined): readonly OptionRow[] {
  return (command?.options ?? []).filter(option => !option.isHidden)
}

export function choicesOf(arg: ArgRow | OptionRow): readonly string[] {
  return arg.choices ?? []
}

/** What a shell offers as the value of an option without choices. */
export function offersOf(option: OptionRow): 'sessions' | 'folders' | 'paths' | undefined {
  // `--agent ID` is no session.
  if (option.name === 'session') return 'sessions'
  // A moment is a time, or a session: only those can be offered.
  if (option.value === 'MOMENT' || option.isPair) return 'sessions'
  if (option.value === 'DIR') return 'folders'
  return option.value === 'PATH' ? 'paths' : undefined
}

/** In single quotes, for any shell of the three: the words are ours, and hold no backslash. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
