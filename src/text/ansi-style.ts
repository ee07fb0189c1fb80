/** One of sixteen names, which a reader's theme decides about; a number of the palette of 256, from 16; or red, green, blue. */
export type AnsiColor = AnsiName | number | readonly [red: number, green: number, blue: number]

export const ANSI_NAMES = [
  'black',
  'red',
  'green',
  'yellow',
  'blue',
  'magenta',
  'cyan',
  'white',
  'bright-black',
  'bright-red',
  'bright-green',
  'bright-yellow',
  'bright-blue',
  'bright-magenta',
  'bright-cyan',
  'bright-white',
] as const
export type AnsiName = (typeof ANSI_NAMES)[number]

/** How a run of printed text looks. Concealed text is shown, and nothing blinks. */
export interface AnsiStyle {
  readonly fg?: AnsiColor
  readonly bg?: AnsiColor
  readonly bold?: true
  readonly dim?: true
  readonly italic?: true
  readonly underline?: true
  readonly strike?: true
  readonly inverse?: true
}

export const PLAIN: AnsiStyle = {}

export function isPlain(style: AnsiStyle): boolean {
  return style === PLAIN || keyOf(style) === ''
}

/** Equal for styles that look the same; empty for the plain one. */
export function keyOf(style: AnsiStyle): string {
  const words: string[] = []
  for (const name of ATTRIBUTES) if (style[name]) words.push(name)
  if (style.fg !== undefined) words.push(`fg ${style.fg}`)
  if (style.bg !== undefined) words.push(`bg ${style.bg}`)
  return words.join(' ')
}

const ATTRIBUTES = ['bold', 'dim', 'italic', 'underline', 'strike', 'inverse'] as const
type Attribute = (typeof ATTRIBUTES)[number]

const ON: ReadonlyMap<number, Attribute> = new Map([
  [1, 'bold'],
  [2, 'dim'],
  [3, 'italic'],
  [4, 'underline'],
  [7, 'inverse'],
  [9, 'strike'],
  [21, 'underline'],
])

const OFF: ReadonlyMap<number, readonly Attribute[]> = new Map([
  [22, ['bold', 'dim']],
  [23, ['italic']],
  [24, ['underline']],
  [27, ['inverse']],
  [29, ['strike']],
])

type Draft = { -readonly [Name in keyof AnsiStyle]: AnsiStyle[Name] }

/** The style after `ESC [ parameters m`. Private forms (`>4;2m`) are no colours and change nothing. */
export function applySgr(style: AnsiStyle, parameters: string): AnsiStyle {
  if (!/^[0-9;:]*$/.test(parameters)) return style
  const draft: Draft = { ...style }
  const fields = parameters.split(';')
  for (let at = 0; at < fields.length; ) at += applyField(draft, fields, at)
  return draft
}

/** How many fields were used. */
function applyField(draft: Draft, fields: readonly string[], at: number): number {
  const [first = '', ...inner] = (fields[at] as string).split(':')
  const code = Number(first)
  if (code === 38 || code === 48 || code === 58) {
    const { color, used } = inner.length > 0 ? colonColor(inner) : semicolonColor(fields.slice(at + 1, at + 5))
    if (color !== undefined && code !== 58) draft[code === 38 ? 'fg' : 'bg'] = color
    return 1 + used
  }
  applyCode(draft, code, inner[0])
  return 1
}

function applyCode(draft: Draft, code: number, kind: string | undefined): void {
  if (code === 0) for (const name of Object.keys(draft)) delete draft[name as keyof Draft]
  const attribute = ON.get(code)
  if (attribute && kind === '0') delete draft[attribute]
  else if (attribute) draft[attribute] = true
  for (const name of OFF.get(code) ?? []) delete draft[name]
  if (code === 39) delete draft.fg
  if (code === 49) delete draft.bg
  if (code >= 30 && code <= 37) draft.fg = nameAt(code - 30)
  if (code >= 40 && code <= 47) draft.bg = nameAt(code - 40)
  if (code >= 90 && code <= 97) draft.fg = nameAt(code - 82)
  if (code >= 100 && code <= 107) draft.bg = nameAt(code - 92)
}

interface FoundColor {
  readonly color: AnsiColor | undefined
  /** Fields after the code. */
  readonly used: number
}

/** `38;5;n` and `38;2;r;g;b`. */
function semicolonColor(fields: readonly string[]): FoundColor {
  if (fields[0] === '5') return { color: paletteColor(fields[1]), used: 2 }
  if (fields[0] === '2') return { color: trueColor(fields.slice(1, 4)), used: 4 }
  return { color: undefined, used: 0 }
}

/** `38:5:n`, `38:2:r:g:b` and `38:2:space:r:g:b`. */
function colonColor(parts: readonly string[]): FoundColor {
  if (parts[0] === '5') return { color: paletteColor(parts[1]), used: 0 }
  if (parts[0] === '2') return { color: trueColor(parts.length > 4 ? parts.slice(2, 5) : parts.slice(1, 4)), used: 0 }
  return { color: undefined, used: 0 }
}

function paletteColor(text: string | undefined): AnsiColor | undefined {
  const index = byteOf(text)
  return index !== undefined && index < 16 ? nameAt(index) : index
}

function trueColor([red, green, blue]: readonly string[]): AnsiColor | undefined {
  const color = [byteOf(red), byteOf(green), byteOf(blue)] as const
  return color.every(part => part !== undefined) ? (color as readonly [number, number, number]) : undefined
}

function byteOf(text: string | undefined): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isInteger(value) && value >= 0 && value <= 255 ? value : undefined
}

function nameAt(index: number): AnsiName {
  return ANSI_NAMES[index] as AnsiName
}
