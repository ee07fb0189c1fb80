import { head } from '../../text/head.ts'
import { ownHead } from '../facts/own-head.ts'

const MAX_CHARS = 1000
const HEAD_CHARS = 500
/** A head that ends with a line is at least this long. */
const MIN_HEAD = 250
const LINE_CHARS = 200
/** Of a line this much is looked at. */
const NEAR_CHARS = 400
const LAST_LINES = 3
const LAST_CHARS = 200
const GAP = '…'
const TELLS =
  /error|exception|fail|fatal|panic|traceback|cannot|can't|could not|unable|denied|refused|not found|no such|undefined|timed? ?out|not ok|[✗✘✖×]/i

/**
 * What is kept of an error text: its head, of the rest the lines that tell what went wrong, and the last lines, where test
 * runs sum up. Never longer than 1,000 characters; what was left out between is one line of `…`.
 */
export function excerptError(text: string): string {
  if (text.length <= MAX_CHARS) return ownHead(text, MAX_CHARS)
  const headEnd = findHeadEnd(text)
  const end = readEnd(text, headEnd)
  const start = text.slice(0, headEnd)
  const middle = readTelling(text, { from: headEnd, to: end.start, chars: MAX_CHARS - start.length - end.chars - 4 })
  return [start, GAP, ...middle, ...(middle.length === 0 ? [] : [GAP]), ...end.lines].join('\n')
}

function findHeadEnd(text: string): number {
  const lineEnd = text.lastIndexOf('\n', HEAD_CHARS)
  if (lineEnd >= MIN_HEAD) return lineEnd
  return isHighSurrogate(text, HEAD_CHARS - 1) ? HEAD_CHARS - 1 : HEAD_CHARS
}

function isHighSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 0xd800 && code <= 0xdbff
}

interface End {
  readonly lines: readonly string[]
  /** With a line break before each. */
  readonly chars: number
  readonly start: number
}

/** The last lines that say something; the very last one is cut rather than left out. */
function readEnd(text: string, from: number): End {
  const lines: string[] = []
  let chars = 0
  let start = text.length
  while (start > from && lines.length < LAST_LINES) {
    const before = Math.max(from, text.lastIndexOf('\n', start - 1))
    const line = cutLine(text, before, start)
    if (line !== '' && lines.length > 0 && chars + line.length >= LAST_CHARS) break
    if (line !== '') {
      lines.unshift(line)
      chars += line.length + 1
    }
    start = before
  }
  return { lines, chars, start }
}

function readTelling(text: string, part: { from: number; to: number; chars: number }): readonly string[] {
  const lines = new Set<string>()
  let { from, chars } = part
  while (from < part.to && chars > 0) {
    const next = text.indexOf('\n', from + 1)
    const to = next < 0 || next > part.to ? part.to : next
    const line = cutLine(text, from, to)
    if (TELLS.test(line) && !lines.has(line) && line.length < chars) {
      lines.add(line)
      chars -= line.length + 1
    }
    from = to
  }
  return [...lines]
}

/** From a line break on, without it: the first 200 characters that are not blank. */
function cutLine(text: string, from: number, to: number): string {
  const near = head(text.slice(from, Math.min(to, from + NEAR_CHARS + 1)), NEAR_CHARS)
  return head(near.trim(), LINE_CHARS).trimEnd()
}
