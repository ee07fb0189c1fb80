import { DirectoryBuilder } from '../../../render/html/document/directory-builder.ts'
import {
  DIRECTORY_BLOCK,
  DOCUMENT_FORMAT,
  type DocumentDirectory,
  hashUuid,
  rowsBlock,
} from '../../../render/html/document/document-format.ts'
import type { Row } from '../../../render/view/row.ts'
import { decodeText } from './decode-block.ts'

/** Opened chunks that are kept. */
const KEPT_CHUNKS = 24

/** The rows of the document, opened chunk by chunk as they are asked for. */
export class SessionData {
  readonly directory: DocumentDirectory
  /** First row of each chunk, and one past the last. */
  readonly starts: readonly number[]
  readonly brokenChunks = new Set<number>()
  private readonly blocks: ReadonlyMap<string, string>
  private readonly opened = new Map<number, readonly Row[]>()

  constructor(blocks: ReadonlyMap<string, string>) {
    this.blocks = blocks
    this.directory = readDirectory(blocks)
    const starts = [0]
    for (const count of this.directory.chunks) starts.push((starts.at(-1) ?? 0) + count)
    this.starts = starts
  }

  get count(): number {
    return this.directory.rows.kind.length
  }

  get chunkCount(): number {
    return this.directory.chunks.length
  }

  /** Undefined where the data is damaged. */
  row(index: number): Row | undefined {
    const chunk = this.chunkOf(index)
    return this.openChunk(chunk)?.[index - (this.starts[chunk] ?? 0)]
  }

  chunkOf(index: number): number {
    let low = 0
    let high = this.chunkCount - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= index) low = middle
      else high = middle - 1
    }
    return low
  }

  openChunk(chunk: number): readonly Row[] | undefined {
    const known = this.opened.get(chunk)
    if (known) {
      // Last used stands last.
      this.opened.delete(chunk)
      this.opened.set(chunk, known)
      return known
    }
    if (this.brokenChunks.has(chunk)) return undefined
    const rows = readChunk(this.blocks, chunk)
    if (!rows || rows.length !== this.directory.chunks[chunk]) {
      this.brokenChunks.add(chunk)
      return undefined
    }
    this.opened.set(chunk, rows)
    const [oldest] = this.opened.keys()
    if (this.opened.size > KEPT_CHUNKS && oldest !== undefined) this.opened.delete(oldest)
    return rows
  }

  /** Every row of an entry, in order. */
  findUuid(uuid: string): readonly number[] {
    const hash = hashUuid(uuid)
    const found: number[] = []
    this.directory.rows.uuid.forEach((value, index) => {
      if (value !== hash) return
      const row = this.row(index)
      if (row && 'uuid' in row && row.uuid === uuid) found.push(index)
    })
    return found
  }

  mediaBlock(name: string): { readonly mediaType: string; readonly base64: string } | undefined {
    const mediaType = Object.hasOwn(this.directory.media, name) ? this.directory.media[name] : undefined
    const base64 = this.blocks.get(name)
    return mediaType !== undefined && base64 !== undefined ? { mediaType, base64 } : undefined
  }
}

function readDirectory(blocks: ReadonlyMap<string, string>): DocumentDirectory {
  try {
    const directory: DocumentDirectory = JSON.parse(decodeText(blocks.get(DIRECTORY_BLOCK) ?? ''))
    if (directory.format === DOCUMENT_FORMAT) return directory
  } catch {
    // Made again from the rows below.
  }
  return rebuildDirectory(blocks)
}

/** The directory only repeats what rows say: where it is damaged, the rows still tell. */
function rebuildDirectory(blocks: ReadonlyMap<string, string>): DocumentDirectory {
  const builder = new DirectoryBuilder()
  for (let chunk = 0; blocks.has(rowsBlock(chunk)); chunk++) {
    const rows = readChunk(blocks, chunk) ?? []
    for (const row of rows) builder.addRow(row)
    builder.endChunk(rows.length)
  }
  return builder.build(document.title, 'all')
}

function readChunk(blocks: ReadonlyMap<string, string>, chunk: number): readonly Row[] | undefined {
  try {
    return decodeText(blocks.get(rowsBlock(chunk)) ?? '')
      .split('\n')
      .map(line => JSON.parse(line) as Row)
  } catch {
    return undefined
  }
}
