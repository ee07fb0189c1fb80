/**
 * config/ knows the settings a person can keep: their names, what they may be, and the one file they stand in. It holds
 * no defaults of commands: an unset setting is undefined, and the surface decides.
 */
import {
  checkEnrichCommand,
  checkEnrichLimits,
  ENRICH_COMMAND_SHAPE,
  ENRICH_LIMITS_SHAPE,
  type EnrichCommand,
  type EnrichLimits,
  parseEnrichCommand,
  parseEnrichLimits,
} from './enrich-setting.ts'
import { checkPrices, PRICE_SHAPE, type PriceSetting, parsePrices } from './price-setting.ts'
import {
  checkRecallIn,
  parseRecallIn,
  RECALL_CHOICES,
  RECALL_IN_SHAPE,
  type RecallChoice,
  type RecallInSetting,
} from './recall-setting.ts'

/** Everything the config file may hold. */
export interface Config {
  /** Folders with transcripts, instead of the usual places. */
  readonly roots?: readonly string[]
  /** Projects that are not kept: names, ends of paths, or folders above them. */
  readonly exclude?: readonly string[]
  /** Command line of the pager; `none` switches it off. */
  readonly pager?: string
  readonly color?: ColorChoice
  /** How much `show` shows. */
  readonly level?: string
  /** Prices of models, instead of those of the table. */
  readonly prices?: PriceSetting
  /** Time zone of days and weeks in usage reports. */
  readonly zone?: string
  /** Template of the status line. */
  readonly statusline?: string
  /** How much is recalled unasked, in all projects that `recallIn` says nothing about. */
  readonly recall?: RecallChoice
  /** The same by folder of the project. */
  readonly recallIn?: RecallInSetting
  /** Characters that are recalled at once. */
  readonly recallChars?: number
  /** What `enrich` runs; without it nothing is ever run. */
  readonly enrichCommand?: EnrichCommand
  /** How much `enrich` may send and spend. */
  readonly enrichLimits?: EnrichLimits
  /** Folder of the vault that notes go to; while it is set, hooks write them. */
  readonly notesVault?: string
  /** Our folder in it. */
  readonly notesFolder?: string
  /** What this machine is called in notes that several machines write. */
  readonly notesMachine?: string
  /** Time zone of the days of notes. */
  readonly notesZone?: string
  /** Folder with templates of notes. */
  readonly notesTemplates?: string
  /** Whether secrets are taken out of notes. */
  readonly notesRedact?: NotesRedactChoice
  /** File with words that are taken out too. */
  readonly notesWords?: string
  /** Columns to write, whatever the terminal says. */
  readonly width?: number
}

export type NotesRedactChoice = (typeof NOTES_REDACT_CHOICES)[number]
export type ColorChoice = (typeof COLOR_CHOICES)[number]
export type SettingName = keyof Config

export interface Setting {
  readonly name: SettingName
  readonly summary: string
  /** What a value looks like, for help and messages. */
  readonly shape: string
  readonly choices?: readonly string[]
  /** From the words on a command line. */
  parse(words: readonly string[]): unknown
  /** Undefined: the value is good. Otherwise what it must be. */
  check(value: unknown): string | undefined
}

const NOTES_REDACT_CHOICES = ['on', 'off'] as const
const COLOR_CHOICES = ['auto', 'always', 'never'] as const
/** The same words as the levels of the terminal view, with `raw`; a test holds the two together. */
const LEVEL_CHOICES = ['prompts', 'answers', 'tools', 'all', 'raw'] as const
export const MIN_WIDTH = 20
export const MAX_WIDTH = 1000

export const SETTINGS: readonly Setting[] = [
  {
    name: 'roots',
    summary: 'Folders with transcripts, used instead of the usual places; --root wins over it',
    shape: 'one or more folders',
    parse: words => words,
    check: value =>
      Array.isArray(value) && value.length > 0 && value.every(isFilledText) ? undefined : 'a list of folders',
  },
  {
    name: 'exclude',
    summary: 'Projects that are not kept: a name, the end of a path, or a folder and all below it',
    shape: 'one or more projects',
    parse: words => words,
    check: value => (Array.isArray(value) && value.every(isFilledText) ? undefined : 'a list of projects'),
  },
  {
    name: 'pager',
    summary: 'Command that shows long output page by page; `none` for no pager',
    shape: 'a command line, or none',
    parse: words => words.join(' '),
    check: value => (isFilledText(value) ? undefined : 'a command line, or none'),
  },
  choiceSetting('color', 'When to use colour; NO_COLOR and --no-color win over it', COLOR_CHOICES),
  choiceSetting('level', 'How much `show` and `tail` show; --level wins over it', LEVEL_CHOICES),
  {
    name: 'prices',
    summary: 'Prices of models by name, used instead of those of `backscroll prices`',
    shape: PRICE_SHAPE,
    parse: parsePrices,
    check: checkPrices,
  },
  {
    name: 'zone',
    summary: 'Time zone of days, weeks and months in `usage`; --tz wins over it',
    shape: 'a time zone, such as Europe/Berlin or UTC',
    parse: words => words.join(' '),
    check: value => (isTimeZone(value) ? undefined : 'a time zone, such as Europe/Berlin or UTC'),
  },
  {
    name: 'statusline',
    summary: 'What `statusline` prints; `backscroll help statusline` lists the fields',
    shape: 'a line with fields in braces, such as {model} {context} {today}',
    parse: words => words.join(' '),
    check: value =>
      isFilledText(value) ? undefined : 'a line with fields in braces, such as {model} {context} {today}',
  },
  choiceSetting(
    'recall',
    'How much Claude is reminded of unasked, in every project; see docs/recall.md',
    RECALL_CHOICES,
  ),
  {
    name: 'recallIn',
    summary: 'The same for single projects, by folder; `backscroll recall --level` sets it',
    shape: RECALL_IN_SHAPE,
    parse: parseRecallIn,
    check: checkRecallIn,
  },
  numberSetting('recallChars', 'Characters that are recalled at once, at most', { min: 600, max: 9000 }),
  {
    name: 'enrichCommand',
    summary: 'Command that `enrich` asks for summaries, such as `claude -p`; nothing is run without it',
    shape: ENRICH_COMMAND_SHAPE,
    parse: parseEnrichCommand,
    check: checkEnrichCommand,
  },
  {
    name: 'enrichLimits',
    summary: 'How much `enrich` may send and spend; see docs/enrich.md',
    shape: ENRICH_LIMITS_SHAPE,
    parse: parseEnrichLimits,
    check: checkEnrichLimits,
  },
  textSetting('notesVault', 'Vault that `notes` and hooks write to; --vault wins over it', 'a folder'),
  textSetting('notesFolder', 'Folder of the notes in the vault; --folder wins over it', 'a folder below the vault'),
  {
    name: 'notesMachine',
    summary: 'What this machine is called in notes that several machines write',
    shape: 'small letters, digits and dashes, such as laptop',
    parse: words => words.join(' '),
    check: value =>
      typeof value === 'string' && /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/.test(value)
        ? undefined
        : 'small letters, digits and dashes, such as laptop',
  },
  {
    name: 'notesZone',
    summary: 'Time zone of the days of notes: the same on every machine that writes to a vault',
    shape: 'a time zone, such as Europe/Berlin or UTC',
    parse: words => words.join(' '),
    check: value => (isTimeZone(value) ? undefined : 'a time zone, such as Europe/Berlin or UTC'),
  },
  textSetting('notesTemplates', 'Folder with templates of notes; --templates wins over it', 'a folder'),
  choiceSetting(
    'notesRedact',
    'Whether secrets are taken out of notes; --no-redact wins over it',
    NOTES_REDACT_CHOICES,
  ),
  textSetting('notesWords', 'File with words to take out of notes too; --redact-words wins over it', 'a file'),
  numberSetting('width', 'Columns to write, whatever the terminal says; --width wins over it', {
    min: MIN_WIDTH,
    max: MAX_WIDTH,
  }),
]

export function findSetting(name: string): Setting | undefined {
  return SETTINGS.find(setting => setting.name === name)
}

function textSetting(name: SettingName, summary: string, shape: string): Setting {
  return {
    name,
    summary,
    shape,
    parse: words => words.join(' '),
    check: value => (isFilledText(value) ? undefined : shape),
  }
}

function choiceSetting(name: SettingName, summary: string, choices: readonly string[]): Setting {
  const shape = `one of ${choices.join(', ')}`
  return {
    name,
    summary,
    shape,
    choices,
    parse: words => words.join(' '),
    check: value => (typeof value === 'string' && choices.includes(value) ? undefined : shape),
  }
}

function numberSetting(
  name: SettingName,
  summary: string,
  range: { readonly min: number; readonly max: number },
): Setting {
  const shape = `a whole number from ${range.min} to ${range.max}`
  return {
    name,
    summary,
    shape,
    parse: words => (words.length === 1 && /^\d{1,6}$/.test(words[0] ?? '') ? Number(words[0]) : words.join(' ')),
    check: value =>
      typeof value === 'number' && Number.isInteger(value) && value >= range.min && value <= range.max
        ? undefined
        : shape,
  }
}

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}

function isFilledText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}
