import type { ShownMedia } from '../../page/rows/media-shelf.ts'
import { MEDIA_BLOCK } from '../../render/html/document/document-format.ts'
import { mediaTypeOf } from '../../render/html/document/media-type.ts'
import { decodeBase64 } from './data/decode-block.ts'
import type { SessionData } from './data/session-data.ts'

const KEPT_URLS = 40

/** Images and documents of the document itself, as addresses of the page's own. */
export class MediaBlocks {
  private readonly data: SessionData
  private readonly urls = new Map<string, string>()

  constructor(data: SessionData) {
    this.data = data
  }

  find(name: string): ShownMedia | undefined {
    const base64 = MEDIA_BLOCK.test(name) ? this.data.mediaBlock(name) : undefined
    // What bytes are shown as is what they are, not what anybody says.
    const mediaType = base64 === undefined ? undefined : mediaTypeOf(base64)
    if (base64 === undefined || mediaType === undefined) return undefined
    const url = this.urlOf(name, { mediaType, base64 })
    return url === undefined ? undefined : { url, isDocument: mediaType === 'application/pdf' }
  }

  private urlOf(name: string, media: { mediaType: string; base64: string }): string | undefined {
    const known = this.urls.get(name)
    if (known !== undefined) return known
    try {
      const url = URL.createObjectURL(new Blob([decodeBase64(media.base64)], { type: media.mediaType }))
      this.urls.set(name, url)
      const [oldest] = this.urls.keys()
      if (this.urls.size > KEPT_URLS && oldest !== undefined) this.forget(oldest)
      return url
    } catch {
      return undefined
    }
  }

  private forget(name: string): void {
    URL.revokeObjectURL(this.urls.get(name) ?? '')
    this.urls.delete(name)
  }
}
