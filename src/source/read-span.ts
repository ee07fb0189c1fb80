import type { Span } from '../format/span.ts'
import { DISK, type FileAccess } from './file-access.ts'

export interface SpanReader {
  /** Bytes of a span, shorter where the file no longer reaches that far. Not to be changed: neighbours share memory. */
  read(path: string, span: Span): Uint8Array
}

const WINDOW_BYTES = 512 * 1024
const MAX_WINDOWS = 8
const NOTHING = new Uint8Array(0)

interface Window {
  readonly path: string
  readonly start: number
  readonly bytes: Uint8Array
}

/**
 * Reads spans again, in roughly the order they are shown: a few windows around the last reads are kept, so walking a
 * session reads each file once per half megabyte. No file stays open between two reads.
 */
export function createSpanReader(access: Pick<FileAccess, 'readBytes'> = DISK, windowBytes = WINDOW_BYTES): SpanReader {
  /** The last one used stands last. */
  const windows: Window[] = []

  function findWindow(path: string, span: Span): Window | undefined {
    const at = windows.findIndex(
      window => window.path === path && window.start <= span.start && span.end <= window.start + window.bytes.length,
    )
    if (at < 0) return undefined
    const [window] = windows.splice(at, 1)
    if (window) windows.push(window)
    return window
  }

  return {
    read(path, span) {
      if (span.end <= span.start) return NOTHING
      const known = findWindow(path, span)
      if (known) return known.bytes.subarray(span.start - known.start, span.end - known.start)
      const length = span.end - span.start
      if (length > windowBytes) return access.readBytes(path, span.start, span.end) ?? NOTHING
      const bytes = access.readBytes(path, span.start, span.start + windowBytes) ?? NOTHING
      windows.push({ path, start: span.start, bytes })
      if (windows.length > MAX_WINDOWS) windows.shift()
      return bytes.subarray(0, length)
    },
  }
}
