/**
 * Columns of values as few typed arrays: one for all whole numbers, one for the others. A column is written with its kind,
 * and read by whoever knows how many values it has.
 */
export interface PackedCells {
  /** `CellKind` of each column, in the order they were written. */
  readonly kinds: Uint8Array
  readonly ints: Int32Array
  readonly reals: Float64Array
  /** Values of columns that hold several kinds, and for each such column the places of its objects. */
  readonly mixed: readonly unknown[]
  readonly links: readonly (readonly number[])[]
  /** Each text once; cells name it by its number. */
  readonly texts: readonly string[]
}

const UNDEFINED = 0
const TEXT = 1
const LINK = 2
const FLAG = 3
const INT = 4
const REAL = 5
/** Where NaN stands for undefined. */
const MAYBE_REAL = 6
const MIXED = 7

/** Stands for undefined among whole numbers. */
const NO_INT = -(2 ** 31)

/** A column on its way. Kinds of values are bits, so that a mixture shows. */
export class Column {
  readonly values: unknown[] = []
  /** Places of objects, which are given by their numbers. */
  readonly links: number[] = []
  bits = 0

  add(value: unknown): void {
    this.values.push(value)
    if (typeof value === 'string') this.bits |= 1 << TEXT
    else if (typeof value === 'number') this.bits |= 1 << INT
    else if (typeof value === 'boolean') this.bits |= 1 << FLAG
    else if (value !== undefined) this.bits |= 1 << MIXED
  }

  addLink(number: number): void {
    this.links.push(this.values.length)
    this.values.push(number)
    this.bits |= 1 << LINK
  }
}

export class CellWriter {
  readonly #kinds: number[] = []
  readonly #ints: number[] = []
  readonly #reals: number[] = []
  readonly #mixed: unknown[] = []
  readonly #links: (readonly number[])[] = []
  readonly #texts = new Map<string, number>()

  write({ values, links, bits }: Column): void {
    switch (bits) {
      case 0:
        this.#kinds.push(UNDEFINED)
        return
      case 1 << TEXT:
        this.#kinds.push(TEXT)
        this.#writeTexts(values as (string | undefined)[])
        return
      case 1 << LINK:
        this.#kinds.push(LINK)
        for (const value of values) this.#ints.push((value as number | undefined) ?? NO_INT)
        return
      case 1 << FLAG:
        this.#kinds.push(FLAG)
        for (const value of values) this.#ints.push(value === undefined ? NO_INT : Number(value))
        return
      case 1 << INT:
        this.#kinds.push(this.#writeNumbers(values as (number | undefined)[]))
        return
    }
    this.#kinds.push(MIXED)
    this.#links.push(links)
    for (const value of values) this.#mixed.push(value)
  }

  finish(): PackedCells {
    return {
      kinds: Uint8Array.from(this.#kinds),
      ints: Int32Array.from(this.#ints),
      reals: Float64Array.from(this.#reals),
      mixed: this.#mixed,
      links: this.#links,
      texts: [...this.#texts.keys()],
    }
  }

  #writeTexts(texts: readonly (string | undefined)[]): void {
    let last: string | undefined
    let number = NO_INT
    for (const text of texts) {
      // Kinds and models come many times in a row.
      if (text !== last) number = text === undefined ? NO_INT : this.#numberOf(text)
      last = text
      this.#ints.push(number)
    }
  }

  #numberOf(text: string): number {
    let number = this.#texts.get(text)
    if (number === undefined) {
      number = this.#texts.size
      this.#texts.set(text, number)
    }
    return number
  }

  #writeNumbers(numbers: readonly (number | undefined)[]): number {
    let isInt = true
    let hasNone = false
    let hasNaN = false
    for (const number of numbers) {
      if (number === undefined) hasNone = true
      else if ((number | 0) !== number || number === NO_INT || Object.is(number, -0)) {
        isInt = false
        if (Number.isNaN(number)) hasNaN = true
      }
    }
    if (isInt) {
      for (const number of numbers) this.#ints.push(number ?? NO_INT)
      return INT
    }
    if (hasNone && hasNaN) {
      this.#links.push([])
      for (const number of numbers) this.#mixed.push(number)
      return MIXED
    }
    for (const number of numbers) this.#reals.push(number ?? Number.NaN)
    return hasNone ? MAYBE_REAL : REAL
  }
}

/** Gives the columns back in the order they were written. */
export class CellReader {
  readonly #cells: PackedCells
  readonly #objects: readonly object[]
  #column = 0
  #int = 0
  #real = 0
  #mixed = 0
  #link = 0

  /** `objects` by their numbers. */
  constructor(cells: PackedCells, objects: readonly object[]) {
    this.#cells = cells
    this.#objects = objects
  }

  read(length: number): readonly unknown[] {
    const { kinds, texts } = this.#cells
    const objects = this.#objects
    switch (kinds[this.#column++]) {
      case TEXT:
        return this.#readInts(length, number => texts[number])
      case LINK:
        return this.#readInts(length, number => objects[number])
      case FLAG:
        return this.#readInts(length, number => number === 1)
      case INT:
        return this.#readInts(length, number => number)
      case REAL:
        return this.#readReals(length, number => number)
      case MAYBE_REAL:
        return this.#readReals(length, number => (Number.isNaN(number) ? undefined : number))
      case MIXED:
        return this.#readMixed(length)
      default:
        return new Array(length).fill(undefined)
    }
  }

  #readInts(length: number, read: (number: number) => unknown): readonly unknown[] {
    const { ints } = this.#cells
    const values: unknown[] = []
    for (const end = this.#int + length; this.#int < end; this.#int++) {
      const number = ints[this.#int] as number
      values.push(number === NO_INT ? undefined : read(number))
    }
    return values
  }

  #readReals(length: number, read: (number: number) => unknown): readonly unknown[] {
    const values: unknown[] = []
    for (const end = this.#real + length; this.#real < end; this.#real++) {
      values.push(read(this.#cells.reals[this.#real] as number))
    }
    return values
  }

  #readMixed(length: number): readonly unknown[] {
    const values = this.#cells.mixed.slice(this.#mixed, this.#mixed + length)
    this.#mixed += length
    for (const at of this.#cells.links[this.#link++] ?? []) values[at] = this.#objects[values[at] as number]
    return values
  }
}
