import type { ExportSession } from '../query/export/open-redacted.ts'
import { buildRedactReport, listHits, type RedactReport, type ReportedHit } from '../query/export/redact-report.ts'
import type { Hit, Redaction } from '../redact/redaction.ts'
import { head } from '../text/head.ts'
import { splitContext } from './hit-context.ts'

/** What would be taken out of a session, for the person whose it is: with the values themselves. */
export interface RedactionReview extends Omit<RedactReport, 'schema' | 'hits'> {
  readonly schema: 'backscroll.redaction-review/1'
  /** Most serious first; at most 500. */
  readonly hits: readonly ReviewedHit[]
  /** How many more there are. */
  readonly more: number
}

export interface ReviewedHit extends ReportedHit {
  /** As it stands in the transcript: what `keep` takes. */
  readonly value: string
  /** The line around its first place. The value stands between the two. */
  readonly before: string
  readonly after: string
}

const MAX_HITS = 500
const MAX_AROUND = 160

export function buildReview(loaded: ExportSession, redaction: Redaction): RedactionReview {
  const report = buildRedactReport(loaded, redaction)
  // Both lists are in the same order.
  const values = listHits(redaction)
  return {
    ...report,
    schema: 'backscroll.redaction-review/1',
    hits: report.hits.slice(0, MAX_HITS).map((hit, at) => ({ ...hit, ...aroundOf(values[at] as Hit) })),
    more: Math.max(0, report.hits.length - MAX_HITS),
  }
}

function aroundOf(hit: Hit): Pick<ReviewedHit, 'value' | 'before' | 'after'> {
  const { before, after } = splitContext(hit)
  const lastLine = before.slice(before.lastIndexOf('\n') + 1)
  const [firstLine = ''] = after.split('\n', 1)
  return { value: hit.value, before: lastLine.slice(-MAX_AROUND).toWellFormed(), after: head(firstLine, MAX_AROUND) }
}
