import type { UsageAccuracy } from '../../../query/usage/usage-accuracy.ts'
import { formatCount, formatInteger, formatNumberOf } from '../../../text/count.ts'
import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth, displayWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'

/** How far the numbers can be trusted, in few lines: at 100 columns five at most. What is zero is left out. */
export function formatAccuracy(accuracy: UsageAccuracy, columns: number): string[] {
  const lines: string[] = []
  for (const part of describeParts(accuracy)) {
    // Into the first line with room: their order matters less than their number.
    const at = lines.findIndex(line => displayWidth(line) + SEPARATOR.length + displayWidth(part) <= columns)
    if (at < 0) lines.push(part)
    else lines[at] += SEPARATOR + part
  }
  return lines.flatMap(line => wrapText(line, columns))
}

const SEPARATOR = ' · '

function describeParts(accuracy: UsageAccuracy): readonly string[] {
  const { copiesDropped, unreadableLines, seenInProgress, recordedCosts, withoutTime, prices } = accuracy
  return [
    describeRequests(accuracy),
    copiesDropped > 0 ? `${formatCount(copiesDropped)} ${copiesDropped === 1 ? 'copy' : 'copies'} dropped` : '',
    describeUnpriced(accuracy),
    recordedCosts > 0 ? `${formatCount(recordedCosts)} recorded ${recordedCosts === 1 ? 'cost' : 'costs'}` : '',
    unreadableLines > 0 ? `${formatCount(unreadableLines)} unreadable ${unreadableLines === 1 ? 'line' : 'lines'}` : '',
    seenInProgress.requests > 0
      ? `not counted: ${formatCount(seenInProgress.requests)} ${seenInProgress.requests === 1 ? 'request' : 'requests'} seen only in progress lines (${formatCount(seenInProgress.tokens)} tokens)`
      : '',
    withoutTime > 0 ? `${formatCount(withoutTime)} undated` : '',
    prices ? `prices of ${prices.version}` : '',
    NEVER,
  ].filter(part => part !== '')
}

/** R15 in few words; the JSON has them all. */
const NEVER = 'never in transcripts: safety checks, title helpers, unsaved sessions'

function describeRequests({ requests, finished, unfinished }: UsageAccuracy): string {
  const all = formatNumberOf(requests, 'request')
  if (unfinished === 0) return `${all}, ${requests === 1 ? 'finished' : 'all finished'}`
  return `${all}: ${formatInteger(finished)} finished, ${formatInteger(unfinished)} unfinished (lower bound)`
}

const MAX_MODELS = 2
const MAX_NAME = 18

function describeUnpriced({ unpriced }: UsageAccuracy): string {
  if (unpriced.length === 0) return ''
  const tokens = unpriced.reduce((sum, { tokens }) => sum + tokens, 0)
  const named = unpriced
    .slice(0, MAX_MODELS)
    .map(({ model, tokens }) => `${cutToWidth(sanitizeLine(model), MAX_NAME) || '(no name)'} ${formatCount(tokens)}`)
  const more = unpriced.length - MAX_MODELS
  const names = more > 0 ? [...named, `${formatInteger(more)} more`] : named
  return `unpriced ${formatCount(tokens)} tokens (${names.join(', ')})`
}
