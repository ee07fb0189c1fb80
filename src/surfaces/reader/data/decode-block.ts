import { decompress } from 'fzstd'

/** Text of a compressed block. Throws on a damaged one. */
export function decodeText(base64: string): string {
  return new TextDecoder().decode(decompress(decodeBase64(base64)))
}

export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
