import { decompress } from 'fzstd'

/** Text of a block, which is compressed unless it is JSON as it stands. Throws on a damaged one. */
export function decodeText(data: string): string {
  return /^[{[]/.test(data) ? data : new TextDecoder().decode(decompress(decodeBase64(data)))
}

export function decodeBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
