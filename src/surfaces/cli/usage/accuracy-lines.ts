import type { UsageReport } from '../../../query/usage/usage-report.ts'
import { accuracyParts } from '../../../render/usage-words.ts'
import { displayWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'

/** How far the numbers can be trusted, in few lines: at 100 columns five at most. */
export function formatAccuracy(
  accuracy: UsageReport['accuracy'],
  columns: number,
  knownByResult?: UsageReport['knownByResult'],
): string[] {
  const lines: string[] = []
  for (const part of accuracyParts(accuracy, knownByResult)) {
    // Into the first line with room: their order matters less than their number.
    const at = lines.findIndex(line => displayWidth(line) + SEPARATOR.length + displayWidth(part) <= columns)
    if (at < 0) lines.push(part)
    else lines[at] += SEPARATOR + part
  }
  return lines.flatMap(line => wrapText(line, columns))
}

const SEPARATOR = ' · '
