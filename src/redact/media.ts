/**
 * Bytes in a transcript: images, documents, files that a server sent. What is no text is passed over, and that is told
 * by the bytes and not by the type somebody wrote beside them.
 */

const MIN_BYTES = 100
/** Names of fields that hold base64. */
const FIELDS = new Set(['data', 'base64', 'blob', 'signature'])
/** How files begin that hold no text: PNG, JPEG, GIF, WebP and sound, PDF, ZIP, gzip, BMP, TIFF, ICO, MP4, Ogg, MP3. */
const MAGIC =
  /^(?:\x89PNG\r\n\x1a\n|\xff\xd8\xff|GIF8[79]a|RIFF[\s\S]{4}(?:WEBP|WAVE|AVI )|%PDF-\d|PK\x03\x04|\x1f\x8b\x08|BM[\s\S]{4}\0\0\0\0|II\*\0|MM\0\*|\0\0\x01\0|[\s\S]{4}ftyp|OggS\0|ID3[\x02-\x04]|\xff[\xfb\xf3\xf2]|\x28\xb5\x2f\xfd)/

/** What the base64 in a field holds. */
export type Bytes =
  /** Nobody reads it. */
  | { readonly kind: 'binary' }
  | { readonly kind: 'text'; readonly text: string }
  /** Neither text nor a kind of file we know: its letters, which may still spell something. */
  | { readonly kind: 'unknown'; readonly text: string }

const BINARY: Bytes = { kind: 'binary' }

/** Undefined where the field holds no bytes, but a text like any other. */
export function bytesIn(parent: Readonly<Record<string, unknown>>, field: string, value: string): Bytes | undefined {
  if (value.length < MIN_BYTES || !FIELDS.has(field) || !isBase64(value)) return undefined
  if (!isFile(parent, field)) return undefined
  const head = decode(value.slice(0, 64))
  // Seals of the API are random from their first bytes on, and there is one for each thought.
  const isSeal = field === 'signature' || parent.type === 'redacted_thinking'
  if (isSeal) return isText(head) ? undefined : BINARY
  if (MAGIC.test(head)) return BINARY
  // Pictures that begin in a way we do not know: text would show at once.
  if (isPicture(parent) && !isText(decode(value.slice(0, HEAD)))) return BINARY
  const bytes = decode(value)
  const text = toText(bytes)
  return text === undefined ? { kind: 'unknown', text: lettersOf(bytes) } : { kind: 'text', text }
}

const HEAD = 1024

/** Whether something says that the field holds a file; a long key may stand in a field called `data` too. */
function isFile({ type, media_type, mimeType }: Readonly<Record<string, unknown>>, field: string): boolean {
  if (field === 'signature') return type === 'thinking'
  if (field === 'base64' || field === 'blob') return true
  if (typeof media_type === 'string' || typeof mimeType === 'string') return true
  return type === 'base64' || type === 'image' || type === 'audio' || type === 'redacted_thinking'
}

function isPicture(parent: Readonly<Record<string, unknown>>): boolean {
  const type = parent.media_type ?? parent.mimeType ?? parent.type
  return typeof type === 'string' && /^(?:image|audio|video)\//.test(type)
}

export function toBase64(text: string): string {
  return btoa(binaryOf(new TextEncoder().encode(text)))
}

const NO_BASE64 = [' ', ':', '"', '.', '@', '\\']

/** Told by its ends; in between by a few characters that text would have, because images are large. */
function isBase64(text: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{64}/.test(text) || /[^A-Za-z0-9+/_=\r\n-]/.test(text.slice(-64))) return false
  return !NO_BASE64.some(sign => text.includes(sign))
}

/** One character for each byte; what is no base64 is passed over. */
function decode(base64: string): string {
  const plain = base64
    .replaceAll(/[^A-Za-z0-9+/_-]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  return atob(plain.slice(0, plain.length - (plain.length % 4 === 1 ? 1 : 0)))
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function toText(bytes: string): string | undefined {
  try {
    const text = UTF8.decode(bytesOf(bytes))
    return isText(text) ? text : undefined
  } catch {
    return undefined
  }
}

function bytesOf(binary: string): Uint8Array {
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

function isText(text: string): boolean {
  return !/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) && (text.match(/[\x80-\xff]/g)?.length ?? 0) * 3 < text.length
}

/** Texts of two bytes to a character are read too. */
function lettersOf(bytes: string): string {
  return bytes.replaceAll('\0', '')
}

const CHUNK = 8192

function binaryOf(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += CHUNK) binary += String.fromCharCode(...bytes.subarray(at, at + CHUNK))
  return binary
}
