import { closeSync, openSync, readSync } from 'node:fs'

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a

/**
 * The least that reading a transcript can cost: read, split, decode, `JSON.parse`, nothing kept. All promises about
 * parsing are ratios to this loop. It handles no bad line: the generated corpus has none.
 */
export function readBare(path: string, buffer: Buffer, onObject: (json: BareObject) => void): void {
  const file = openSync(path, 'r')
  let rest: Buffer[] = []
  for (let count = readSync(file, buffer); count > 0; count = readSync(file, buffer)) {
    const chunk = buffer.subarray(0, count)
    let start = 0
    for (let newline = chunk.indexOf(NEWLINE); newline >= 0; newline = chunk.indexOf(NEWLINE, start)) {
      let text: string
      if (rest.length > 0) {
        rest.push(chunk.subarray(0, newline))
        text = Buffer.concat(rest).toString('utf8')
        rest = []
      } else {
        text = chunk.toString('utf8', start, newline)
      }
      onObject(JSON.parse(text))
      start = newline + 1
    }
    if (start < count) rest.push(Buffer.from(chunk.subarray(start)))
  }
  closeSync(file)
  if (rest.length > 0) onObject(JSON.parse(Buffer.concat(rest).toString('utf8')))
}

export interface BareObject {
  readonly type?: string
  readonly uuid?: string
  readonly timestamp?: string
}

export function makeChunkBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(CHUNK_BYTES)
}
