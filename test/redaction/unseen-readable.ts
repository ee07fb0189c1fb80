/** Whether a value can still be read in a redacted line, by somebody who undoes what can be undone. */

const DEEP = 3
const WINDOW = 12
const MOST_VIEWS = 400
/** Says no more than that a key ended here. */
const ARMOUR_END = /\n-----END [\w ]+-----$/

/** The value, or twelve characters of its drawn part, in any view of the strings of `entry`. */
export function isReadable(entry: unknown, value: string, publicLength: number): boolean {
  const parts = listParts(squeeze(value.replace(ARMOUR_END, '')), publicLength)
  return listViews(entry).some(view => {
    const squeezed = squeeze(view)
    return parts.some(part => squeezed.includes(part))
  })
}

function listParts(value: string, publicLength: number): readonly string[] {
  if (value.length - publicLength < 2 * WINDOW) {
    const drawn = value.slice(publicLength)
    return drawn.length >= WINDOW ? [drawn] : [value]
  }
  const step = value.length > 300 ? 6 : 1
  const parts: string[] = []
  for (let at = publicLength; at + WINDOW <= value.length; at += step) parts.push(value.slice(at, at + WINDOW))
  return parts
}

/** Without spaces and line ends, which a wrap may have put in. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, '')
}

function listViews(entry: unknown): readonly string[] {
  const strings: string[] = []
  collect(entry, strings)
  const views = new Set(strings)
  let latest: readonly string[] = [...views]
  for (let depth = 0; depth < DEEP; depth++) {
    const next: string[] = []
    for (const view of latest) {
      for (const undo of UNDOINGS) {
        const undone = undo(view)
        if (undone === view || undone === '' || views.has(undone) || views.size > MOST_VIEWS) continue
        views.add(undone)
        next.push(undone)
      }
    }
    latest = next
  }
  return [...views]
}

const UNDOINGS: readonly ((text: string) => string)[] = [
  undoMarks,
  undoEscapes,
  undoUrl,
  undoEntities,
  text => decodeRuns(text, /[A-Za-z0-9+/_-]{12,}(?:\n[A-Za-z0-9+/_-]{4,})*={0,2}/g, 'base64'),
  text => decodeRuns(text, /[0-9a-f]{16,}(?:\n[0-9a-f]+)*/gi, 'hex'),
  undoDump,
]

/** Colours, what has no width, numbers and signs before lines. */
function undoMarks(text: string): string {
  return text
    .replace(/\u001b\[[0-9;]*[mK]/g, '')
    .replace(/\p{Cf}/gu, '')
    .replace(/^ *\d+(?:→|\t| *│ )|^conf\/app\.txt:\d+:/gm, '')
    .replace(/^[+-]/gm, '')
}

function undoEscapes(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|(["\\/nrt]))/g, (_, code: string | undefined, letter = '') =>
    code === undefined ? (LETTERS[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
const LETTERS: { readonly [letter: string]: string } = { n: '\n', r: '\r', t: '\t' }

function undoUrl(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, codes => Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'))
}

function undoEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** Only what could be decoded, with a border between the runs. */
function decodeRuns(text: string, pattern: RegExp, encoding: 'base64' | 'hex'): string {
  const runs = text.match(pattern) ?? []
  return runs.map(run => Buffer.from(run.replace(/\s/g, ''), encoding).toString('utf8')).join('\u0000')
}

/** The text at the right of a dump, which a reader reads down. */
function undoDump(text: string): string {
  const rows = [...text.matchAll(/^[0-9a-f]{8}: ([0-9a-f ]{39}) {2}/gm)]
  return rows.map(row => Buffer.from((row[1] ?? '').replaceAll(' ', ''), 'hex').toString('utf8')).join('')
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
