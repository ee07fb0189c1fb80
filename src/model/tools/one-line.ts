import type { JsonValue } from '../../format/json.ts'
import { sanitizeLine } from '../../text/sanitize.ts'

const MAX_HEADLINE = 300
const BLANK = 0x20
const LAST_ASCII = 0x7e

/**
 * Values as one line: white space becomes single blanks, control characters become visible, what is not a text or a
 * number is left out. Never longer than 300 characters, and never a slice that keeps a longer text alive.
 */
export function oneLine(...parts: readonly (JsonValue | undefined)[]): string {
  let line = ''
  for (const part of parts) {
    const text = typeof part === 'string' ? collapse(part) : typeof part === 'number' ? String(part) : ''
    if (text !== '') line = line === '' ? text : `${line} ${text}`
  }
  // One clean value is given back as it came: a string of its own, not a slice of one.
  return line === parts[0] && line.length <= MAX_HEADLINE ? line : ` ${cut(line)}`.slice(1)
}

/** A label before a value that may be missing: both or nothing. */
export function labelled(label: string, value: JsonValue | undefined): string {
  const line = oneLine(value)
  return line === '' ? '' : `${label} ${line}`
}

function collapse(text: string): string {
  if (text.length <= MAX_HEADLINE && isClean(text)) return text
  const part = text.length > 4 * MAX_HEADLINE ? text.trimStart().slice(0, 4 * MAX_HEADLINE) : text
  return sanitizeLine(part.replace(/\s+/g, ' '))
}

/** Plain ASCII with single blanks between words, as most paths and commands are: nothing to replace. */
function isClean(text: string): boolean {
  let before = BLANK
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > LAST_ASCII || code < BLANK || (code === BLANK && before === BLANK)) return false
    before = code
  }
  return before !== BLANK || text === ''
}

function cut(line: string): string {
  if (line.length <= MAX_HEADLINE) return line
  const last = line.charCodeAt(MAX_HEADLINE - 1)
  const isHalfPair = last >= 0xd800 && last <= 0xdbff
  return line.slice(0, isHalfPair ? MAX_HEADLINE - 1 : MAX_HEADLINE)
}
