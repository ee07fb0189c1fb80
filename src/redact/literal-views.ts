import { undoEscapes, undoOneLevel } from './plain-view.ts'
import type { View } from './view.ts'

/** A quote or an escape, with all of its backslashes. */
const QUOTE_OR_ESCAPE = /\\+(?:["nt]|u[0-9a-fA-F]{4})|"/g
const MIN_LITERAL = 8
/** Strings inside of strings, as JSON inside of JSON has them. */
const MAX_OPEN = 8

interface Open {
  /** Backslashes before its quotes. */
  readonly slashes: number
  readonly start: number
  hasEscapes: boolean
}

/**
 * What is written as a string of JSON or of a program, each string alone and without its escapes: what stands at the
 * beginning of a line in it has a quote before it here. `takesAll`: also what has no escape and stands
 * in no other string.
 */
export function addLiteralViews(text: string, takesAll: boolean, views: View[]): void {
  if (!text.includes('"') || !(takesAll || text.includes('\\'))) return
  const open: Open[] = []
  QUOTE_OR_ESCAPE.lastIndex = 0
  for (let match = QUOTE_OR_ESCAPE.exec(text); match !== null; match = QUOTE_OR_ESCAPE.exec(text)) {
    const end = QUOTE_OR_ESCAPE.lastIndex
    if (text.charCodeAt(end - 1) !== 34) {
      const inner = open.at(-1)
      if (inner) inner.hasEscapes = true
      continue
    }
    const slashes = end - match.index - 1
    const outer = open.findLastIndex(one => one.slashes <= slashes)
    open.length = outer + 1
    const same = open[outer]
    if (same && same.slashes < slashes) same.hasEscapes = true
    if (same?.slashes !== slashes) {
      if (open.length < MAX_OPEN) open.push({ slashes, start: end, hasEscapes: false })
      continue
    }
    open.pop()
    addLiteral(text, same, match.index, takesAll, views)
  }
}

/** Several words, a language that writes no spaces, or a name with a value. */
const WORDS = /[^!-~]|[=:]/

function addLiteral(text: string, one: Open, end: number, takesAll: boolean, views: View[]): void {
  const { slashes, start, hasEscapes } = one
  if (end - start < MIN_LITERAL) return
  const isText = hasEscapes || ((takesAll || slashes > 0) && WORDS.test(text.slice(start, end)))
  if (!isText) return
  const view = undoOneLevel(text, start, end, slashes)
  views.push(view)
  if (view.text.includes('\\')) views.push(undoEscapes(text, start, end))
}
