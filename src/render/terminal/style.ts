/** The few ways a piece of text can look. Colours mean one thing each: accent leads the eye, good and bad judge. */
export type Tone = 'plain' | 'dim' | 'bold' | 'italic' | 'accent' | 'heading' | 'good' | 'bad'

export interface Style {
  paint(tone: Tone, text: string): string
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
  paint(tone, text) {
    const [open, close] = CODES[tone]
    return text === '' ? '' : open + text + close
  },
}
