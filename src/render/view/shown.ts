import type { DiffPart, Part } from './part.ts'

/** Shorter texts stand in longer ones by chance, so they count as shown only where a whole text is the same. */
const MIN_LENGTH = 16
/** Fields of rows and parts that are no text. */
const UNDRAWN: ReadonlySet<string> = new Set(['kind', 'uuid', 'stream', 'mark', 'source', 'headline', 'base64'])
/** Characters looked through before the search is given up; what was not found is then shown. */
const MAX_WORK = 400_000_000

const MAX_DEPTH = 250

/** Longer texts are stripped only when another long one is looked for: most are found as they are. */
const MAX_EAGER = 64

/** What rows and parts show already, so that nothing is shown twice and nothing is forgotten. White space does not count. */
export class Shown {
  /** As they are, but for white space at their ends. */
  readonly #known = new Set<string>()
  readonly #waiting: string[] = []
  readonly #texts: string[] = []
  readonly #whole = new Set<string>()
  readonly #fields = new Set<string>()
  #joined: string | undefined
  #from = 0
  #work = 0
  /** How often a text was found to be shown already. */
  repeats = 0

  add(text: string): void {
    const trimmed = text.trim()
    if (trimmed === '' || this.#known.has(trimmed)) return
    this.#known.add(trimmed)
    if (trimmed.length > MAX_EAGER) this.#waiting.push(trimmed)
    else this.#addPlain(strip(trimmed))
  }

  #addPlain(plain: string): void {
    if (plain === '') return
    this.#texts.push(plain)
    if (plain.length < MIN_LENGTH) this.#whole.add(plain)
    this.#joined = undefined
  }

  addParts(parts: readonly Part[]): void {
    for (const part of parts) {
      if (part.kind === 'diff') this.#addDiff(part)
      else this.addValue(part)
      if (part.kind === 'fields') for (const [name, value] of part.fields) this.#fields.add(`${name} ${value}`)
      // A file read is recorded with the numbers of its lines as well.
      if (part.kind === 'code' && part.firstLine !== undefined) this.add(numbered(part.text, part.firstLine))
    }
  }

  /** Every text in a row, a part or a block, down to a depth at which nothing is drawn any more. */
  addValue(value: unknown, depth = 0): void {
    if (typeof value === 'string') this.add(value)
    else if (depth > MAX_DEPTH) return
    else if (Array.isArray(value)) for (const item of value) this.addValue(item, depth + 1)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, item] of Object.entries(value)) if (!UNDRAWN.has(name)) this.addValue(item, depth + 1)
    }
  }

  has(text: string): boolean {
    const trimmed = text.trim()
    if (trimmed === '') return true
    const isShown = this.#known.has(trimmed) || this.#hasPlain(strip(trimmed))
    if (isShown) this.repeats++
    return isShown
  }

  #hasPlain(plain: string): boolean {
    return plain === '' || this.#whole.has(plain) || (plain.length >= MIN_LENGTH && this.#find(plain))
  }

  /** A number or flag that stands behind its name. */
  hasField(name: string, value: number | boolean): boolean {
    return this.#fields.has(`${name} ${value}`)
  }

  /** The same for a text that may be a piece of a longer one. */
  holds(text: string): boolean {
    const trimmed = text.trim()
    if (trimmed === '' || this.#known.has(trimmed)) return true
    const plain = strip(trimmed)
    return plain === '' || this.#find(plain)
  }

  /** Lines that stand nowhere yet; the whole text where that is most of it. */
  missingLines(text: string): string {
    if (this.has(text)) return ''
    const lines = text.split('\n')
    const missing = lines.filter(line => !this.holds(line))
    return missing.length * 2 > lines.length ? text : missing.join('\n')
  }

  /** Texts come in the order they were shown in: the search goes on where the last one ended. */
  #find(plain: string): boolean {
    if (this.#work > MAX_WORK) return false
    for (const text of this.#waiting.splice(0)) this.#addPlain(strip(text))
    if (this.#joined === undefined) {
      this.#joined = this.#texts.join('')
      this.#work += this.#joined.length
    }
    let at = this.#joined.indexOf(plain, this.#from)
    this.#work += (at < 0 ? this.#joined.length : at) - this.#from
    if (at < 0 && this.#from > 0) {
      at = this.#joined.indexOf(plain)
      this.#work += at < 0 ? this.#joined.length : at
    }
    if (at >= 0) this.#from = at
    return at >= 0
  }

  #addDiff(part: DiffPart): void {
    for (const { lines } of part.hunks) {
      this.add(side(lines, '+'))
      this.add(side(lines, '-'))
    }
  }
}

/** A hunk as it was (without `+`) or became (without `-`). */
function side(lines: readonly string[], other: string): string {
  return lines
    .filter(line => !line.startsWith(other))
    .map(line => line.slice(1))
    .join('\n')
}

/** As the client writes it for the model. */
function numbered(text: string, first: number): string {
  return text
    .split('\n')
    .map((line, at) => `${String(first + at).padStart(6)}→${line}`)
    .join('\n')
}

function strip(text: string): string {
  const plain = text.includes('\x1b') ? text.replace(/\x1b\[[0-9;:]*m/g, '') : text
  return plain.replace(/[\s→]+/g, '')
}
