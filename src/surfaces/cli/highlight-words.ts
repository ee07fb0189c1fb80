/** Marks every place in a line where one of these words stands, whatever its case. */
export function highlightWords(line: string, words: readonly string[], mark: (text: string) => string): string {
  const lower = line.toLowerCase()
  // A few letters change their length with their case: positions would be off.
  if (words.length === 0 || lower.length !== line.length) return line
  const marked = new Uint8Array(line.length)
  for (const word of words.slice(0, MAX_WORDS)) {
    if (word === '') continue
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
      marked.fill(1, at, at + word.length)
    }
  }
  let out = ''
  for (let start = 0; start < line.length; ) {
    let end = start + 1
    while (end < line.length && marked[end] === marked[start]) end++
    out += marked[start] ? mark(line.slice(start, end)) : line.slice(start, end)
    start = end
  }
  return out
}

const MAX_WORDS = 50
