import { type View, ViewBuilder } from './view.ts'

/**
 * A text as a terminal or a page shows it: without colours, other sequences of the terminal, links, and characters
 * nobody sees. Undefined where there is none of these.
 */
export function shownView(text: string): View | undefined {
  const hasEscapes =
    text.includes('\u001b') || text.includes('\u009b') || (text.includes('\\') && WRITTEN_START.test(text))
  if (!hasEscapes && !((text.includes('\u00ad') || INVISIBLE.test(text)) && INVISIBLE_INSIDE.test(text)))
    return undefined
  const builder = new ViewBuilder()
  let at = 0
  for (const match of text.matchAll(UNSEEN)) {
    builder.copy(text, at, match.index)
    at = match.index + match[0].length
    const moved = movedBy(match[0])
    if (moved !== '') builder.put(moved, match.index, at)
  }
  if (at === 0) return undefined
  builder.copy(text, at, text.length)
  return builder.build()
}

/** What a sequence leaves on the screen that moves the cursor: to the right as spaces do, or elsewhere. */
function movedBy(sequence: string): string {
  const isMove = /^(?:\u001b\[|\u009b)[0-9;]*[A-HJdf]$/.exec(sequence)
  if (!isMove) return ''
  return /[CG]$/.test(sequence) ? ' ' : '\n'
}

/** Sequences of a terminal: CSI, links and titles (OSC), other strings, and those of two characters. */
const TERMINAL = String.raw`(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|\u001b\][^\u0007\u001b\n]{0,2000}(?:\u0007|\u001b\\)|\u001b[PX^_][^\u001b\n]{0,2000}\u001b\\|\u001b[ -/]{0,4}[0-Z\\^-~]`
/** The same as text, as JSON and the sources of programs have them. */
const WRITTEN = String.raw`\\{1,8}(?:u001[bB]|x1[bB]|033|e)(?:\[[0-9;:?]{0,64}[A-Za-z]|\]8;[^\\\u0007\n]{0,2000}\\{1,8}(?:u001[bB]|x1[bB]|033|e|u0007|x07|a)\\{0,8})`
const UNSEEN = new RegExp(`${TERMINAL}|${WRITTEN}|\\p{Default_Ignorable_Code_Point}+`, 'gu')

const WRITTEN_START = /\\(?:u001[bB]|x1[bB]|033|e)[[\]]/

/** A cheap test, for a few characters more than are invisible; a text of one byte to a character has none of them. */
const INVISIBLE = new RegExp(
  '[\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
    '\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufff8\\ud82f\\ud834\\udb40-\\udb43]',
)
/** Those beside emoji hide nothing. */
const INVISIBLE_INSIDE = /[!-~]\p{Default_Ignorable_Code_Point}+[ -~]|[ -~]\p{Default_Ignorable_Code_Point}+[!-~]/u
