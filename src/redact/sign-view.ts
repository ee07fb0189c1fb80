import { type View, ViewBuilder } from './view.ts'

const SIGNED =
  /(?:^|\n)(?:[+-](?=[A-Za-z0-9"'_.\u00c0-\u024f\u0400-\u04ff])| {0,8}\d{1,7}(?:\u2192|\t| {1,2}[|\u2502] ?|: | {1,2}(?=[A-Za-z]))|[\w./@~-]{1,200}:\d{1,7}:)/g

/**
 * The lines of a text that begin with the sign of a diff or the number of a line, without it. What stands there may be
 * no sign, as in `-p`, and a number that stands alone may count something else, so the text as it is counts too.
 * Undefined where no line begins so.
 */
export function signView(text: string): View | undefined {
  let builder: ViewBuilder | undefined
  for (const match of text.matchAll(SIGNED)) {
    builder ??= new ViewBuilder()
    const start = match.index + match[0].length
    const newline = text.indexOf('\n', start)
    // With the line end, which keeps the lines apart.
    builder.copy(text, start, newline < 0 ? text.length : newline + 1)
  }
  return builder && builder.length > 0 ? builder.build() : undefined
}

const CHANGED = /\[-([^\n]{1,400}?)-\]|\{\+([^\n]{1,400}?)\+\}/g

/** The lines in which `git diff --word-diff` marks words, as they were before and as they are after the change. */
export function wordViews(text: string): readonly View[] {
  if (!text.includes('-]') && !text.includes('+}')) return []
  const before = new ViewBuilder()
  const after = new ViewBuilder()
  let copied = 0
  const copyTo = (end: number) => {
    before.copy(text, copied, end)
    after.copy(text, copied, end)
    copied = end
  }
  for (const match of text.matchAll(CHANGED)) {
    const [whole, old] = match
    const lineEnd = text.indexOf('\n', copied)
    if (lineEnd >= 0 && lineEnd < match.index) {
      copyTo(copied === 0 && before.length === 0 ? 0 : lineEnd + 1)
      copied = Math.max(copied, text.lastIndexOf('\n', match.index) + 1)
    }
    copyTo(match.index)
    copied = match.index + whole.length
    const side = old === undefined ? after : before
    side.copy(text, match.index + 2, copied - 2)
  }
  if (copied === 0) return []
  const lineEnd = text.indexOf('\n', copied)
  copyTo(lineEnd < 0 ? text.length : lineEnd)
  return [before.build(), after.build()]
}
