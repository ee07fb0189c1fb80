import type { Hit, HitCategory, HitPlace, Redaction } from '../../redact/redaction.ts'
import type { ExportSession } from './open-redacted.ts'

/** What would be taken out of a session, without the values themselves. */
export interface RedactReport {
  readonly schema: 'backscroll.redact/1'
  readonly id: string
  readonly title: string
  /** Distinct values, and how often they occur. */
  readonly values: number
  readonly occurrences: number
  /** Most serious first. */
  readonly hits: readonly ReportedHit[]
}

export interface ReportedHit {
  readonly category: HitCategory
  readonly kind: string
  readonly placeholder: string
  readonly masked: string
  readonly count: number
  /** The first ones. */
  readonly places: readonly ReportedPlace[]
}

export interface ReportedPlace {
  /** Undefined in the main conversation. */
  readonly agent: string | undefined
  /** Undefined where it belongs to no turn of the main conversation. */
  readonly turn: number | undefined
  /** Line of the transcript from 1; 0 for names of files and what stands beside the transcript. */
  readonly line: number
}

/** A key lost is worse than a word somebody named, that is worse than a name, and that than a number in some log. */
export const CATEGORIES: readonly HitCategory[] = ['secret', 'word', 'person', 'id']

export function buildRedactReport(loaded: ExportSession, redaction: Redaction): RedactReport {
  const { session } = loaded
  const turns = new Map(session.main.entries.map(({ line, turn }) => [line, turn]))
  const toPlace = ({ agentId, line }: HitPlace): ReportedPlace =>
    agentId === undefined
      ? { agent: undefined, turn: turns.get(line), line }
      : { agent: redaction.redactId(agentId), turn: undefined, line }
  const hits = redaction.hits
    .filter(isInContent)
    .sort(compareHits)
    .map(hit => ({
      category: hit.category,
      kind: hit.rule,
      placeholder: hit.placeholder,
      masked: hit.masked,
      count: hit.count,
      places: hit.places.map(toPlace),
    }))
  const occurrences = hits.reduce((sum, { count }) => sum + count, 0)
  return {
    schema: 'backscroll.redact/1',
    id: session.id,
    title: session.title.text,
    values: hits.length,
    occurrences,
    hits,
  }
}

/** What a person looks at, most serious first. */
export function listHits({ hits }: Redaction): readonly Hit[] {
  return hits.filter(isInContent).sort(compareHits)
}

/** That a transcript lies in somebody's home folder is no finding: an export does not tell where it came from. */
function isInContent({ category, places }: Hit): boolean {
  return category !== 'person' || places.some(({ session }) => session !== '')
}

function compareHits(a: Hit, b: Hit): number {
  return (
    CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category) || compareTexts(a.rule, b.rule) || b.count - a.count
  )
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
