/** Which values can still be read in a redacted session, in any form a reader could undo. */

const WINDOW = 12

/** Of these values, those that strings of `redacted` still hold as a whole or, where they are long, in part. */
export function listReadable(redacted: unknown, values: readonly string[]): ReadonlySet<string> {
  const text = readAll(redacted)
  const readable = new Set<string>()
  const owners = new Map<string, string>()
  for (const value of values) {
    for (const part of listParts(value)) {
      if (part.length === WINDOW) owners.set(part, value)
      else if (text.includes(part)) readable.add(value)
    }
  }
  for (let at = 0; at + WINDOW <= text.length; at++) {
    const owner = owners.get(text.slice(at, at + WINDOW))
    if (owner !== undefined) readable.add(owner)
  }
  return readable
}

/** Every string as written, without line ends, with escapes undone and decoded. */
function readAll(redacted: unknown): string {
  const strings: string[] = []
  collect(redacted, strings)
  const raw = strings.join('\u0000')
  const once = unescapeJson(raw)
  const forms = [raw, once, unescapeJson(once), decodeUrl(raw)].filter((form, at, all) => all.indexOf(form) === at)
  const decoded = strings.flatMap(decodeAll)
  return [...forms, ...forms.map(form => form.replace(/\s+|\\n/g, '')), decodeBase64(raw), ...decoded].join('\u0000')
}

const ESC = '\u001b'
const COLOURS = new RegExp(`(?:${ESC}|\\\\+u001b)(?:\\[[0-9;]*[mK]|\\]8;;[^${ESC}\\\\]*${ESC}\\\\)`, 'g')
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const LEFT = /^(?:[ \t]*\d+(?:→|\t|: | +│ )|[+-])/gm
const NUMBERS = /(?:\\+(?:u00|x)[0-9a-fA-F]{2})/g
const DUMP_LINE = /^[0-9a-f]{8}: ((?:[0-9a-f]{2,4} ){1,8}).*\n?/gm

/** What a reader would try, one thing after another. */
const DECODERS: readonly ((text: string) => string)[] = [
  text => text.replace(COLOURS, '').replace(INVISIBLE, ''),
  text => text.replace(LEFT, ''),
  text => text.replace(NUMBERS, code => String.fromCharCode(Number.parseInt(code.slice(-2), 16))),
  text => decodeUrl(text),
  text => (text.includes('%') ? text.replaceAll('+', ' ') : text),
  text => text.replace(/\n/g, ''),
  unescapeJson,
  text => text.replace(/[0-9a-fA-F]{16,}/g, digits => Buffer.from(digits, 'hex').toString('latin1')),
  text =>
    text.replace(DUMP_LINE, (_, digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex').toString('latin1')),
  text => (/[A-Za-z0-9+/_-]{16,}/.test(text) ? decodeBase64(text) : text),
]
const MAX_FORMS = 40
const MAX_LENGTH = 20_000

function decodeAll(text: string): readonly string[] {
  const forms = new Set([text])
  if (text.length > MAX_LENGTH) return []
  for (const form of forms) {
    for (const decode of DECODERS) if (forms.size < MAX_FORMS) forms.add(decode(form))
  }
  forms.delete(text)
  return [...forms]
}

/** A short value as a whole; of a long one, any part long enough to be no accident. */
function listParts(secret: string): readonly string[] {
  const lines = secret.split('\n').filter(line => line.length >= WINDOW || line === secret)
  return lines.flatMap(line => (line.length < 2 * WINDOW ? [line] : cutWindows(line)))
}

function cutWindows(line: string): readonly string[] {
  const parts: string[] = []
  for (let at = WINDOW; at + WINDOW <= line.length; at += WINDOW / 2) parts.push(line.slice(at, at + WINDOW))
  return parts
}

function collect(value: unknown, strings: string[]): void {
  if (typeof value === 'string') strings.push(value)
  else if (Array.isArray(value)) for (const item of value) collect(item, strings)
  else if (value !== null && typeof value === 'object') {
    for (const [name, item] of Object.entries(value)) {
      strings.push(name)
      collect(item, strings)
    }
  }
}

function unescapeJson(text: string): string {
  return text.replace(/\\(["\\/nrt])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? letter)
}

export function decodeUrl(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, codes => {
    try {
      return decodeURIComponent(codes)
    } catch {
      return codes
    }
  })
}

function decodeBase64(text: string): string {
  const runs = text.match(/[A-Za-z0-9+/_-]{16,}/g) ?? []
  const decode = (run: string) => [0, 1, 2, 3].map(cut => Buffer.from(run.slice(cut), 'base64').toString('latin1'))
  return runs.flatMap(decode).join('\u0000')
}
