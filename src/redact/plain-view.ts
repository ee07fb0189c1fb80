import { parseHex } from './loose-match.ts'

/** A text read another way, and where each of its characters stands in the original. */
export interface PlainView {
  readonly text: string
  /** One longer than the text. */
  readonly places: readonly number[]
}

/** A part of a text with JSON escapes undone, however often they were done. */
export function undoEscapes(text: string, from: number, to: number): PlainView {
  const places: number[] = []
  let plain = ''
  let at = from
  while (at < to) {
    const slash = text.indexOf('\\', at)
    const stop = slash < 0 || slash > to ? to : slash
    plain += text.slice(at, stop)
    for (; at < stop; at++) places.push(at)
    if (at >= to) break
    let end = at
    while (end < to && text[end] === '\\') end++
    const char = text[end]
    places.push(at)
    if (end < to && char !== undefined && '"\'`/'.includes(char)) {
      plain += char
      at = end + 1
    } else if (end < to && (char === 'n' || char === 'r' || char === 't')) {
      plain += char === 'n' ? '\n' : char === 'r' ? '\r' : '\t'
      at = end + 1
    } else if (end < to && char === 'u' && parseHex(text, end + 1, 4) >= 0) {
      plain += String.fromCharCode(parseHex(text, end + 1, 4))
      at = end + 5
    } else {
      plain += '\\'
      at = end
    }
  }
  places.push(to)
  return { text: plain, places }
}

const LINE_START = /^[ \t]*(?:(?:[│┃|>+\-#*]|\/\/|\d{1,7}(?:[→│┃|:]|(?=[ \t])))[ \t]*){0,3}/

/**
 * A text with its line wraps taken out: the line end, the right side of a box, indentation, and at the left the kind
 * of mark that the line before has too. Undefined where nothing was taken out.
 */
export function undoWraps(view: PlainView): PlainView | undefined {
  const lines = view.text.split('\n')
  if (lines.length < 2) return undefined
  const places: number[] = []
  let plain = ''
  let at = 0
  let before = ''
  for (const [number, line] of lines.entries()) {
    const mark = LINE_START.exec(line)?.[0] ?? ''
    const isSame = kindOfMark(mark) === kindOfMark(before)
    const skipped = number === 0 ? 0 : isSame ? mark.length : (/^[ \t]*/.exec(line)?.[0].length ?? 0)
    const isLast = number === lines.length - 1
    const body = line.slice(skipped)
    const kept = isLast ? body : body.replace(/(?:[ \t]{0,99}[│┃|])?[ \t\r]{0,99}\\?$/, '')
    plain += kept
    for (let i = 0; i < kept.length; i++) places.push(view.places[at + skipped + i] as number)
    at += line.length + 1
    before = mark
  }
  places.push(view.places[view.text.length] as number)
  return { text: plain, places }
}

function kindOfMark(mark: string): string {
  return mark.replaceAll(/[ \t]/g, '').replaceAll(/\d+/g, '1')
}
