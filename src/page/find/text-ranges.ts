/** Ranges over each place of a text, already in lower case, inside an element; also where it runs over several nodes. */
export function textRanges(root: Element, wanted: string): Range[] {
  const nodes: Text[] = []
  const starts: number[] = []
  let text = ''
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    nodes.push(node as Text)
    starts.push(text.length)
    text += (node as Text).data
  }
  const lower = text.toLowerCase()
  // A few letters are longer in lower case; then places do not fit, and the row alone is marked.
  if (lower.length !== text.length) return []
  const ranges: Range[] = []
  let from = 0
  const put = (offset: number): { node: Text; at: number } => {
    while (from + 1 < starts.length && (starts[from + 1] ?? 0) <= offset) from++
    return { node: nodes[from] as Text, at: offset - (starts[from] ?? 0) }
  }
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length)) {
    const range = document.createRange()
    const begin = put(at)
    range.setStart(begin.node, begin.at)
    const end = put(at + wanted.length - 1)
    range.setEnd(end.node, end.at + 1)
    ranges.push(range)
  }
  return ranges
}
