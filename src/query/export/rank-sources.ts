import type { SessionSource } from '../../source/session-source.ts'
import { summarizeSource } from '../../source/summarize-source.ts'
import type { Library } from '../library.ts'
import { buildRows, type RankedRow } from '../session-row.ts'
import { nameSources } from '../short-ids.ts'

/** Rows of sessions that somebody named, as a list would show them, in the order of the names. */
export function rankSources(library: Library, sources: readonly SessionSource[]): readonly RankedRow[] {
  const summarized = sources.map(source => {
    const { summary, work, problems } = summarizeSource(source, library.accessOf(source))
    return { source, summary, projects: work, problems, isKept: library.sessionOf(source) !== undefined }
  })
  const rows = new Map(buildRows(summarized, nameSources(library.sources)).map(row => [row.source, row]))
  return sources.map(source => rows.get(source) as RankedRow)
}
