/** What may be embedded and shown. */
export const MEDIA_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** As much of a file as tells what it is. */
const HEAD_BYTES = 16

const BEGINNINGS: readonly (readonly [MediaType, RegExp])[] = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
  ['application/pdf', /^%PDF-/],
]

/** What bytes are by how they begin, whatever a transcript calls them; undefined where they are none of what is shown. */
export function mediaTypeOf(base64: string): MediaType | undefined {
  const head = decodeHead(base64)
  return BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0]
}

function decodeHead(base64: string): string {
  try {
    return atob(base64.slice(0, Math.ceil(HEAD_BYTES / 3) * 4))
  } catch {
    return ''
  }
}
