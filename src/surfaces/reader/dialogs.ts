import { button, element } from '../../page/element.ts'
import { KEYS } from './keys.ts'

/** The keys, in a dialog of the browser's own: it keeps the focus inside and closes with Esc. */
export function showHelp(): void {
  const rows = KEYS.map(({ keys, says }) =>
    element('div', { class: 'help-row' }, [
      element(
        'dt',
        {},
        keys.map(key => element('kbd', { text: key })),
      ),
      element('dd', { text: says }),
    ]),
  )
  const about = element('p', {
    class: 'quiet',
    text: 'The link of a row leads to it in any copy of this file; #turns=4-9 shows those turns alone.',
  })
  showDialog('Keys', [element('dl', { class: 'help' }, rows), about])
}

export function showImage(image: HTMLImageElement): void {
  const large = element('img', { attributes: { src: image.src, alt: image.alt } })
  showDialog(image.alt, [large], 'image-dialog')
}

function showDialog(title: string, content: readonly Node[], name = ''): void {
  const heading = element('h2', { text: title })
  heading.id = 'dialog-title'
  const dialog = element('dialog', { class: `dialog ${name}`, attributes: { 'aria-labelledby': heading.id } })
  const close = button('Close', () => dialog.close(), { attributes: { autofocus: '' } })
  dialog.append(element('div', { class: 'dialog-head' }, [heading, close]), ...content)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
}
