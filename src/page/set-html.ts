import { type Html, markupOf } from '../render/html/safe-html.ts'

/** The only place where markup becomes elements; `Html` is made by the drawers alone. */
export function toElements(html: Html): DocumentFragment {
  const template = document.createElement('template')
  template.innerHTML = markupOf(html)
  return template.content
}
