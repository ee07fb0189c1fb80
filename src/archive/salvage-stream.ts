import { systemCodeOf, toArchiveError } from './archive-errors.ts'
import { type StreamName, sealedPath } from './archive-folder.ts'
import { listFrames, readFrame } from './frame-file.ts'
import { findTail } from './tail-file.ts'

/** What can still be read of a generation. */
export interface SalvagedStream {
  /** In order; frames end at a line. */
  readonly chunks: readonly Uint8Array[]
  /** Nothing is missing. */
  readonly isWhole: boolean
  /** Of the source; undefined where the tail is lost. */
  readonly mtimeMs: number | undefined
}

/** Reads past damage, for those who would rather have a part than nothing. */
export function salvageStream(
  folder: string,
  name: StreamName & { readonly sealedFileBytes?: number | undefined },
): SalvagedStream {
  const tail = findTail(folder, name, name.sealedFileBytes)
  // Without its tail nobody knows how long it was: everything that is there counts.
  const sealedFileBytes = tail ? Math.max(name.sealedFileBytes ?? 0, tail.header.sealedFileBytes) : undefined
  const { chunks, end, isWhole } = salvageFrames(sealedPath(folder, name), sealedFileBytes)
  const raw = tail?.unpack()
  if (!tail || !raw) return { chunks, isWhole: false, mtimeMs: tail?.header.mtimeMs }
  const rest = raw.subarray(Math.min(raw.length, Math.max(0, end - tail.header.rawStart)))
  return { chunks: [...chunks, rest], isWhole: isWhole && end >= tail.header.rawStart, mtimeMs: tail.header.mtimeMs }
}

function salvageFrames(
  path: string,
  fileBytes: number | undefined,
): { readonly chunks: readonly Uint8Array[]; readonly end: number; readonly isWhole: boolean } {
  const chunks: Uint8Array[] = []
  let end = 0
  let isWhole = true
  if (fileBytes === 0) return { chunks, end, isWhole }
  try {
    for (const frame of listFrames(path, fileBytes).frames) {
      const raw = readFrame(path, frame)
      if (raw) chunks.push(raw)
      else isWhole = false
      end = frame.header.rawStart + frame.header.rawBytes
    }
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw toArchiveError(path, error)
  }
  return { chunks, end, isWhole }
}
