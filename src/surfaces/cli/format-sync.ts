import type { SyncReport } from '../../ingest/sync-report.ts'
import { formatBytes, formatInteger, formatNumberOf } from '../../text/count.ts'

/** What a sync did, in one or a few sentences. */
export function formatSync(report: SyncReport, verb: 'Kept' | 'Imported' = 'Kept'): string {
  return [describeNew(report, verb), describeGone(report), describeLeftOut(report)]
    .filter(sentence => sentence !== '')
    .join(' ')
}

function describeNew({ sessions, work }: SyncReport, verb: string): string {
  const { added, grown } = sessions
  const kept = sessions.unchanged + added + grown
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

function describeGone({ sessions: { gone } }: SyncReport): string {
  return gone === undefined || gone === 0 ? '' : `${formatNumberOf(gone, 'no longer exists', 'no longer exist')} at the source.`
}

function describeLeftOut({ sessions: { excluded, forgotten } }: SyncReport): string {
  const parts = [
    excluded > 0 ? `${formatInteger(excluded)} excluded` : '',
    forgotten > 0 ? `${formatInteger(forgotten)} forgotten` : '',
  ].filter(part => part !== '')
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`
}
