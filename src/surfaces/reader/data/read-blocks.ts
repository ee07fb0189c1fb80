/**
 * Takes the data blocks out of the document: their texts are kept, their elements are not, nor is what was meant for
 * readers without scripts. So the page's elements do not grow with the session.
 */
export function takeBlocks(root: Document): Map<string, string> {
  const blocks = new Map<string, string>()
  for (const block of root.querySelectorAll('script[type="text/plain"]')) {
    blocks.set(block.id, block.textContent ?? '')
    block.remove()
  }
  for (const plain of root.querySelectorAll('noscript')) plain.remove()
  return blocks
}
