/** What is kept and what is not, in the same words on the command line and on the page. */
import { formatInteger, formatNumberOf } from '../text/count.ts'

/** What the client will delete soon, and whether that matters; without a full stop. Undefined where it is nothing. */
export function describeExpiring(expiring: { readonly count: number; readonly kept: number }): string | undefined {
  if (expiring.count === 0) return undefined
  return `Claude Code will delete ${formatNumberOf(expiring.count, 'session')} within a week${formatSafe(expiring)}`
}

function formatSafe({ count, kept }: { readonly count: number; readonly kept: number }): string {
  if (kept === 0) return ''
  return kept === count ? '; the archive keeps all of it' : `; the archive keeps ${formatInteger(kept)} of them`
}

/** How far the index is behind the archive, by state; `backscroll` stands for whatever a person types here. */
export const INDEX_WORDS = {
  fresh: 'fresh',
  behind: 'behind the archive; `backscroll sync` brings it up to date',
  missing: 'missing; `backscroll sync` makes it',
  older: 'of an older version; `backscroll sync` brings it up to date',
  newer: 'of a newer version; update backscroll, or make it anew with `backscroll reindex`',
  busy: 'held by another program; try again in a moment',
  damaged: 'damaged; `backscroll reindex` makes it anew from the archive',
  unreadable: 'not readable; check who owns it',
} as const

/** What the check of all transcripts came to. */
export function doctorVerdict(report: {
  readonly isClean: boolean
  readonly files: { readonly unread: number }
}): string {
  if (report.isClean) return 'Clean: every line of every transcript was understood.'
  if (report.files.unread > 0) {
    const files = formatNumberOf(report.files.unread, 'file')
    return `There are findings. ${files} could not be read: what is in there is not counted here.`
  }
  return 'There are findings. Nothing is lost: what is not understood is kept and shown as it is.'
}
