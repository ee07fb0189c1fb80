/**
 * Prose without the signs of Markdown's emphasis and links. Only pairs around words go, and nothing between backticks:
 * `__init__` and `**kwargs` are names.
 */
export function stripEmphasis(line: string): string {
  if (!/[*_\]]/.test(line) || line.includes(CODE)) return line
  const spans: string[] = []
  const prose = line.replace(/(`+)[^`]+\1(?!`)/g, span => {
    spans.push(span)
    return CODE
  })
  let at = 0
  return stripProse(prose).replace(/\ue000/g, () => spans[at++] ?? '')
}

/** Stands for a span of code; of a plane that no text uses. */
const CODE = '\ue000'

/** Signs that touch a letter or a path on their outer side belong to a name; so does a single word between `__`. */
function stripProse(text: string): string {
  return text
    .replace(/!?\[([^[\]\n]+)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?(?: "[^"\n]*")?\)/g, '$1')
    .replace(/(?<![\w/.*\\])\*{2,3}(?=[^\s*])([^*\n]*[^*\s])\*{2,3}(?![\w/*])/g, '$1')
    .replace(/(?<![\w/.*\\])__(?=[^\s_])([^_\n]*\s[^_\n]*[^_\s])__(?![\w/.])/g, '$1')
    .replace(/(?<![\w/.*\\])\*(?=[^\s*])([^*\n]*[^*\s])\*(?![\w/*])/g, '$1')
}
