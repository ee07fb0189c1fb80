import type { Hit } from '../../../redact/redaction.ts'
import type { ExportFormat, ExportLevel } from '../../../share/export-shape.ts'
import type { SourceProblem } from '../../../source/problem.ts'

/** What an export came to. */
export interface ExportResult {
  readonly format: ExportFormat
  readonly level: ExportLevel
  /** Empty where everything went to stdout. */
  readonly files: readonly WrittenFile[]
  readonly sessions: readonly ExportedSession[]
  /** Undefined: nothing was looked for. */
  readonly hits: readonly Hit[] | undefined
  /** Images and documents that were written, which nobody looked into. */
  readonly images: number
  /** Those that could not be written: too large, or of another kind than they claim. */
  readonly imagesDropped: number
  /** Lines that could not be read, and entries of an unknown kind. */
  readonly unreadable: number
  readonly unknown: number
  readonly problems: readonly SourceProblem[]
  /** Sentences about sessions that are not there, and files that are not. */
  readonly notes: readonly string[]
  /** Something could not be read. */
  readonly isIncomplete: boolean
}

export interface WrittenFile {
  readonly path: string
  readonly sizeBytes: number
  readonly holds: 'index' | 'session' | 'agent' | 'image'
  /** Id of the session it belongs to; undefined for the index. */
  readonly session: string | undefined
}

export interface ExportedSession {
  readonly id: string
  readonly title: string
}

/** One kind of thing that was taken out. */
export interface HitKind {
  readonly rule: string
  readonly category: Hit['category']
  /** Different values. */
  readonly things: number
  /** How often they were met. */
  readonly times: number
}

/** The kinds with most things first. */
export function countKinds(hits: readonly Hit[]): readonly HitKind[] {
  const kinds = Map.groupBy(hits, ({ rule }) => rule)
  return Array.from(kinds, ([rule, same]) => ({
    rule,
    category: (same[0] as Hit).category,
    things: same.length,
    times: same.reduce((sum, { count }) => sum + count, 0),
  })).sort((a, b) => b.things - a.things || (a.rule < b.rule ? -1 : 1))
}
