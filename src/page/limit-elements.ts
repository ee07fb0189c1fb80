import { button, element } from './element.ts'

const BLOCKS = new Set([
  'DIV',
  'P',
  'LI',
  'TR',
  'PRE',
  'H3',
  'H4',
  'H5',
  'H6',
  'BLOCKQUOTE',
  'SUMMARY',
  'DT',
  'DD',
  'BR',
])

/**
 * Cuts what has too many elements for the page to stay quick, and offers the rest as one plain text: nothing is lost but
 * its layout.
 */
export function limitElements(content: DocumentFragment, limit: number): void {
  const rest = cutRest(content, limit)
  if (rest === undefined) return
  const note = element('p', { class: 'cut-note' }, [document.createTextNode('Too long to show in full. ')])
  const show = button('Show the rest as plain text', () => {
    note.replaceWith(element('pre', { class: 'code', text: rest }))
  })
  note.append(show)
  content.append(note)
}

/** The same with the rest already there. */
export function limitAsText(content: DocumentFragment, limit: number): void {
  const rest = cutRest(content, limit)
  if (rest !== undefined) content.append(element('pre', { class: 'code wraps', text: rest }))
}

function cutRest(content: DocumentFragment, limit: number): string | undefined {
  const all = content.querySelectorAll('*')
  return all.length <= limit ? undefined : cutFrom(content, all[limit] as Element)
}

/** Takes an element and everything after it out, and returns the text of that. */
function cutFrom(content: DocumentFragment, first: Element): string {
  const range = document.createRange()
  range.setStartBefore(first)
  range.setEndAfter(content.lastChild ?? first)
  return textOf(range.extractContents())
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

function textOf(root: Node): string {
  const parts: string[] = []
  const visit = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.nodeValue ?? '')
    else for (const child of node.childNodes) visit(child)
    if (node instanceof Element && (BLOCKS.has(node.tagName) || node.classList.contains('diff-line'))) parts.push('\n')
  }
  visit(root)
  return parts.join('')
}
