import { graphemes } from './graphemes.ts'
import { displayWidth, graphemeWidth } from './width.ts'

/**
 * Lines no wider than `width`. Breaks at spaces, and inside a word only where the word alone does not fit. Indentation
 * at the start of a line is kept. For text without colour codes; takes linear time.
 */
export function wrapText(text: string, width: number): string[] {
  const room = Math.max(1, width)
  const out: string[] = []
  for (const line of text.split('\n')) wrapLine(expandTabs(line), room, out)
  return out
}

/** Tab stops every `TAB` columns from the start of the line. */
export function expandTabs(line: string): string {
  if (!line.includes('\t')) return line
  const [first, ...rest] = line.split('\t')
  let out = first ?? ''
  let column = displayWidth(out)
  for (const part of rest) {
    const gap = TAB - (column % TAB)
    out += ' '.repeat(gap) + part
    column += gap + displayWidth(part)
  }
  return out
}

const TAB = 4

function wrapLine(line: string, width: number, out: string[]): void {
  if (line.length <= width && displayWidth(line) <= width) {
    out.push(line)
    return
  }
  let current = ''
  let used = 0
  for (const word of line.split(/(?<= )(?=[^ ])/)) {
    const wordWidth = displayWidth(word.trimEnd())
    if (used + wordWidth > width && current.trim() !== '') {
      out.push(current.trimEnd())
      current = ''
      used = 0
    }
    if (used + wordWidth <= width) {
      current += word
      used += displayWidth(word)
      continue
    }
    for (const grapheme of graphemes(word)) {
      const next = graphemeWidth(grapheme)
      if (used > 0 && used + next > width) {
        out.push(current.trimEnd())
        current = ''
        used = 0
      }
      current += grapheme
      used += next
    }
  }
  out.push(current.trimEnd())
}
