import { createHash } from 'node:crypto'
import type { ArchiveWriter } from '../archive/archive-writer.ts'
import type { KeptBlob } from '../archive/manifest-record.ts'
import { readChunks } from '../source/read-chunks.ts'
import type { DiskFile } from './disk-file.ts'
import type { KnownFile } from './known.ts'
import type { Work } from './work-item.ts'

/** Keeps a file whole. Undefined where it is the same as before. Throws where it cannot be read. */
export function keepBlob(
  disk: DiskFile,
  kept: {
    readonly file: number
    readonly known: KnownFile | undefined
    /** Also where it is the same as before. */
    readonly mustKeep: boolean
    readonly isMoved: boolean
    readonly at: number
  },
  tools: { readonly writer: ArchiveWriter; readonly work: Work },
): { readonly generation: number; readonly blob: KeptBlob } | undefined {
  const { known, file, at } = kept
  if (known && !kept.mustKeep && known.sha256 === hashFile(disk.path, tools.work)) return undefined
  const generation = (known?.generation ?? 0) + 1
  const why = known ? (kept.isMoved ? 'renamed' : 'rewritten') : 'new'
  const facts = { file, generation, path: disk.path, place: disk.place, why, at, mtimeMs: disk.mtimeMs } as const
  const blob = tools.writer.putBlob(facts, countReads(disk.path, tools.work))
  return { generation, blob }
}

function hashFile(path: string, work: Work): string {
  const hash = createHash('sha256')
  for (const chunk of readChunks(path)) {
    work.checkedBytes += chunk.length
    hash.update(chunk)
  }
  return hash.digest('hex')
}

function* countReads(path: string, work: Work): Generator<Uint8Array> {
  for (const chunk of readChunks(path)) {
    work.readBytes += chunk.length
    yield chunk
  }
}
