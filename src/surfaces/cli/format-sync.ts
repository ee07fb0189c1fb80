import type { SyncReport } from '../../ingest/sync-report.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../text/count.ts'

/** What a sync did, in one or a few sentences. `kept`: all sessions that are kept now. */
export function formatSync(report: SyncReport, kept: number): string {
  const { gone = 0 } = report.sessions
  const isGone = gone === 0 ? '' : `${formatNumberOf(gone, 'no longer exists', 'no longer exist')} at the source.`
  return join(describeNew(report, 'Kept', kept), isGone, describeLeftOut(report))
}

/** The same for an import: what is gone elsewhere is no part of it. */
export function formatImport(report: SyncReport): string {
  const { added, grown, unchanged } = report.sessions
  return join(describeNew(report, 'Imported', added + grown + unchanged), describeLeftOut(report))
}

function describeNew(report: SyncReport, verb: string, kept: number): string {
  const { sessions, work, problems } = report
  const { added, grown } = sessions
  if (kept === 0) return 'Nothing was kept.'
  // A session that was tried and could not be read has not grown here.
  if (added === 0 && grown > 0 && work.readBytes === 0 && problems.length > 0) return 'Nothing new could be read.'
  if (added + grown === 0) return `Nothing new: ${formatNumberOf(kept, 'session is', 'sessions are')} kept.`
  const what =
    added > 0 && grown > 0
      ? `${formatInteger(added)} new and ${formatNumberOf(grown, 'grown session')}`
      : added > 0
        ? formatNumberOf(added, 'new session')
        : formatNumberOf(grown, 'grown session')
  const bytes = work.readBytes > 0 ? `, ${formatBytes(work.readBytes)} -> ${formatBytes(work.archivedBytes)}` : ''
  return `${verb} ${what}${bytes}.`
}

function describeLeftOut({ sessions: { excluded, forgotten, ownRuns } }: SyncReport): string {
  const parts = [
    excluded > 0 ? `${formatInteger(excluded)} excluded` : '',
    forgotten > 0 ? `${formatInteger(forgotten)} forgotten` : '',
    ownRuns > 0 ? formatNumberOf(ownRuns, 'run of `enrich`', 'runs of `enrich`') : '',
  ].filter(part => part !== '')
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`
}

function join(...sentences: readonly string[]): string {
  return sentences.filter(sentence => sentence !== '').join(' ')
}
