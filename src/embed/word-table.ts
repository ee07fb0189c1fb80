import { readSummedFile, type SummedFile, writeSummedFile } from './summed-file.ts'

/** Words with a vector each, sorted by their bytes; read in one go and searched where it lies. */
export interface WordTable {
  /** Where the vectors come from, and the hash of the table. */
  readonly name: string
  readonly size: number
  readonly dimensions: number
  /** Place of a word in lower case; -1 where it is not known. */
  find(word: string): number
  /** Adds the word's vector, as heavy as the word counts, to `sum`. */
  addTo(sum: Float64Array, place: number): void
}

/** A word on its way into a table. */
export interface WeighedWord {
  readonly word: string
  /** What the word counts for: words that stand everywhere say little. */
  readonly weight: number
  readonly vector: ArrayLike<number>
}

const FORMAT = 'backscroll.words/1'
const MAX_BYTE = 127

/** Undefined where there is no table, or none that can be used. */
export function readWordTable(path: string): WordTable | undefined {
  const file = readSummedFile(path, FORMAT)
  return file ? openTable(file) : undefined
}

/** Vectors as bytes, each with a factor of its own, in which the weight of the word is contained. */
export function writeWordTable(path: string, source: string, words: readonly WeighedWord[]): void {
  const dimensions = words[0]?.vector.length ?? 0
  const rows = words
    .map(row => ({ ...row, bytes: Buffer.from(row.word) }))
    .sort((one, other) => Buffer.compare(one.bytes, other.bytes))
  const factors = new Float32Array(rows.length)
  const ends = new Uint32Array(rows.length)
  const vectors = new Int8Array(rows.length * dimensions)
  let end = 0
  rows.forEach(({ weight, vector, bytes }, place) => {
    let largest = 0
    for (let at = 0; at < dimensions; at++) largest = Math.max(largest, Math.abs(vector[at] ?? 0))
    const scale = largest > 0 ? MAX_BYTE / largest : 0
    for (let at = 0; at < dimensions; at++) vectors[place * dimensions + at] = Math.round((vector[at] ?? 0) * scale)
    factors[place] = scale > 0 ? weight / scale : 0
    end += bytes.length
    ends[place] = end
  })
  const head = { format: FORMAT, source, words: rows.length, dimensions }
  writeSummedFile(path, head, [bytesOf(factors), bytesOf(ends), bytesOf(vectors), ...rows.map(({ bytes }) => bytes)])
}

function openTable({ head, body, sha256 }: SummedFile): WordTable | undefined {
  const { words: size, dimensions, source } = head
  if (!isCount(size) || !isCount(dimensions) || typeof source !== 'string') return undefined
  const textAt = size * (4 + 4 + dimensions)
  if (body.length < textAt) return undefined
  const factors = new Float32Array(body.buffer, body.byteOffset, size)
  const ends = new Uint32Array(body.buffer, body.byteOffset + size * 4, size)
  const vectors = new Int8Array(body.buffer, body.byteOffset + size * 8, size * dimensions)
  const startOf = (place: number): number => textAt + (place === 0 ? 0 : (ends[place - 1] as number))

  function find(word: string): number {
    const wanted = Buffer.from(word)
    let low = 0
    let high = size as number
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = body.compare(wanted, 0, wanted.length, startOf(middle), textAt + (ends[middle] as number))
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle
    }
    return -1
  }

  return {
    name: `${source} ${sha256.slice(0, NAME_DIGITS)}`,
    size,
    dimensions,
    find,
    addTo(sum, place) {
      const factor = factors[place] as number
      const start = place * dimensions
      for (let at = 0; at < dimensions; at++) {
        sum[at] = (sum[at] as number) + factor * (vectors[start + at] as number)
      }
    },
  }
}

const NAME_DIGITS = 16

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function bytesOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
