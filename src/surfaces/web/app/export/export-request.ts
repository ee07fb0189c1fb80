import { type ExportFormat, type ExportLevel, type ExportShape, usualLevel } from '../../../../share/export-shape.ts'

/** What an export is asked for; the same names as on the command line. */
export interface ExportRequest extends ExportShape {
  /** `4-9`; empty for all. */
  readonly turns: string
  readonly redact: boolean
  /** Telephones, public addresses, places and national ids go too. */
  readonly people: boolean
  /** To be taken out in addition. */
  readonly words: readonly string[]
  /** Values that stay although a rule found them. */
  readonly keep: readonly string[]
}

export const FORMATS: readonly { readonly format: ExportFormat; readonly name: string; readonly says: string }[] = [
  { format: 'html', name: 'HTML page', says: 'one file that opens in any browser' },
  { format: 'md', name: 'Markdown', says: 'for a wiki, an issue or a model' },
  { format: 'txt', name: 'Text', says: 'as in the terminal' },
  { format: 'json', name: 'JSON', says: 'for programs' },
  { format: 'jsonl', name: 'Transcript', says: 'the original lines, only with everything left in' },
]

export const LEVELS: readonly { readonly level: ExportLevel; readonly name: string }[] = [
  { level: 'prompts', name: 'Prompts' },
  { level: 'answers', name: 'Prompts and answers' },
  { level: 'tools', name: 'And tools' },
  { level: 'all', name: 'Everything' },
  { level: 'raw', name: 'Raw JSON of every line' },
]

/** Another format changes the level where nobody chose one, and the original lines cannot be changed. */
export function withFormat(request: ExportRequest, format: ExportFormat): ExportRequest {
  const isUsual = request.level === usualLevel(request.format)
  return { ...request, format, level: isUsual ? usualLevel(format) : request.level }
}

export function bodyOf(request: ExportRequest): object {
  const { format, level, turns, agents, hasImages, redact, people, words, keep } = request
  const isOriginal = format === 'jsonl'
  return {
    format,
    redact,
    ...(isOriginal ? {} : { level, agents, hasImages }),
    ...(turns.trim() === '' ? {} : { turns: turns.trim() }),
    ...(redact ? { words, keep, people } : {}),
  }
}
