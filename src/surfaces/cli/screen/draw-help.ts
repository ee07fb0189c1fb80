import { displayWidth, padEndToWidth } from '../../../text/width.ts'
import type { Look } from './draw.ts'
import type { HelpLine } from './help.ts'
import type { Key } from './keys.ts'
import { joinFitting, paint } from './paint.ts'
import type { Size } from './state.ts'

const HINTS = ['↓ ↑ scroll', 'any other key closes']

/** Keys and what they do, from line `top` on, as tall as the screen. */
export function drawHelp(
  help: readonly HelpLine[],
  { size, top, look }: { readonly size: Size; readonly top: number; readonly look: Look },
): readonly string[] {
  const height = helpHeight(size)
  const keyWidth = help.reduce((width, { key }) => Math.max(width, displayWidth(key ?? '')), 0)
  const lines = help.slice(top, top + height).map(line => drawLine(line, keyWidth, look, size.columns))
  const space = Array.from({ length: height - lines.length }, () => '')
  const footer = paint([{ text: joinFitting(HINTS, size.columns), style: look.colors.dim }], size.columns)
  return [...lines, ...space, footer]
}

function drawLine({ title, key, says }: HelpLine, keyWidth: number, { colors }: Look, columns: number): string {
  if (key === undefined) return paint([{ text: title ?? '', style: colors.bold }], columns)
  const name = { text: padEndToWidth(key, keyWidth), style: colors.yellow }
  return paint([{ text: '  ' }, name, { text: `  ${says ?? ''}` }], columns)
}

/** Where the help goes with a key: arrows move it, any other one closes it (undefined). */
export function scrollHelp(
  help: readonly HelpLine[],
  { size, top }: { readonly size: Size; readonly top: number },
  key: Key,
): number | undefined {
  const by = SCROLLS.get(key.kind === 'press' ? key.name : key.text)
  if (by === undefined) return undefined
  const page = helpHeight(size)
  const to = top + (Math.abs(by) === 1 ? by : Math.sign(by) * page)
  return Math.max(0, Math.min(help.length - page, to))
}

/** Lines for it: all but the keys at the bottom. */
function helpHeight({ rows }: Size): number {
  return Math.max(1, rows - 1)
}

const SCROLLS: ReadonlyMap<string, number> = new Map([
  ['up', -1],
  ['down', 1],
  ['k', -1],
  ['j', 1],
  ['page-up', -2],
  ['page-down', 2],
  [' ', 2],
])
