import { button, element } from './element.ts'

let dialogs = 0

/** A dialog of the browser's own: it keeps the focus inside and closes with Esc. Gone when it is closed. */
export function showDialog(title: string, content: readonly Node[], name = ''): HTMLDialogElement {
  const heading = element('h2', { text: title })
  heading.id = `dialog-title-${++dialogs}`
  const dialog = element('dialog', { class: `dialog ${name}`, attributes: { 'aria-labelledby': heading.id } })
  const close = button('Close', () => dialog.close(), { attributes: { autofocus: '' } })
  dialog.append(element('div', { class: 'dialog-head' }, [heading, close]), ...content)
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  return dialog
}

export function showImage(image: HTMLImageElement): void {
  const large = element('img', { attributes: { src: image.src, alt: image.alt } })
  showDialog(image.alt, [large], 'image-dialog')
}
