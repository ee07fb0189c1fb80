import { ANSI_NAMES, type AnsiColor, type AnsiStyle } from '../../text/ansi-style.ts'

/** The few ways a piece of text can look. Colours mean one thing each: accent leads the eye, good and bad judge. */
export type Tone = 'plain' | 'dim' | 'bold' | 'italic' | 'accent' | 'heading' | 'good' | 'bad'

export interface Style {
  /** `printed`: how the program that printed the text wanted it to look. */
  paint(tone: Tone, text: string, printed?: AnsiStyle): string
}

export const plainStyle: Style = { paint: (_tone, text) => text }

const CODES: { readonly [Name in Tone]: readonly [open: string, close: string] } = {
  plain: ['', ''],
  dim: ['\x1b[2m', '\x1b[22m'],
  bold: ['\x1b[1m', '\x1b[22m'],
  italic: ['\x1b[3m', '\x1b[23m'],
  accent: ['\x1b[36m', '\x1b[39m'],
  heading: ['\x1b[1;36m', '\x1b[22;39m'],
  good: ['\x1b[32m', '\x1b[39m'],
  bad: ['\x1b[31m', '\x1b[39m'],
}

export const colorStyle: Style = {
  paint(tone, text, printed) {
    if (text === '') return ''
    if (printed) return `\x1b[${printedCodes(printed).join(';')}m${text}\x1b[0m`
    const [open, close] = CODES[tone]
    return open + text + close
  },
}

const ATTRIBUTE_CODES = [
  ['bold', 1],
  ['dim', 2],
  ['italic', 3],
  ['underline', 4],
  ['inverse', 7],
  ['strike', 9],
] as const

/** Our own codes for the look of a printed text: nothing of what the transcript wrote is passed on. */
function printedCodes(style: AnsiStyle): readonly number[] {
  const codes: number[] = []
  for (const [name, code] of ATTRIBUTE_CODES) if (style[name]) codes.push(code)
  if (style.fg !== undefined) codes.push(...colorCodes(style.fg, 30))
  if (style.bg !== undefined) codes.push(...colorCodes(style.bg, 40))
  return codes
}

/** `base` is 30 for letters, 40 for what is behind them. */
function colorCodes(color: AnsiColor, base: 30 | 40): readonly number[] {
  if (typeof color === 'number') return [base + 8, 5, color]
  if (typeof color !== 'string') return [base + 8, 2, ...color]
  const index = ANSI_NAMES.indexOf(color)
  return [index < 8 ? base + index : base + 52 + index]
}
