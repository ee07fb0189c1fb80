import { deserialize, serialize } from 'node:v8'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { SAVED_LAYOUT } from '../model/saved-session.ts'
import { FAST } from './packed-json.ts'

/** Where reading a session stopped: a plain value that can be stored, in the column `state` of `states`. */
export interface SavedFold {
  /** For `restoreSessionBuilder`. */
  readonly builder: unknown
  readonly units: unknown
  /** For `createTold`. */
  readonly told: unknown
  /** In the order in which the builder knows them. */
  readonly files: readonly SavedFoldFile[]
}

export interface SavedFoldFile {
  /** Number in the archive. */
  readonly file: number
  /** Where the first line begins that was not read. */
  readonly position: { readonly offset: number; readonly line: number }
  readonly pendingBytes: number
  /** For `createFileInspector`. */
  readonly inspector: unknown
}

/** Must change whenever anything in a saved fold changes its shape or meaning: then sessions are read anew. */
const VERSION = `2.${SAVED_LAYOUT}`

export function packState(fold: SavedFold): Uint8Array {
  return zstdCompressSync(serialize({ version: VERSION, fold }), FAST)
}

/** Undefined where it was made by other code, or is not whole. */
export function unpackState(bytes: Uint8Array): SavedFold | undefined {
  try {
    const { version, fold } = deserialize(zstdDecompressSync(bytes)) as { version: string; fold: SavedFold }
    return version === VERSION ? fold : undefined
  } catch {
    return undefined
  }
}
