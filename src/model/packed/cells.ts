/** One column of a table, or the items of many lists: flat, and as narrow as the values allow. */
export type Cells =
  /** Whole numbers, flags, and numbers of texts and objects. The least number of the array's type stands for undefined. */
  | { readonly kind: 'number' | 'flag' | 'text' | 'link'; readonly values: Ints }
  /** Other numbers. */
  | { readonly kind: 'real'; readonly values: Float64Array }
  /** Other numbers, where NaN stands for undefined. */
  | { readonly kind: 'maybe-real'; readonly values: Float64Array }
  /** Values as they are, but objects by their numbers: those stand at the places of `links`. */
  | { readonly kind: 'mixed'; readonly values: readonly unknown[]; readonly links: readonly number[] }
  | { readonly kind: 'undefined' }

type Ints = Int8Array | Int16Array | Int32Array
type Maybe<Value> = readonly (Value | undefined)[]

const TEXT = 1
const LINK = 2
const NUMBER = 4
const FLAG = 8
const OTHER = 16

/** Values on their way into cells. */
export class CellWriter {
  readonly #values: unknown[] = []
  readonly #links: number[] = []
  /** Which kinds of values have come, as bits. */
  #kinds = 0

  add(value: unknown): void {
    this.#values.push(value)
    if (typeof value === 'string') this.#kinds |= TEXT
    else if (typeof value === 'number') this.#kinds |= NUMBER
    else if (typeof value === 'boolean') this.#kinds |= FLAG
    else if (value !== undefined) this.#kinds |= OTHER
  }

  addLink(number: number): void {
    this.#links.push(this.#values.length)
    this.#values.push(number)
    this.#kinds |= LINK
  }

  finish(textNumber: (text: string) => number): Cells {
    const values = this.#values
    switch (this.#kinds) {
      case 0:
        return { kind: 'undefined' }
      case TEXT:
        return { kind: 'text', values: toInts(numberTexts(values as Maybe<string>, textNumber)) as Ints }
      case LINK:
        return { kind: 'link', values: toInts(values as Maybe<number>) as Ints }
      case FLAG:
        return { kind: 'flag', values: toInts(numberFlags(values as Maybe<boolean>)) as Ints }
      case NUMBER:
        return packNumbers(values as Maybe<number>)
      default:
        return { kind: 'mixed', values, links: this.#links }
    }
  }
}

function numberTexts(texts: Maybe<string>, textNumber: (text: string) => number): Maybe<number> {
  let last: string | undefined
  let number = 0
  return texts.map(text => {
    if (text === undefined) return undefined
    // Kinds and models come many times in a row.
    if (text !== last) number = textNumber(text)
    last = text
    return number
  })
}

function numberFlags(flags: Maybe<boolean>): Maybe<number> {
  return flags.map(flag => (flag === undefined ? undefined : Number(flag)))
}

function packNumbers(numbers: Maybe<number>): Cells {
  const ints = toInts(numbers)
  if (ints) return { kind: 'number', values: ints }
  const values = new Float64Array(numbers.length)
  let hasNone = false
  let hasNaN = false
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]
    values[at] = number ?? Number.NaN
    if (number === undefined) hasNone = true
    else if (Number.isNaN(number)) hasNaN = true
  }
  if (hasNone && hasNaN) return { kind: 'mixed', values: numbers, links: [] }
  return { kind: hasNone ? 'maybe-real' : 'real', values }
}

/** Undefined where a number is not whole, is a negative zero or does not fit. */
function toInts(numbers: Maybe<number>): Ints | undefined {
  let least = 0
  let greatest = 0
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at]
    if (number === undefined) continue
    if ((number | 0) !== number || Object.is(number, -0)) return undefined
    if (number < least) least = number
    if (number > greatest) greatest = number
  }
  const ints = makeInts(least, greatest, numbers.length)
  if (!ints) return undefined
  const none = noneOf(ints)
  // Plain loops: `Int32Array.from` takes ten times as long.
  for (let at = 0; at < numbers.length; at++) ints[at] = numbers[at] ?? none
  return ints
}

function makeInts(least: number, greatest: number, length: number): Ints | undefined {
  if (greatest < 2 ** 7 && least > -(2 ** 7)) return new Int8Array(length)
  if (greatest < 2 ** 15 && least > -(2 ** 15)) return new Int16Array(length)
  return least > -(2 ** 31) ? new Int32Array(length) : undefined
}

function noneOf(ints: Ints): number {
  return -(2 ** (ints.BYTES_PER_ELEMENT * 8 - 1))
}

export interface Known {
  readonly texts: readonly string[]
  readonly objects: readonly object[]
}

export function readCells(cells: Cells, length: number, { texts, objects }: Known): readonly unknown[] {
  switch (cells.kind) {
    case 'text':
      return mapInts(cells.values, number => texts[number])
    case 'link':
      return mapInts(cells.values, number => objects[number])
    case 'flag':
      return mapInts(cells.values, number => number === 1)
    case 'number':
      return mapInts(cells.values, number => number)
    case 'real':
      return Array.from(cells.values)
    case 'maybe-real':
      return Array.from(cells.values, number => (Number.isNaN(number) ? undefined : number))
    case 'undefined':
      return new Array(length).fill(undefined)
    case 'mixed': {
      const values = [...cells.values]
      for (const at of cells.links) values[at] = objects[values[at] as number]
      return values
    }
  }
}

function mapInts(numbers: Ints, read: (number: number) => unknown): readonly unknown[] {
  const none = noneOf(numbers)
  const values: unknown[] = []
  for (let at = 0; at < numbers.length; at++) {
    const number = numbers[at] as number
    values.push(number === none ? undefined : read(number))
  }
  return values
}
