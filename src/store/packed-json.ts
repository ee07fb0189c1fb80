import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** For what is written often and read seldom. */
export const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** A value as JSON in zstd, for a column that is read whole or not at all. */
export function packJson(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value), FAST)
}

export function unpackJson(bytes: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(bytes).toString())
}
