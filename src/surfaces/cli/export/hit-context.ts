import type { Hit } from '../../../redact/redaction.ts'
import { splitContext } from '../../../share/hit-context.ts'
import { sanitizeText } from '../../../text/sanitize.ts'
import { cutStartToWidth, cutToWidth, displayWidth } from '../../../text/width.ts'
import type { App } from '../app.ts'

const MARGIN = 4
const MAX_VALUE_LINES = 6

/** The line around a hit, the hit itself marked, all of it harmless and no wider than the terminal. */
export function formatContext(
  { colors, color, columns }: Pick<App, 'colors' | 'color' | 'columns'>,
  hit: Pick<Hit, 'context' | 'contextAt' | 'value'>,
): readonly string[] {
  const around = splitContext(hit)
  const mark = (text: string): string => (color ? colors.inverse(text) : `[[${text}]]`)
  const room = Math.max(20, columns - MARGIN)
  const lines = safeLines(around.written)
  const before = safeLines(around.before).at(-1) ?? ''
  const after = safeLines(around.after)[0] ?? ''
  if (lines.length > 1)
    return [...lines.slice(0, MAX_VALUE_LINES).map(line => mark(cutToWidth(line, room))), ...more(lines)]
  const shown = cutToWidth(lines[0] ?? '', room)
  const left = room - displayWidth(shown)
  const wish = Math.max(Math.floor(left / 2), left - displayWidth(after))
  const start = cutStartToWidth(before, wish)
  return [`${start}${mark(shown)}${cutToWidth(after, left - displayWidth(start))}`]
}

function safeLines(text: string): readonly string[] {
  return sanitizeText(text).replaceAll('\t', ' ').split('\n')
}

function more(lines: readonly string[]): readonly string[] {
  return lines.length > MAX_VALUE_LINES ? [`… and ${lines.length - MAX_VALUE_LINES} more lines`] : []
}
