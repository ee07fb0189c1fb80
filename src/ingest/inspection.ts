import type { FileFindings } from '../source/file-inspector.ts'
import type { SqlValue, Table } from '../store/define-table.ts'
import { badLines, kinds, transcripts, unknownThings } from '../store/tables/kept.ts'
import type { RowSet } from './rows/build-rows.ts'
import { rowMaker } from './rows/define-rows.ts'

/** What `doctor` asks about one transcript, as rows in the order of their keys. */
export function inspectionRows(
  findings: FileFindings,
  place: { readonly session: number; readonly file: number },
): RowSet {
  const { session, file } = place
  const { bytes, entries, sniffed, issues, issueCount } = findings
  const transcript = { session, file, bytes, entries, ...sniffed, bad_lines: issueCount }
  const kindRows = findings.kinds.map(([kind, count]) => toKind({ session, file, kind, count }))
  const unknownRows = findings.unknown.map(({ what, name, version, count, line }) =>
    toUnknown({ session, file, what, name, version, count, line }),
  )
  const badRows = issues.map(({ line, code, message }, number) =>
    toBadLine({ session, file, number, line, code, message }),
  )
  const rows = new Map<Table, SqlValue[][]>()
  rows.set(transcripts, [toTranscript(transcript)])
  rows.set(kinds, kindRows.sort(byTexts))
  rows.set(unknownThings, unknownRows.sort(byTexts))
  rows.set(badLines, badRows)
  return rows
}

const toTranscript = rowMaker(transcripts)
const toKind = rowMaker(kinds)
const toUnknown = rowMaker(unknownThings)
const toBadLine = rowMaker(badLines)

/** In these tables all of the key behind session and file is text. */
function byTexts(a: readonly SqlValue[], b: readonly SqlValue[]): number {
  for (const [at, value] of a.entries()) {
    const other = b[at]
    if (typeof value === 'string' && typeof other === 'string' && value !== other) return value < other ? -1 : 1
  }
  return 0
}
