import { propertyText } from './obsidian-text.ts'

/** Properties of a note in their order. Texts are as recorded; what is undefined or an empty list is left out. */
export type FrontMatter = readonly (readonly [key: NoteKey, value: NoteValue | undefined])[]

export type NoteValue = string | number | boolean | readonly string[]

/** Every key we ever write. Others belong to the person. */
export const NOTE_KEYS = [
  'title',
  'aliases',
  'kind',
  'status',
  'date',
  'started',
  'ended',
  'project',
  'branch',
  'models',
  'session',
  'machine',
  'sessions',
  'duration_minutes',
  'active_minutes',
  'prompts',
  'messages',
  'tokens',
  'cost_usd',
  'cost_is_lower_bound',
  'tools',
  'tool_calls',
  'files',
  'files_changed',
  'commits',
  'prs',
  'friction',
  'open',
  'tags',
  'summary',
  'previous',
  'continues',
  'held_by',
  'related',
] as const

export type NoteKey = (typeof NOTE_KEYS)[number]

/** Lists to which people add their own items. */
export const SHARED_LISTS: readonly NoteKey[] = ['tags', 'aliases']

/** One property as lines of YAML. */
export function propertyLines(key: string, value: NoteValue): readonly string[] {
  if (typeof value === 'string') return [`${key}: ${isTime(key, value) ? value : yamlText(value)}`]
  if (typeof value === 'object') return [`${key}:`, ...value.map(item => `  - ${yamlText(item)}`)]
  return [`${key}: ${value}`]
}

const TIME_KEYS: readonly string[] = ['date', 'started', 'ended'] satisfies NoteKey[]

/** Times stand without quotes, as YAML and Obsidian know them. */
function isTime(key: string, value: string): boolean {
  return TIME_KEYS.includes(key) && /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d\.\d{3}Z)?$/.test(value)
}

/** Plain only where no reader of YAML can take it for anything else. JSON's strings are YAML's double-quoted ones. */
export function yamlText(text: string): string {
  return /^[A-Za-z][A-Za-z0-9_./-]*$/.test(text) && !WORDS.test(text) ? text : JSON.stringify(text)
}

/** What YAML 1.1 or 1.2 reads as a truth value, nothing or a number. */
const WORDS = /^(?:y|n|yes|no|on|off|true|false|null|nan|inf|e\d+)$/i

/** A link in a property; its name is ours. */
export function linkValue(name: string): string {
  return `[[${name}]]`
}

/** Texts of a transcript, made safe; numbers stay. */
export function safeProperties(entries: FrontMatter): FrontMatter {
  return entries.map(([key, value]) => [key, safeValue(key, value)])
}

function safeValue(key: NoteKey, value: NoteValue | undefined): NoteValue | undefined {
  if (LINKS.has(key)) return value
  if (typeof value === 'string') return propertyText(value)
  return Array.isArray(value) ? value.map(propertyText) : value
}

const LINKS: ReadonlySet<NoteKey> = new Set<NoteKey>(['previous', 'continues', 'held_by', 'related'])
