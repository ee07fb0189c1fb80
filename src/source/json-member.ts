/**
 * The text of a JSON object with one member set, all else as it was: order, indentation, line ends and odd spacing are
 * somebody's own. The text must be one JSON object, and `json` one value.
 */
export function setJsonMember(text: string, key: string, json: string): string {
  const members = listMembers(text)
  // Where a key stands twice, JSON takes the last.
  const known = members.findLast(member => member.key === key)
  if (known) return text.slice(0, known.valueStart) + json + text.slice(known.valueEnd)
  const [first] = members
  const open = text.indexOf('{') + 1
  const member = `${JSON.stringify(key)}: ${json}`
  if (first)
    return `${text.slice(0, first.keyStart)}${member},${gapBefore(text, open, first.keyStart)}${text.slice(first.keyStart)}`
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n'
  return `${text.slice(0, open)}${lineEnd}  ${member}${lineEnd}${text.slice(text.lastIndexOf('}'))}`
}

/** What parts the members: a line end and the indentation, or the space of an object on one line. */
function gapBefore(text: string, open: number, keyStart: number): string {
  const gap = text.slice(open, keyStart)
  return gap === '' ? ' ' : gap
}

interface Member {
  readonly key: string
  readonly keyStart: number
  readonly valueStart: number
  readonly valueEnd: number
}

/** The members of the outermost object alone. */
function listMembers(text: string): Member[] {
  const members: Member[] = []
  let at = skipSpace(text, text.indexOf('{') + 1)
  while (text[at] === '"') {
    const keyStart = at
    const keyEnd = skipString(text, at)
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1)
    const valueEnd = skipValue(text, valueStart)
    members.push({ key: JSON.parse(text.slice(keyStart, keyEnd)) as string, keyStart, valueStart, valueEnd })
    at = skipSpace(text, valueEnd)
    if (text[at] !== ',') break
    at = skipSpace(text, at + 1)
  }
  return members
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (at < text.length && /\s/.test(text[at] as string)) at++
  return at
}

function skipString(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function skipValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const letter = text[at] as string
    if (letter === '"') at = skipString(text, at) - 1
    else if (letter === '{' || letter === '[') depth++
    else if (depth > 0 && (letter === '}' || letter === ']')) depth--
    else if (depth === 0 && /[\s,}\]]/.test(letter)) return at
    if (depth === 0 && /["}\]]/.test(letter)) return at + 1
  }
  return text.length
}
