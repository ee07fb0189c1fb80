/** A frame is at most this long unless one line is longer: small enough to read a span, long enough to compress well. */
export const FRAME_BYTES = 1024 * 1024
/** The longest window `zstd -d` opens without being told to. A line beyond it is cut in the middle. */
export const MAX_FRAME_BYTES = 128 * 1024 * 1024

const LINE_END = 10

/**
 * Where the next frame ends: after the last line end within `frameBytes`, else after the first one beyond. Undefined
 * where the bytes so far do not decide it. The answer depends on the bytes alone, not on how they were cut into chunks.
 * `scannedBytes` is how far an earlier call already looked without finding anything.
 */
export function findCut(bytes: Uint8Array, frameBytes: number, scannedBytes: number): number | undefined {
  if (bytes.length < frameBytes) return undefined
  if (scannedBytes < frameBytes) {
    const last = bytes.subarray(0, frameBytes).lastIndexOf(LINE_END)
    if (last >= 0) return last + 1
  }
  const next = bytes.subarray(0, MAX_FRAME_BYTES).indexOf(LINE_END, Math.max(scannedBytes, frameBytes))
  if (next >= 0) return next + 1
  return bytes.length >= MAX_FRAME_BYTES ? MAX_FRAME_BYTES : undefined
}
