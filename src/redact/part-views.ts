import { eachPercentPart, isForm, undoPercent } from './encoded-views.ts'
import { addLiteralViews } from './literal-views.ts'
import { type View, ViewBuilder } from './view.ts'

/**
 * Parts of a text that are texts of their own: strings of JSON, parameters of a URL, what is written for a page. What
 * stands at the beginning of a line in them does not in the text. `isDecoded`: it stood in something encoded itself.
 */
export function partViews(text: string, isDecoded: boolean): readonly View[] {
  const views: View[] = []
  addLiteralViews(text, isDecoded, views)
  if (text.includes('%')) {
    eachPercentPart(text, (start, end) => addParameters(text, start, end, isForm(text, start, end), views))
  }
  if (text.includes('+')) addFormViews(text, views)
  if (text.includes('&') || text.includes('</')) addEntityViews(text, views)
  return views
}

/** What a parameter says may be a text of its own, with its first line right behind the `=`. */
function addParameters(text: string, from: number, to: number, hasPlus: boolean, views: View[]): void {
  for (let at = from; at < to; ) {
    let end = at
    while (end < to && text.charCodeAt(end) !== 38 && text.charCodeAt(end) !== 63) end++
    const sign = text.indexOf('=', at)
    if (sign >= 0 && sign + MIN_PARAMETER < end && ESCAPES.test(text.slice(sign + 1, end))) {
      views.push(undoPercent(text, sign + 1, end, hasPlus))
    }
    at = end + 1
  }
}

const MIN_PARAMETER = 8
const ESCAPES = /[%+]/

const FORM = /(?<![^\s?&"'])[\w.[\]-]{1,40}=[^\s%+&"'<>\\]{1,200}\+[^\s%"'<>\\]+(?![^\s"'<>\\])/g

/** What a form sends, with `+` for each space and nothing else that had to be escaped. */
function addFormViews(text: string, views: View[]): void {
  for (const { 0: form, index } of text.matchAll(FORM)) addParameters(text, index, index + form.length, true, views)
}

/** An escape, or a tag that stands around text. */
const ENTITY =
  /&(?:amp;){0,3}(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,5})|#[xX]([0-9a-fA-F]{1,4}));|<\/?(?:a|b|br|code|dd|div|em|h[1-6]|i|kbd|li|p|pre|samp|span|strong|td|th|tr|tt|u)\b[^<>\n]{0,200}>/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

const BEFORE = 200
const AFTER = 500
const MAX_LINE = 4000

/** Around the characters that are written for a page, the lines they stand in. */
function addEntityViews(text: string, views: View[]): void {
  let builder: ViewBuilder | undefined
  let copied = 0
  const close = () => {
    if (!builder) return
    const end = lineEnd(text, copied)
    builder.copy(text, copied, end)
    views.push(builder.build())
    builder = undefined
  }
  for (const match of text.matchAll(ENTITY)) {
    const { index } = match
    if (index > copied + AFTER) close()
    if (!builder) {
      builder = new ViewBuilder()
      copied = lineStart(text, index, copied)
    }
    builder.copy(text, copied, index)
    copied = index + match[0].length
    builder.put(entityOf(match), index, copied)
  }
  close()
}

function entityOf([whole, name, digits, hex]: RegExpExecArray): string {
  if (name !== undefined) return ENTITIES[name] ?? whole
  // A tag parts what it stands between.
  if (whole.startsWith('<')) return '\n'
  const code = digits !== undefined ? Number(digits) : Number.parseInt(hex ?? '', 16)
  return String.fromCharCode(code)
}

function lineStart(text: string, at: number, min: number): number {
  const first = Math.max(min, at - MAX_LINE)
  const newline = text.lastIndexOf('\n', at - BEFORE)
  return newline < first ? first : newline + 1
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at + AFTER)
  return Math.min(newline < 0 ? text.length : newline, at + MAX_LINE)
}
