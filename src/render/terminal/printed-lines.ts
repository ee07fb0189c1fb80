import { type AnsiRun, parseAnsi } from '../../text/ansi.ts'
import { isPlain } from '../../text/ansi-style.ts'
import { displayWidth } from '../../text/width.ts'
import { expandTabs } from '../../text/wrap.ts'
import { type Line, printedSpan, safeSpan, wrapLine } from './line.ts'
import type { Tone } from './style.ts'
import { textLines } from './text-lines.ts'

/** What a program printed, wrapped, in its own colours; `tone` where it has none. Empty lines at both ends go. */
export function* printedLines(text: string, width: number, tone: Tone = 'plain'): Iterable<Line> {
  const runs = parseAnsi(text)
  if (runs.every(run => isPlain(run.style))) return yield* textLines(runs.map(run => run.text).join(''), width, tone)
  let empty = 0
  let isFirst = true
  for (const line of splitLines(runs)) {
    if (line.every(run => run.text.trim() === '')) {
      empty++
      continue
    }
    for (; empty > 0; empty--) if (!isFirst) yield []
    isFirst = false
    yield* wrapLine(toSpans(line, tone), width)
  }
}

/** Lines of runs, as they come. */
function* splitLines(runs: readonly AnsiRun[]): Iterable<readonly AnsiRun[]> {
  let line: AnsiRun[] = []
  for (const { text, style } of runs) {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      if (end > from) line.push({ text: text.slice(from, end), style })
      yield line
      line = []
      from = end + 1
    }
    if (from < text.length) line.push({ text: text.slice(from), style })
  }
  yield line
}

/** Tab stops count from the start of the line, not of the run. */
function toSpans(line: readonly AnsiRun[], tone: Tone): Line {
  let column = 0
  return line.map(({ text, style }) => {
    const pad = ' '.repeat(column % TAB)
    const expanded = text.includes('\t') ? expandTabs(pad + text).slice(pad.length) : text
    column += displayWidth(expanded)
    return isPlain(style) ? safeSpan(expanded, tone) : printedSpan(expanded, style)
  })
}

/** As `expandTabs` has it. */
const TAB = 4
