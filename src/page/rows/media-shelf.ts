import { element } from '../element.ts'
import { saveBlob } from '../save-blob.ts'

/** Bytes that can be shown: at an address, or asked for when they are. */
export type ShownMedia = { readonly isDocument: boolean } & ({ readonly url: string } | { load(): Promise<Blob> })

/** Where a figure stands and what it says. */
export interface FigurePlace {
  /** Name of its row. */
  readonly row: string
  readonly caption: string
}

export interface MediaShelfOptions {
  /** By the name a figure has; undefined: not there, or not what is shown. */
  readonly find: (name: string, place: FigurePlace) => ShownMedia | undefined
  readonly onZoom: (image: HTMLImageElement) => void
}

/** Puts images and documents into the figures that name them. */
export class MediaShelf {
  private readonly options: MediaShelfOptions

  constructor(options: MediaShelfOptions) {
    this.options = options
  }

  fill(root: ParentNode, row: string): void {
    for (const figure of root.querySelectorAll<HTMLElement>('figure.media[data-media]')) {
      const name = figure.dataset.media ?? ''
      const caption = figure.querySelector('figcaption')?.textContent ?? ''
      const shown = this.show(name, { row, caption })
      figure.removeAttribute('data-media')
      figure.prepend(shown ?? damaged())
    }
  }

  private show(name: string, place: FigurePlace): HTMLElement | undefined {
    const media = this.options.find(name, place)
    if (!media) return undefined
    if (media.isDocument) return documentLink(media)
    const image = element('img', { attributes: { alt: place.caption.trim() || 'Image', decoding: 'async' } })
    const zoom = element('button', { class: 'zoom', attributes: { type: 'button', 'aria-label': 'Show larger' } }, [
      image,
    ])
    zoom.addEventListener('click', () => this.options.onZoom(image))
    const giveUp = (): void => zoom.replaceWith(damaged())
    image.addEventListener('error', giveUp)
    if ('url' in media) image.src = media.url
    else void media.load().then(blob => showBlob(image, blob), giveUp)
    return zoom
  }
}

/** An address that lasts as long as somebody has the image: it may be shown larger at any time. */
function showBlob(image: HTMLImageElement, blob: Blob): void {
  const url = URL.createObjectURL(blob)
  unseen.register(image, url)
  image.src = url
}

const unseen = new FinalizationRegistry<string>(url => URL.revokeObjectURL(url))

const DOCUMENT_NAME = 'document.pdf'

function documentLink(media: ShownMedia): HTMLElement {
  const href = 'url' in media ? media.url : '#'
  const link = element('a', { class: 'download', text: 'Save the PDF', attributes: { href, download: DOCUMENT_NAME } })
  if ('url' in media) return link
  link.addEventListener('click', event => {
    event.preventDefault()
    const giveUp = (): void => link.replaceWith(element('p', { class: 'quiet', text: 'This document cannot be read.' }))
    void media.load().then(blob => saveBlob(blob, DOCUMENT_NAME), giveUp)
  })
  return link
}

function damaged(): HTMLElement {
  return element('p', { class: 'quiet', text: 'This image is damaged and cannot be shown.' })
}
