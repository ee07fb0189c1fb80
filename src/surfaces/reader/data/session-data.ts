import { DirectoryBuilder } from '../../../render/html/document/directory-builder.ts'
import {
  DIRECTORY_BLOCK,
  DOCUMENT_FORMAT,
  type DocumentDirectory,
  hashUuid,
  rowsBlock,
  UUIDS_BLOCK,
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
  private uuids: readonly number[] | undefined
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
    this.readUuids().forEach((value, index) => {
      if (value !== hash) return
      const row = this.row(index)
      if (row && 'uuid' in row && row.uuid === uuid) found.push(index)
    })
    return found
  }

  /** Base64 of an image or document. */
  mediaBlock(name: string): string | undefined {
    return this.blocks.get(name)
  }

  /** Rows of a chunk as lines of JSON, not kept: for whoever looks through all of them. */
  chunkLines(chunk: number): readonly string[] {
    if (this.brokenChunks.has(chunk)) return []
    const lines = readText(this.blocks, rowsBlock(chunk))?.split('\n') ?? []
    return lines.length === this.directory.chunks[chunk] ? lines : []
  }

  private readUuids(): readonly number[] {
    this.uuids ??= parseNumbers(readText(this.blocks, UUIDS_BLOCK)) ?? this.hashRows()
    return this.uuids
  }

  /** What a damaged block would have said. */
  private hashRows(): readonly number[] {
    return Array.from({ length: this.count }, (_, index) => {
      const row = this.row(index)
      return row && 'uuid' in row && row.uuid !== undefined ? hashUuid(row.uuid) : 0
    })
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
    return readText(blocks, rowsBlock(chunk))
      ?.split('\n')
      .map(line => JSON.parse(line) as Row)
  } catch {
    return undefined
  }
}

function readText(blocks: ReadonlyMap<string, string>, name: string): string | undefined {
  try {
    return decodeText(blocks.get(name) ?? '')
  } catch {
    return undefined
  }
}

function parseNumbers(json: string | undefined): readonly number[] | undefined {
  try {
    const numbers: unknown = json === undefined ? undefined : JSON.parse(json)
    return Array.isArray(numbers) ? numbers : undefined
  } catch {
    return undefined
  }
}
