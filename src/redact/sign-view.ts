import { type View, ViewBuilder } from './view.ts'

const SIGNED = /(?:^|\n)([+-])(?=[A-Za-z0-9"'_.\u00c0-\u024f\u0400-\u04ff])/g

/**
 * The lines of a text that begin with the sign of a diff, without it. What stands there may be no sign, as in `-p`, so
 * the text as it is counts too. Undefined where no line begins so.
 */
export function signView(text: string): View | undefined {
  if (!/^[+-]|\n[+-]/.test(text)) return undefined
  const builder = new ViewBuilder()
  for (const match of text.matchAll(SIGNED)) {
    const start = match.index + match[0].length
    const newline = text.indexOf('\n', start)
    // With the line end, which keeps the lines apart.
    builder.copy(text, start, newline < 0 ? text.length : newline + 1)
  }
  return builder.length === 0 ? undefined : builder.build()
}
