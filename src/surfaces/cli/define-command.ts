import type { App, Outcome } from './app.ts'

/** The tasks under which help lists commands, in this order. */
export const GROUPS = ['Read', 'Find', 'Tell', 'Keep', 'Count', 'Share', 'Recall', 'Check', 'Set up'] as const
export type Group = (typeof GROUPS)[number]

/**
 * What the command line knows of a command before it runs: help, completions and docs/cli.md come from these rows
 * alone, and the code behind a row is loaded only when the command is called.
 */
export interface CommandRow {
  readonly name: string
  readonly group: Group
  /** One line, imperative, no full stop. */
  readonly summary: string
  /** More, in full sentences, for the command's own help and docs/cli.md. */
  readonly details?: string
  readonly args?: readonly ArgRow[]
  readonly options?: readonly OptionRow[]
  readonly examples?: readonly ExampleRow[]
  /** Long output goes through the pager on a terminal. */
  readonly isPaged?: boolean
  /** Prints results, so that `--json` means something. */
  readonly hasJson?: boolean
  /**
   * What ctrl-c does. Without this the process ends at once. `stop`: the command ends by itself, in good order, when
   * `app.signal` says so; a second ctrl-c ends the process. `ignore`: it belongs to the program the command runs.
   */
  readonly interrupts?: 'stop' | 'ignore'
  /** Its words are free text: what is no option of it is a word, also behind a dash. */
  readonly takesText?: boolean
  /** Runs also when the config file is broken. */
  readonly ignoresConfig?: boolean
  load(): Promise<CommandModule>
}

export interface ArgRow {
  readonly name: string
  readonly summary: string
  readonly isRequired?: boolean
  /** Takes all that follow. */
  readonly isList?: boolean
  readonly choices?: readonly string[]
  /** The choices are what help and shells offer; the command knows other words for them. */
  readonly isOpen?: boolean
  /** What a shell offers for it; anything else may be typed too. */
  readonly offers?: 'sessions' | 'settings' | 'setting-values' | 'paths'
}

export interface OptionRow {
  /** Long name without dashes: the key under which the value arrives. */
  readonly name: string
  readonly short?: string
  /** Placeholder of the value, such as `DAYS`; without it the option is a flag. */
  readonly value?: string
  readonly summary: string
  readonly choices?: readonly string[]
  /** A whole number from 1, or in `range`. */
  readonly isCount?: boolean
  readonly range?: { readonly min: number; readonly max: number }
  /** May be given several times. */
  readonly isList?: boolean
  /** Takes the two words behind it; arrives as an array, of one where the second is missing. `value` names both. */
  readonly isPair?: boolean
  readonly isHidden?: boolean
}

export interface ExampleRow {
  readonly command: string
  readonly says: string
}

/** Flags and words as typed, names and choices already checked. */
export interface CommandRequest {
  /** By name of the argument; a list argument is an array. */
  readonly args: { readonly [name: string]: string | readonly string[] | undefined }
  /** By name of the option: true for flags, a number for counts, an array for lists, else the text. */
  readonly options: { readonly [name: string]: OptionValue | undefined }
}

export type OptionValue = string | number | boolean | readonly string[]

/** What a file in commands/ exports. */
export interface CommandModule {
  run(app: App, request: CommandRequest): Promise<Outcome> | Outcome
}

export function defineCommand(row: CommandRow): CommandRow {
  return row
}

export function textArg(request: CommandRequest, name: string): string | undefined {
  const value = request.args[name]
  return typeof value === 'string' ? value : undefined
}

export function listArg(request: CommandRequest, name: string): readonly string[] {
  const value = request.args[name]
  return Array.isArray(value) ? value : []
}

export function textOption(request: CommandRequest, name: string): string | undefined {
  const value = request.options[name]
  return typeof value === 'string' ? value : undefined
}

/** Of an option that is a pair; undefined where it was not given. */
export function pairOption(request: CommandRequest, name: string): readonly string[] | undefined {
  const value = request.options[name]
  return Array.isArray(value) ? value : undefined
}

export function countOption(request: CommandRequest, name: string): number | undefined {
  const value = request.options[name]
  return typeof value === 'number' ? value : undefined
}

export function flagOption(request: CommandRequest, name: string): boolean {
  return request.options[name] === true
}
