import { createHash } from 'node:crypto'
import type { MediaPart } from '../render/view/part.ts'
import type { DraftFile } from './drafts.ts'

/** Images and documents of one export, as files in a folder beside it, one for each content. */
export interface ImageFiles {
  /** Its address from the text that shows it; undefined where it is not written. May be asked again. */
  addressOf(part: MediaPart): string | undefined
  readonly count: number
  /** Parts that were not written: too large, or not of a kind that every reader shows. */
  readonly dropped: number
}

export interface ImageFolder {
  /** Name of the folder, without its path. */
  readonly name: string
  /** Called once, before the first file. */
  make(): void
  open(name: string): DraftFile
}

const MAX_BYTES = 20 * 1024 * 1024

export function createImageFiles(folder: ImageFolder): ImageFiles {
  const known = new Set<string>()
  const addresses = new WeakMap<MediaPart, string | undefined>()
  let isMade = false
  let dropped = 0

  function write(bytes: Buffer, ending: string): string {
    const name = `${createHash('sha256').update(bytes).digest('hex').slice(0, HASH_LENGTH)}.${ending}`
    if (known.has(name)) return name
    if (!isMade) folder.make()
    isMade = true
    const file = folder.open(name)
    file.write(bytes)
    file.close()
    known.add(name)
    return name
  }

  function find(part: MediaPart): string | undefined {
    const base64 = part.base64 ?? ''
    const bytes = base64.length > MAX_BASE64 ? undefined : Buffer.from(base64, 'base64')
    const ending = bytes && endingOf(bytes)
    if (bytes && ending !== undefined) return `${encodeURIComponent(folder.name)}/${write(bytes, ending)}`
    if (base64 !== '') dropped++
    return undefined
  }

  return {
    addressOf(part) {
      const address = addresses.has(part) ? addresses.get(part) : find(part)
      addresses.set(part, address)
      return address
    },
    get count() {
      return known.size
    },
    get dropped() {
      return dropped
    },
  }
}

const HASH_LENGTH = 32
const MAX_BASE64 = Math.ceil(MAX_BYTES / 3) * 4

/** What the bytes are, whatever the transcript claims; undefined for anything but a few kinds. */
export function endingOf(bytes: Buffer): string | undefined {
  const begins = (text: string, at = 0): boolean =>
    bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))
  if (begins('\x89PNG\r\n\x1a\n')) return 'png'
  if (begins('\xff\xd8\xff')) return 'jpg'
  if (begins('GIF87a') || begins('GIF89a')) return 'gif'
  if (begins('RIFF') && begins('WEBP', 8)) return 'webp'
  return begins('%PDF-') ? 'pdf' : undefined
}
