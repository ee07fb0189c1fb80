/** What stood on disk under a name, or that nothing did. */
export type FileContent =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }

export const ABSENT: FileContent = { kind: 'absent' }

export function textContent(text: string): FileContent {
  return { kind: 'text', text }
}

/** Bytes of a backup: text where they are UTF-8 without a NUL. */
export function contentOfBytes(bytes: Uint8Array): FileContent {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    if (!text.includes('\0')) return textContent(text)
  } catch {
    // Not UTF-8.
  }
  return { kind: 'binary', bytes }
}

export function bytesOf(content: FileContent): Uint8Array {
  if (content.kind === 'binary') return content.bytes
  return new TextEncoder().encode(content.kind === 'text' ? content.text : '')
}

/** The client records texts with LF whatever the file has, so only a backup or a Write tells CRLF and a byte order mark. */
export function recordedForm(text: string): string {
  return text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n')
}

/** Equal as far as the client would have recorded a difference. */
export function isSameContent(a: FileContent, b: FileContent): boolean {
  if (a.kind === 'text' && b.kind === 'text') {
    return a.text === b.text || recordedForm(a.text) === recordedForm(b.text)
  }
  if (a.kind === 'binary' && b.kind === 'binary') {
    return a.bytes.length === b.bytes.length && a.bytes.every((byte, at) => byte === b.bytes[at])
  }
  return a.kind === b.kind
}

/** The text with the line ends and the byte order mark of another state of the same file, as the client keeps them. */
export function withStyleOf(content: FileContent, like: FileContent | undefined): FileContent {
  if (content.kind !== 'text' || like?.kind !== 'text' || content.text.includes('\r')) return content
  const hasMark = like.text.startsWith('\ufeff') && !content.text.startsWith('\ufeff')
  const text = isMostlyCrlf(like.text) ? content.text.replaceAll('\n', '\r\n') : content.text
  return text === content.text && !hasMark ? content : textContent(hasMark ? `\ufeff${text}` : text)
}

function isMostlyCrlf(text: string): boolean {
  const crlf = text.split('\r\n').length - 1
  return crlf > 0 && crlf * 2 > text.split('\n').length - 1
}
