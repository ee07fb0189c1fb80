import { sanitizeLine } from '../../../text/sanitize.ts'
import { cutToWidth } from '../../../text/width.ts'
import { wrapText } from '../../../text/wrap.ts'
import type { Look } from './draw.ts'
import { joinFitting, paint } from './paint.ts'
import { listedRows, type Message, type ScreenState, type Size } from './state.ts'

const QUERY_HINTS = ['Enter read', '↓ list', 'ctrl-r resume', 'ctrl-p pin', 'ctrl-y copy id', 'Esc clear']
const HOME_HINTS = ['Enter read', '↓ list', '? help', 'ctrl-r resume', 'ctrl-p pin', 'ctrl-y copy id', 'Esc quit']
const LIST_HINTS = ['Enter read', 'r resume', 'p pin', 'y copy id', '/ search', '? help', 'q quit']
const NOTHING_HINTS = ['Esc clear', 'ctrl-w clear a word', 'ctrl-c quit']

const MAX_LINES = 3

/** What was just done or went wrong, on as many lines as that needs; else the keys that do something now. */
export function drawFooter(state: ScreenState, { colors }: Look): readonly string[] {
  const { message, size } = state
  if (message) {
    const style = message.isProblem ? colors.red : colors.green
    return wrapMessage(message, size).map(line => paint([{ text: line, style }], size.columns))
  }
  return [paint([{ text: joinFitting(hintsFor(state), size.columns), style: colors.dim }], size.columns)]
}

function wrapMessage({ text }: Message, { columns, rows }: Size): readonly string[] {
  const max = Math.max(1, Math.min(MAX_LINES, rows - 2))
  const lines = wrapText(sanitizeLine(text), columns).map(line => line.trimEnd())
  if (lines.length <= max) return lines
  return [...lines.slice(0, max - 1), cutToWidth(lines.slice(max - 1).join(' '), columns)]
}

function hintsFor(state: ScreenState): readonly string[] {
  if (state.focus === 'list') return LIST_HINTS
  if (state.line.text === '') return HOME_HINTS
  return listedRows(state).length === 0 ? NOTHING_HINTS : QUERY_HINTS
}
