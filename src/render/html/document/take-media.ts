import type { MediaPart } from '../../view/part.ts'
import type { Row } from '../../view/row.ts'
import { mediaTypeOf } from './media-type.ts'

/** Bytes of an image or document that was taken out of a row. */
export interface TakenMedia {
  readonly block: string
  readonly base64: string
}

export interface MediaTools {
  readonly withMedia: boolean
  /** Base64 of the SHA-256 of a text. */
  sha256(text: string): string
}

/** The row with the name of a block in place of each image's bytes, and what was taken out. */
export function takeMedia(row: Row, tools: MediaTools): { readonly row: Row; readonly media: readonly TakenMedia[] } {
  const media: TakenMedia[] = []
  const without = replaceMedia(row, part => {
    const taken = tools.withMedia ? embed(part, tools) : undefined
    if (taken) media.push(taken)
    return taken?.block
  })
  return { row: without as Row, media }
}

function embed(part: MediaPart, tools: MediaTools): TakenMedia | undefined {
  const base64 = (part.base64 ?? '').replace(/[\r\n]+/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || mediaTypeOf(base64) === undefined) return undefined
  return { block: `media-${hexOf(tools.sha256(base64)).slice(0, 32)}`, base64 }
}

function hexOf(base64: string): string {
  return Array.from(atob(base64), char => char.charCodeAt(0).toString(16).padStart(2, '0')).join('')
}

/** Parts stand at several places of a row, and more may come: every media part is found wherever it is. */
function replaceMedia(value: unknown, blockOf: (part: MediaPart) => string | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map(item => replaceMedia(item, blockOf))
    return items.some((item, at) => item !== value[at]) ? items : value
  }
  if (isMediaPart(value)) return { ...value, base64: blockOf(value) }
  let copy: { [key: string]: unknown } | undefined
  for (const [key, inner] of Object.entries(value)) {
    const replaced = replaceMedia(inner, blockOf)
    if (replaced !== inner) {
      copy ??= { ...value }
      copy[key] = replaced
    }
  }
  return copy ?? value
}

function isMediaPart(value: object): value is MediaPart {
  return 'kind' in value && value.kind === 'media' && 'mediaType' in value && typeof value.mediaType === 'string'
}
