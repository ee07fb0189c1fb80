import type { Hit } from '../../../redact/redaction.ts'
import { sanitizeText } from '../../../text/sanitize.ts'
import { cutStartToWidth, cutToWidth, displayWidth } from '../../../text/width.ts'
import type { App } from '../app.ts'

const MARGIN = 4
const MAX_VALUE_LINES = 6

/** The line around a hit, the hit itself marked, all of it harmless and no wider than the terminal. */
export function formatContext(
  { colors, color, columns }: Pick<App, 'colors' | 'color' | 'columns'>,
  { context, contextAt, value }: Pick<Hit, 'context' | 'contextAt' | 'value'>,
): readonly string[] {
  const length = lengthOf(context, contextAt, value)
  const mark = (text: string): string => (color ? colors.inverse(text) : `[[${text}]]`)
  const room = Math.max(20, columns - MARGIN)
  const lines = safeLines(context.slice(contextAt, contextAt + length))
  const before = safeLines(context.slice(0, contextAt)).at(-1) ?? ''
  const after = safeLines(context.slice(contextAt + length))[0] ?? ''
  if (lines.length > 1)
    return [...lines.slice(0, MAX_VALUE_LINES).map(line => mark(cutToWidth(line, room))), ...more(lines)]
  const shown = cutToWidth(lines[0] ?? '', room)
  const left = room - displayWidth(shown)
  const wish = Math.max(Math.floor(left / 2), left - displayWidth(after))
  const start = cutStartToWidth(before, wish)
  return [`${start}${mark(shown)}${cutToWidth(after, left - displayWidth(start))}`]
}

/** As written there it may be escaped or encoded, and then be longer than the value. */
function lengthOf(context: string, at: number, value: string): number {
  if (context.startsWith(value, at)) return value.length
  return /^[^\s"'`<>]*/.exec(context.slice(at))?.[0].length ?? 0
}

function safeLines(text: string): readonly string[] {
  return sanitizeText(text).replaceAll('\t', ' ').split('\n')
}

function more(lines: readonly string[]): readonly string[] {
  return lines.length > MAX_VALUE_LINES ? [`… and ${lines.length - MAX_VALUE_LINES} more lines`] : []
}
