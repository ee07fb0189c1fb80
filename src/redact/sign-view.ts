import { type View, ViewBuilder } from './view.ts'

const SIGNED =
  /(?:^|\n)(?:[+-](?=(?: {2,40}|\t{1,9})?[A-Za-z0-9"'_.\u00c0-\u024f\u0400-\u04ff])| {0,8}\d{1,7}(?:\u2192|\t| {1,2}[|\u2502] ?|: | {1,2}(?=[A-Za-z]))|[\w./@~-]{1,200}:\d{1,7}:)/g

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

/** What gives a changed word its meaning may stand so far before it. */
const BEFORE = 1000

/** What `git diff --word-diff` marks, with what stands around it, as it was before and as it is after the change. */
export function wordViews(text: string): readonly View[] {
  if (!text.includes('-]') && !text.includes('+}')) return []
  const before = new ViewBuilder()
  const after = new ViewBuilder()
  let copied = 0
  const copy = (from: number, to: number) => {
    before.copy(text, from, to)
    after.copy(text, from, to)
  }
  for (const { 0: whole, 1: old, index } of text.matchAll(CHANGED)) {
    const newline = text.indexOf('\n', copied)
    const lineEnd = newline < 0 ? text.length : newline + 1
    // Of what stands between two changes far apart only the ends count.
    const first = index - BEFORE
    if (first > lineEnd) {
      if (copied > 0) copy(copied, lineEnd)
      copy(Math.max(lineEnd, text.lastIndexOf('\n', first) + 1), index)
    } else copy(copied, index)
    copied = index + whole.length
    const side = old === undefined ? after : before
    side.copy(text, index + 2, copied - 2)
  }
  if (copied === 0) return []
  const newline = text.indexOf('\n', copied)
  copy(copied, newline < 0 ? text.length : newline)
  return [before.build(), after.build()]
}
