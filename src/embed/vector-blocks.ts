import { crc32 } from 'node:zlib'

/** What a vector was made from: a passage, by where it stands, and by what tells whether it is still the same. */
export interface VectorKey {
  readonly session: number
  /** Empty for the main thread. */
  readonly agent: string
  readonly number: number
  readonly chars: number
  readonly at: number | undefined
}

/** Without a vector where no word was known: that it was tried is worth keeping. */
export interface VectorRow extends VectorKey {
  readonly vector: Int8Array | undefined
}

/**
 * Rows that were written at once. On disk: eight numbers of four bytes (mark, size of the rest, its CRC, rows, rows of
 * earlier blocks that these replace, dimensions, bytes of names, 0), then replaced rows, keys, vectors, names of agents.
 */
export interface VectorBlock {
  readonly rows: number
  /** Rows of earlier blocks, counted from the beginning of the file. */
  readonly replaced: Uint32Array
  readonly vectors: Int8Array
  keyOf(row: number): VectorKey
}

const MARK = 0x31765362
const HEAD_BYTES = 32
const KEY_BYTES = 24
const ALIGNMENT = 8

export function formatBlock(rows: readonly VectorRow[], replaced: readonly number[], dimensions: number): Buffer {
  const agents = [...new Set(rows.map(({ agent }) => agent))]
  const names = Buffer.from(JSON.stringify(agents))
  const vectorsAt = HEAD_BYTES + padded(replaced.length * 4) + rows.length * KEY_BYTES
  const namesAt = vectorsAt + rows.length * dimensions
  const block = Buffer.alloc(padded(namesAt + names.length))
  for (const [at, row] of replaced.entries()) block.writeUInt32LE(row, HEAD_BYTES + at * 4)
  const agentNumbers = new Map(agents.map((agent, at) => [agent, at]))
  rows.forEach(({ session, agent, number, chars, at, vector }, row) => {
    const key = HEAD_BYTES + padded(replaced.length * 4) + row * KEY_BYTES
    block.writeUInt32LE(session, key)
    block.writeUInt32LE(number, key + 4)
    block.writeUInt32LE(chars, key + 8)
    block.writeUInt32LE(agentNumbers.get(agent) ?? 0, key + 12)
    block.writeDoubleLE(at ?? Number.NaN, key + 16)
    if (vector) block.set(new Uint8Array(vector.buffer, vector.byteOffset, dimensions), vectorsAt + row * dimensions)
  })
  block.set(names, namesAt)
  const numbers = [MARK, block.length - HEAD_BYTES, 0, rows.length, replaced.length, dimensions, names.length, 0]
  for (const [at, value] of numbers.entries()) block.writeUInt32LE(value, at * 4)
  block.writeUInt32LE(crc32(block.subarray(HEAD_BYTES)), 8)
  return block
}

/** Undefined where no whole block stands: the end, or a write that was cut off. */
export function readBlock(
  bytes: Buffer,
  start: number,
  dimensions: number,
): { readonly block: VectorBlock; readonly end: number } | undefined {
  if (start + HEAD_BYTES > bytes.length || bytes.readUInt32LE(start) !== MARK) return undefined
  const [size = 0, sum, rows = 0, replacedCount = 0, width, namesBytes = 0] = [1, 2, 3, 4, 5, 6].map(at =>
    bytes.readUInt32LE(start + at * 4),
  )
  const body = start + HEAD_BYTES
  const end = body + size
  const keys = body + padded(replacedCount * 4)
  const vectors = keys + rows * KEY_BYTES
  const names = vectors + rows * dimensions
  if (width !== dimensions || end > bytes.length || names + namesBytes > end) return undefined
  if (crc32(bytes.subarray(body, end)) !== sum) return undefined
  const agents = parseNames(bytes.toString('utf8', names, names + namesBytes))
  const block = {
    rows,
    replaced: Uint32Array.from({ length: replacedCount }, (_, at) => bytes.readUInt32LE(body + at * 4)),
    vectors: new Int8Array(bytes.buffer, bytes.byteOffset + vectors, rows * dimensions),
    keyOf(row: number): VectorKey {
      const key = keys + row * KEY_BYTES
      const at = bytes.readDoubleLE(key + 16)
      return {
        session: bytes.readUInt32LE(key),
        number: bytes.readUInt32LE(key + 4),
        chars: bytes.readUInt32LE(key + 8),
        agent: agents[bytes.readUInt32LE(key + 12)] ?? '',
        at: Number.isNaN(at) ? undefined : at,
      }
    },
  }
  return { block, end }
}

function parseNames(text: string): readonly string[] {
  return JSON.parse(text) as readonly string[]
}

function padded(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT
}
