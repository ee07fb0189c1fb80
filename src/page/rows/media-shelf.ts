import { element } from '../element.ts'

/** Bytes that can be shown, wherever they come from. */
export interface ShownMedia {
  readonly url: string
  readonly isDocument: boolean
}

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
    if (media.isDocument) {
      const attributes = { href: media.url, download: 'document.pdf' }
      return element('a', { class: 'download', text: 'Save the PDF', attributes })
    }
    const image = element('img', {
      attributes: { src: media.url, alt: place.caption.trim() || 'Image', decoding: 'async' },
    })
    const zoom = element('button', { class: 'zoom', attributes: { type: 'button', 'aria-label': 'Show larger' } }, [
      image,
    ])
    zoom.addEventListener('click', () => this.options.onZoom(image))
    image.addEventListener('error', () => zoom.replaceWith(damaged()))
    return zoom
  }
}

function damaged(): HTMLElement {
  return element('p', { class: 'quiet', text: 'This image is damaged and cannot be shown.' })
}
