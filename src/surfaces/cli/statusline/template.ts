import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth, displayWidth } from '../../../text/width.ts'
import { FIELDS, type LineFacts, type Span } from './fields.ts'

export const DEFAULT_TEMPLATE = '{model} · {context} · {session} session · {today} today · {block} block · {limits}'

/**
 * The template with its fields filled in. Signs such as ` · ` part it into sections, and a section whose fields nobody
 * knows is left out with the sign beside it. Names that are no field stay as typed.
 */
export function fillTemplate(template: string, facts: LineFacts): readonly Span[] {
  const parts = sanitizeLine(template).split(SEPARATOR)
  const line: Span[] = []
  for (let at = 0; at < parts.length; at += 2) {
    const section = fillSection(parts[at] ?? '', facts)
    if (section.length === 0) continue
    if (line.length > 0) line.push({ text: ` ${parts[at - 1]} `, style: 'quiet' })
    line.push(...section)
  }
  return line
}

/** Whether anything in it has to be counted. */
export function showsFigures(template: string): boolean {
  return /\{(session|today|block|block_end)\}/.test(template)
}

const SEPARATOR = / ([·•|│]) /
const FIELD = /\{(\w+)\}/

function fillSection(section: string, facts: LineFacts): readonly Span[] {
  const spans: Span[] = []
  let [hasField, hasValue] = [false, false]
  for (const [at, part] of section.split(FIELD).entries()) {
    const field = at % 2 === 1 && Object.hasOwn(FIELDS, part) ? FIELDS[part] : undefined
    if (!field) {
      addText(spans, at % 2 === 1 ? `{${part}}` : part)
      continue
    }
    const value = field(facts)
    hasField = true
    if (value) hasValue = true
    spans.push(...(value ?? []))
  }
  return hasField && !hasValue ? [] : trimEnd(spans)
}

/** Around a field that is not there two spaces would meet. */
function addText(spans: Span[], text: string): void {
  const last = spans.at(-1)?.text ?? ' '
  const joined = last.endsWith(' ') ? text.trimStart() : text
  if (joined !== '') spans.push({ text: joined, style: 'plain' })
}

function trimEnd(spans: Span[]): readonly Span[] {
  const last = spans.at(-1)
  if (!last?.text.endsWith(' ')) return spans
  const text = last.text.trimEnd()
  return [...spans.slice(0, -1), ...(text === '' ? [] : [{ ...last, text }])]
}

/** As one line for the terminal, at most so many columns wide. */
export function drawLine(
  spans: readonly Span[],
  { color, columns }: { readonly color: boolean; readonly columns: number | undefined },
): string {
  const fitting = columns === undefined ? spans : cutSpans(spans, columns)
  return fitting
    .map(({ text, style }) => (color && CODES[style] ? `\x1b[${CODES[style]}m${text}\x1b[0m` : text))
    .join('')
}

const CODES: { readonly [Style in Span['style']]: number } = { plain: 0, quiet: 2, warning: 33, alarm: 31 }

function cutSpans(spans: readonly Span[], columns: number): readonly Span[] {
  const width = spans.reduce((sum, { text }) => sum + displayWidth(text), 0)
  if (width <= columns) return spans
  const kept: Span[] = []
  // One column is for the sign that something is missing.
  let left = columns - 1
  for (const span of spans) {
    const spanWidth = displayWidth(span.text)
    if (spanWidth > left) return [...kept, { ...span, text: cutToWidth(`${span.text} `, left + 1) }]
    kept.push(span)
    left -= spanWidth
  }
  return kept
}
