import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A value as JSON in zstd, for a column that is read whole or not at all: a fifth of its size, and of the time to write it. */
export function packJson(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value), FAST)
}

export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(bytes).toString())
}
