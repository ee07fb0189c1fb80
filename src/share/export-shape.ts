import type { AgentsMode } from '../render/view/view-options.ts'

export type ExportFormat = 'html' | 'md' | 'json' | 'jsonl' | 'txt'
export type ExportLevel = 'prompts' | 'answers' | 'tools' | 'all' | 'raw'

/** What a file that is shared is to hold. */
export interface ExportShape {
  readonly format: ExportFormat
  readonly level: ExportLevel
  readonly agents: AgentsMode
  readonly hasImages: boolean
}

/** A page can show less than it holds, and a program can leave out; whoever reads a text gets all of it. */
export function usualLevel(format: ExportFormat): ExportLevel {
  if (format === 'jsonl') return 'raw'
  return format === 'html' || format === 'json' ? 'all' : 'tools'
}
