import { type View, ViewBuilder } from './view.ts'
import { isDigit } from './wrap.ts'

/**
 * A text without what a program puts at the left of each line: numbers that count the lines, names of files as `grep -n`
 * gives them, the signs of a diff, the sides of a box, the marks of a quote. Only where several lines show that it is no
 * part of the text; undefined where nothing is.
 */
export function layoutView(text: string): View | undefined {
  let builder: ViewBuilder | undefined
  let copied = 0
  for (const block of blocksOf(text)) {
    for (const { start, body, end } of block) {
      builder ??= new ViewBuilder()
      builder.copy(text, copied, start)
      builder.copy(text, body, end)
      copied = lineEnd(text, end)
    }
  }
  if (!builder) return undefined
  builder.copy(text, copied, text.length)
  return builder.build()
}

interface Line {
  readonly start: number
  /** Where its own text begins and ends. */
  readonly body: number
  readonly end: number
}

/** What stands at the left of a line. */
interface Gutter {
  readonly kind: string
  /** Of the line, where it has one. */
  readonly number: number
  readonly body: number
  /** It does not go on with the line before. */
  readonly isFirst?: boolean
}

const MIN_BLOCK = 2

function* blocksOf(text: string): Generator<readonly Line[]> {
  if (!text.includes('\n')) return
  let block: Line[] = []
  let before: Gutter | undefined
  let left = { old: 0, new: 0 }
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    if (left.old > 0 || left.new > 0) {
      left = countDown(left, text.charCodeAt(start))
      if (end > start && left !== NO_HUNK) block.push({ start, body: start + 1, end })
      if (left.old <= 0 && left.new <= 0) {
        yield block
        block = []
      }
    } else {
      const gutter = follow(before, gutterAt(text, start, end, before))
      if (!gutter || gutter.isFirst) {
        if (block.length >= MIN_BLOCK) yield block
        block = []
      }
      before = gutter
      if (gutter) block.push(lineOf(text, start, end, gutter))
      else if (text.startsWith('@@ -', start)) {
        left = hunkAt(text, start, end)
        // Without its signs too, so that it heads no hunk any more.
        if (left !== NO_HUNK) block.push({ start, body: start + 2, end })
      }
    }
    start = end + 1
  }
  if (block.length >= MIN_BLOCK) yield block
}

const NO_HUNK = { old: 0, new: 0 }
const HUNK = /@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/y

/** How many lines of a hunk follow, before and after the change. */
function hunkAt(text: string, start: number, end: number): { readonly old: number; readonly new: number } {
  HUNK.lastIndex = start
  const match = HUNK.exec(text)
  if (!match || HUNK.lastIndex > end) return NO_HUNK
  return { old: Number(match[1] ?? 1), new: Number(match[2] ?? 1) }
}

function countDown(left: { readonly old: number; readonly new: number }, sign: number) {
  if (sign === 43) return { old: left.old, new: left.new - 1 }
  if (sign === 45 && left.old > 0) return { old: left.old - 1, new: left.new }
  // An editor may have taken the space of an empty line; `\ No newline at end of file` counts as none.
  if (sign === 32 || sign === 10) return { old: left.old - 1, new: left.new - 1 }
  return sign === 92 ? left : NO_HUNK
}

/** The gutter with what the line before says about it. */
function follow(before: Gutter | undefined, gutter: Gutter | undefined): Gutter | undefined {
  if (!before || !gutter) return gutter && { ...gutter, isFirst: true }
  // A long line that a program itself has wrapped has no number again.
  if (before.kind === 'bar' && gutter.kind === 'box') return { ...before, body: gutter.body, isFirst: false }
  return isNext(before, gutter) ? gutter : { ...gutter, isFirst: true }
}

function isNext(before: Gutter, gutter: Gutter): boolean {
  if (before.kind !== gutter.kind) return false
  if (gutter.kind === 'box' || gutter.kind === 'quote') return true
  // `grep` leaves lines out, and names one again for each hit in it; what counts in steps of one is a number of a line
  // whatever stands behind it.
  const step = gutter.number - before.number
  if (gutter.kind.startsWith('file')) return step >= 0
  return gutter.kind === 'arrow' ? step > 0 : step === 1
}

function lineOf(text: string, start: number, end: number, { kind, body }: Gutter): Line {
  if (kind !== 'box' && kind !== 'bar') return { start, body: Math.min(body, end), end }
  let right = end
  while (right > body && isSpaceOrReturn(text.charCodeAt(right - 1))) right--
  if (right > body && isSide(text.charCodeAt(right - 1))) {
    right--
    while (right > body && isSpaceOrReturn(text.charCodeAt(right - 1))) right--
    return { start, body: Math.min(body, right), end: right }
  }
  return { start, body: Math.min(body, end), end }
}

/** After what was left out at the right side. */
function lineEnd(text: string, end: number): number {
  const newline = text.indexOf('\n', end)
  return newline < 0 ? text.length : newline
}

function gutterAt(text: string, start: number, end: number, before: Gutter | undefined): Gutter | undefined {
  let at = start
  while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) && at < start + 16) at++
  const code = text.charCodeAt(at)
  if (isDigit(code)) return numberAt(text, at, end)
  if (isSide(code)) return { kind: 'box', number: 0, body: skipSpace(text, at + 1) }
  if (code === 62 && at === start) return { kind: 'quote', number: 0, body: skipSpace(text, at + 1) }
  if (at !== start || !isPathStart(code)) return undefined
  // Of a file there are several lines, which begin alike.
  return before?.kind.startsWith('file') || beginAlike(text, start, end + 1) ? fileAt(text, start, end) : undefined
}

function beginAlike(text: string, one: number, other: number): boolean {
  for (let i = 0; i < 3; i++) if (text.charCodeAt(one + i) !== text.charCodeAt(other + i)) return false
  return true
}

function numberAt(text: string, at: number, end: number): Gutter | undefined {
  let to = at
  while (to < end && to < at + 8 && isDigit(text.charCodeAt(to))) to++
  const number = Number(text.slice(at, to))
  const code = text.charCodeAt(to)
  if (code === 0x2192) return { kind: 'arrow', number, body: to + 1 }
  if (code === 9) return { kind: 'tab', number, body: to + 1 }
  if (code === 58 || code === 45)
    return { kind: 'colon', number, body: text.charCodeAt(to + 1) === 32 ? to + 2 : to + 1 }
  if (to >= end) return undefined
  let bar = to
  while (bar < end && bar < to + 4 && text.charCodeAt(bar) === 32) bar++
  if (isSide(text.charCodeAt(bar)) || text.charCodeAt(bar) === 124)
    return { kind: 'bar', number, body: skipSpace(text, bar + 1) }
  return bar > to ? { kind: 'space', number, body: bar } : undefined
}

const FILE = /(?:([\w./@~-]{1,200}):(\d{1,7}):|([\w/@~-]{0,100}[./][\w./@~-]{1,100}?)-(\d{1,7})-)/y

/** `src/app.ts:12:` as of `grep -n`, and `src/app.ts-13-` of the lines around. */
function fileAt(text: string, start: number, end: number): Gutter | undefined {
  FILE.lastIndex = start
  const match = FILE.exec(text)
  if (!match || FILE.lastIndex > end) return undefined
  // What is left out is not looked through: a folder of a person must stay. `signView` reads such lines too.
  if (/(?:home|users)\//i.test(match[0])) return undefined
  return { kind: `file ${match[1] ?? match[3]}`, number: Number(match[2] ?? match[4]), body: FILE.lastIndex }
}

function isPathStart(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 46 || code === 47 || code === 95
}

function isSide(code: number): boolean {
  return code === 0x2502 || code === 0x2503
}

function isSpaceOrReturn(code: number): boolean {
  return code === 32 || code === 13
}

function skipSpace(text: string, at: number): number {
  return text.charCodeAt(at) === 32 ? at + 1 : at
}
