import { element } from '../../page/element.ts'
import { MEDIA_BLOCK } from '../../render/html/document/document-format.ts'
import { mediaTypeOf } from '../../render/html/document/media-type.ts'
import { decodeBase64 } from './data/decode-block.ts'
import type { SessionData } from './data/session-data.ts'

const KEPT_URLS = 40

/** Puts images and documents of the document itself into the figures that name them. */
export class MediaShelf {
  private readonly data: SessionData
  private readonly urls = new Map<string, string>()
  private readonly onZoom: (image: HTMLImageElement) => void

  constructor(data: SessionData, onZoom: (image: HTMLImageElement) => void) {
    this.data = data
    this.onZoom = onZoom
  }

  fill(root: ParentNode): void {
    for (const figure of root.querySelectorAll<HTMLElement>('figure.media[data-media]')) {
      const name = figure.dataset.media ?? ''
      const shown = this.show(name, figure.querySelector('figcaption')?.textContent ?? '')
      figure.removeAttribute('data-media')
      figure.prepend(shown ?? element('p', { class: 'quiet', text: 'This image is damaged and cannot be shown.' }))
    }
  }

  private show(name: string, caption: string): HTMLElement | undefined {
    const base64 = MEDIA_BLOCK.test(name) ? this.data.mediaBlock(name) : undefined
    // What bytes are shown as is what they are, not what anybody says.
    const mediaType = base64 === undefined ? undefined : mediaTypeOf(base64)
    if (base64 === undefined || mediaType === undefined) return undefined
    const url = this.urlOf(name, { mediaType, base64 })
    if (url === undefined) return undefined
    if (mediaType === 'application/pdf') {
      const attributes = { href: url, download: 'document.pdf' }
      return element('a', { class: 'download', text: 'Save the PDF', attributes })
    }
    const image = element('img', { attributes: { src: url, alt: caption.trim() || 'Image', decoding: 'async' } })
    const zoom = element('button', { class: 'zoom', attributes: { type: 'button', 'aria-label': 'Show larger' } }, [
      image,
    ])
    zoom.addEventListener('click', () => this.onZoom(image))
    return zoom
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
