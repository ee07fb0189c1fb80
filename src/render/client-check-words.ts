import { formatCount, formatNumberOf } from '../text/count.ts'
import { formatUsd } from '../text/money.ts'
import { sanitizeLine } from '../text/sanitize.ts'

/** The client's own total of a session beside ours, as far as it is put into words. */
interface ClientCheck {
  readonly clientUsd: number
  readonly carried: { readonly costUsd: number | null; readonly from: string } | undefined
  readonly copiedFrom: string | undefined
  readonly recordedUsd: number | null
  readonly recordedRequests: number
  readonly compactions: number | undefined
  readonly notInTranscripts: Missing
  readonly notInClient: Missing
  readonly pricesUsd: number | null
  readonly later: { readonly requests: number; readonly costUsd: number | null }
  readonly because: readonly string[]
}

interface Missing {
  readonly costUsd: number | null
  readonly totalTokens: number
}

/** What is counted beside the totals, in every report. */
export const NOT_IN_TRANSCRIPTS = 'not in transcripts'

/** What the client counted, what its lines hold, and what the difference is: one part for each. */
export function clientCheckParts(check: ClientCheck): readonly string[] {
  const { because, carried, recordedUsd, recordedRequests, later } = check
  const says = (reason: string, text: string): string => (because.includes(reason) ? text : '')
  const from = sanitizeLine(carried?.from.slice(0, 8) ?? '')
  return [
    `the client counted ${formatUsd(check.clientUsd)}`,
    says('carried', `${formatPrice(carried?.costUsd ?? null)} of it by ${from}, which it was forked from`),
    says('carried-unknown', `an unknown part of it by ${from}, which it was forked from`),
    `on lines ${formatNumberOf(recordedRequests, 'request')}, ${formatPrice(recordedUsd)}`,
    says('equal', 'the same'),
    says('unreadable', 'its counts cannot be read'),
    says('not-in-transcripts', `${NOT_IN_TRANSCRIPTS} ${formatMissing(check.notInTranscripts)}: ${causesOf(check)}`),
    says(
      'not-in-client',
      `not counted by the client ${formatMissing(check.notInClient)}: a process that was killed leaves no total`,
    ),
    says(
      'copied',
      `not counted by the client here ${formatMissing(check.notInClient)}: copied from ${sanitizeLine(check.copiedFrom?.slice(0, 8) ?? '')}, which is gone`,
    ),
    says('unpriced', 'some models have no price here'),
    says('prices', `${formatUsd(Math.abs(check.pricesUsd ?? 0))} because its prices are not ours`),
    says(
      'later',
      `${formatNumberOf(later.requests, 'request')} since then, ${formatPrice(later.costUsd)}: it goes on, or was killed`,
    ),
  ].filter(part => part !== '')
}

function causesOf({ compactions, because }: ClientCheck): string {
  const causes = [
    compactions === undefined || compactions === 0 ? '' : formatNumberOf(compactions, 'compaction'),
    because.includes('cut') ? 'answers that were cut off' : '',
    'titles and other requests of the client itself',
  ].filter(cause => cause !== '')
  return causes.join(', ')
}

function formatMissing({ costUsd, totalTokens }: Missing): string {
  return `${formatPrice(costUsd)} (${formatCount(totalTokens)} tokens)`
}

function formatPrice(costUsd: number | null): string {
  return costUsd === null ? 'unpriced' : formatUsd(costUsd)
}
