import { closeSync, fsyncSync, ftruncateSync, openSync } from 'node:fs'
import type { Embedder } from './embedder.ts'
import { createNearest } from './nearest.ts'
import { readIfThere, replaceFile, writeAll } from './summed-file.ts'
import { formatBlock, readBlock, type VectorBlock, type VectorKey, type VectorRow } from './vector-blocks.ts'

export interface VectorHit {
  readonly session: number
  readonly agent: string
  readonly number: number
  /** Cosine: 1 for the same direction. */
  readonly score: number
}

/**
 * Vectors in one file that grows: a line that says what made them, then blocks. A block that was cut off is as if it had
 * never been written. A file of another embedder counts as empty and is replaced. Whoever writes holds a lock.
 */
export interface Vectors {
  /** Rows that count: neither replaced nor dropped. */
  readonly size: number
  /** Rows that were replaced and are still in the file. */
  readonly replacedSize: number
  readonly sizeBytes: number
  keys(): readonly VectorKey[]
  /** Rows of the same session, agent and number take the place of earlier ones. */
  add(rows: readonly VectorRow[]): void
  /** Takes rows out for good: the file is written anew without them, and without what was replaced. */
  keepOnly(isKept: (key: VectorKey) => boolean): void
  /** Best first. */
  search(query: Int8Array, limit: number): readonly VectorHit[]
}

const FORMAT = 'backscroll.vectors/1'
/** Rows of a block when everything is written anew. */
const BLOCK_ROWS = 4096
const LINE_UNIT = 64

export function openVectors(path: string, embedder: Pick<Embedder, 'name' | 'dimensions'>): Vectors {
  const { dimensions } = embedder
  const line = formatLine(embedder)
  const blocks: { readonly block: VectorBlock; readonly first: number }[] = []
  const dead = new Set<number>()
  let rowCount = 0
  /** Up to the end of the last whole block; what stands behind it was cut off. */
  let validBytes = 0
  let fileBytes = 0
  let places: Map<string, number> | undefined

  function load(bytes: Buffer | undefined): void {
    blocks.length = 0
    dead.clear()
    rowCount = 0
    places = undefined
    fileBytes = bytes?.length ?? 0
    validBytes = bytes?.subarray(0, line.length).equals(line) ? line.length : 0
    if (!bytes || validBytes === 0) return
    for (let read = readBlock(bytes, validBytes, dimensions); read; read = readBlock(bytes, validBytes, dimensions)) {
      take(read.block)
      validBytes = read.end
    }
  }

  function take(block: VectorBlock): void {
    for (const row of block.replaced) dead.add(row)
    blocks.push({ block, first: rowCount })
    rowCount += block.rows
  }

  function* liveRows(): Generator<{ readonly block: VectorBlock; readonly at: number; readonly row: number }> {
    for (const { block, first } of blocks) {
      for (let at = 0; at < block.rows; at++) if (!dead.has(first + at)) yield { block, at, row: first + at }
    }
  }

  function listPlaces(): Map<string, number> {
    places ??= new Map(Array.from(liveRows(), ({ block, at, row }) => [nameOf(block.keyOf(at)), row]))
    return places
  }

  function keyOf(row: number): VectorKey {
    const found = blocks.findLast(({ first }) => first <= row) as (typeof blocks)[number]
    return found.block.keyOf(row - found.first)
  }

  load(readIfThere(path))
  return {
    get size() {
      return rowCount - dead.size
    },
    get replacedSize() {
      return dead.size
    },
    get sizeBytes() {
      return validBytes
    },
    keys: () => Array.from(liveRows(), ({ block, at }) => block.keyOf(at)),
    add(rows) {
      if (rows.length === 0) return
      const known = listPlaces()
      // Of rows with one key the last counts.
      const fresh = [...new Map(rows.map(row => [nameOf(row), row])).values()]
      const replaced = fresh.map(row => known.get(nameOf(row))).filter(row => row !== undefined)
      const bytes = formatBlock(fresh, replaced, dimensions)
      if (validBytes === 0) replaceFile(path, [line, bytes])
      else append(path, validBytes, bytes)
      for (const [at, row] of fresh.entries()) known.set(nameOf(row), rowCount + at)
      take((readBlock(bytes, 0, dimensions) as { block: VectorBlock }).block)
      validBytes = Math.max(validBytes, line.length) + bytes.length
      fileBytes = validBytes
    },
    keepOnly(isKept) {
      const rows = Array.from(liveRows(), ({ block, at }) => ({
        ...block.keyOf(at),
        vector: block.vectors.subarray(at * dimensions, (at + 1) * dimensions),
      })).filter(isKept)
      if (rows.length === rowCount && validBytes === fileBytes) return
      const parts = Array.from({ length: Math.ceil(rows.length / BLOCK_ROWS) }, (_, at) =>
        formatBlock(rows.slice(at * BLOCK_ROWS, (at + 1) * BLOCK_ROWS), [], dimensions),
      )
      const bytes = Buffer.concat([line, ...parts])
      replaceFile(path, [bytes])
      load(bytes)
    },
    search(query, limit) {
      const nearest = createNearest(query, limit)
      const isDead = (row: number): boolean => dead.has(row)
      for (const { block, first } of blocks) nearest.scan(block.vectors, first, isDead)
      return nearest.list().map(({ row, score }) => {
        const { session, agent, number } = keyOf(row)
        return { session, agent, number, score }
      })
    },
  }
}

/** Filled up so that what follows stands at a multiple of eight. */
function formatLine({ name, dimensions }: Pick<Embedder, 'name' | 'dimensions'>): Buffer {
  const text = Buffer.from(JSON.stringify({ format: FORMAT, embedder: name, dimensions }))
  const line = Buffer.alloc(Math.ceil((text.length + 1) / LINE_UNIT) * LINE_UNIT, ' ')
  line.set(text)
  line[line.length - 1] = 0x0a
  return line
}

function nameOf({ session, agent, number }: VectorKey): string {
  return `${session} ${number} ${agent}`
}

function append(path: string, end: number, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  try {
    ftruncateSync(file, end)
    writeAll(file, bytes, end)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
