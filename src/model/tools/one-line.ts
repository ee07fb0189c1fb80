import type { JsonValue } from '../../format/json.ts'

const MAX_HEADLINE = 300

/**
 * Values as one line: white space and control characters become single blanks, what is not a text or a number is left
 * out. Never longer than 300 characters, and never a slice that keeps a longer text alive.
 */
export function oneLine(...parts: readonly (JsonValue | undefined)[]): string {
  const texts: string[] = []
  for (const part of parts) {
    const text = typeof part === 'string' ? collapse(part) : typeof part === 'number' ? String(part) : ''
    if (text !== '') texts.push(text)
  }
  const line = texts.join(' ')
  return ` ${cut(line)}`.slice(1)
}

/** A label before a value that may be missing: both or nothing. */
export function labelled(label: string, value: JsonValue | undefined): string {
  const line = oneLine(value)
  return line === '' ? '' : `${label} ${line}`
}

function collapse(text: string): string {
  const part = text.length > 4 * MAX_HEADLINE ? text.trimStart().slice(0, 4 * MAX_HEADLINE) : text
  return part.replace(/[\s\x00-\x1f\x7f-\x9f]+/g, ' ').trim()
}

function cut(line: string): string {
  if (line.length <= MAX_HEADLINE) return line
  const last = line.charCodeAt(MAX_HEADLINE - 1)
  const isHalfPair = last >= 0xd800 && last <= 0xdbff
  return line.slice(0, isHalfPair ? MAX_HEADLINE - 1 : MAX_HEADLINE)
}
